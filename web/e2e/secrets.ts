/** Looks through everything a page received for what its seat may not know. */

type Json = Record<string, unknown>;

/** Every place where cards, stocks or seeds of another seat stand open while the game runs. */
export function secretsIn(received: readonly string[]): string[] {
  const found: string[] = [];
  for (const text of received) {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      continue; // not JSON: a style sheet or an empty answer
    }
    const viewer = viewerOf(message);
    if (viewer === undefined || isOver(message)) continue;
    walk(message, viewer, found);
  }
  return found;
}

function* objects(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const item of value) yield* objects(item);
  else if (value !== null && typeof value === 'object') {
    yield value as Json;
    for (const inner of Object.values(value)) yield* objects(inner);
  }
}

/** The seat that a message was made for; undefined if it has no view. */
function viewerOf(message: unknown): number | null | undefined {
  for (const object of objects(message))
    if ('viewer' in object && 'phase' in object) return object.viewer as number | null;
  return undefined;
}

const isOver = (message: unknown): boolean =>
  [...objects(message)].some((object) => 'phase' in object && object.phase === 'over');

function walk(message: unknown, viewer: number | null, found: string[]): void {
  for (const object of objects(message)) {
    const own = object.seat === viewer;
    if (object.type === 'deal' && !own && Array.isArray(object.cards)) found.push(JSON.stringify(object));
    if (object.type === 'mulligan' && !own && Array.isArray(object.drawn) && object.drawn.length > 0)
      found.push(JSON.stringify(object));
    if (object.type === 'end_turn' && !own && Array.isArray(object.drawn)) found.push(JSON.stringify(object));
    if (Array.isArray(object.seats) && 'phase' in object)
      object.seats.forEach((seat: Json, index: number) => {
        if (index !== viewer && seat.stock !== null) found.push(`stock of seat ${String(index)}`);
      });
    for (const key of ['secret', 'seed', 'unseen'])
      if (object[key] !== undefined && object[key] !== null) found.push(`${key} is told`);
  }
}
