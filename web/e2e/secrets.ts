/** Looks through everything a page received for what its seat may not know. */

type Json = Record<string, unknown>;

/** Every place where cards, stocks or seeds of another seat stand open while the game runs. */
export function secretsIn(received: readonly string[]): string[] {
  const found: string[] = [];
  let viewer: number | null = null;
  for (const text of received) {
    const message = parsed(text);
    const told = viewerOf(message);
    if (told !== undefined) viewer = told;
    if (!isOver(message)) walk(message, viewer, found);
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // an empty answer
  }
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

/** After the game all is open: in views of its end, and in the replay that the reckoning is drawn from. */
const isOver = (message: unknown): boolean =>
  [...objects(message)].some(
    (object) =>
      ('phase' in object && object.phase === 'over') || ('timeline' in object && object.finished === true),
  );

/** Lists of cards that only the seat itself may see. */
const PRIVATE: Readonly<Record<string, string>> = { deal: 'cards', mulligan: 'drawn', end_turn: 'drawn' };

function walk(message: unknown, viewer: number | null, found: string[]): void {
  for (const object of objects(message)) {
    const list = PRIVATE[String(object.type)];
    if (list && object.seat !== viewer && Array.isArray(object[list])) found.push(JSON.stringify(object));
    if (object.type === 'end_turn') taken(object, viewer, found);
    if ('phase' in object) view(object, viewer, found);
    for (const key of ['secret', 'seed', 'unseen', 'hands', 'stocks'])
      if (typeof object[key] === 'object' && object[key] !== null) found.push(`${key} is told`);
    if (typeof object.secret === 'string' || typeof object.seed === 'string') found.push('a seed is told');
  }
}

/** Cards taken from a hand are known to taker and victim only. */
function taken(event: Json, viewer: number | null, found: string[]): void {
  for (const entry of (event.taken ?? []) as Json[])
    if (entry.card !== null && event.seat !== viewer && entry.seat !== viewer)
      found.push(`taken card ${JSON.stringify(entry)}`);
}

function view(object: Json, viewer: number | null, found: string[]): void {
  if (object.viewer === null && object.hand) found.push('a hand in the view of a spectator');
  ((object.seats ?? []) as Json[]).forEach((seat, index) => {
    if (index !== viewer && seat.stock !== null) found.push(`stock of seat ${String(index)}`);
    if (typeof seat.hand !== 'number') found.push(`hand of seat ${String(index)}`);
  });
}
