/** Who came where, and why (rules, section 5). */
import { type Resource, type Result, RESOURCES } from '../protocol/messages';

export interface Ranked {
  readonly seat: number;
  readonly place: number;
  readonly value: number;
  readonly pioneers: number;
  readonly stock: Readonly<Record<Resource, number>>;
}

/** Highest worth first, then more pioneers; equals share a place. */
export function ranking(result: Result): Ranked[] {
  const seats = result.scores.map((score, seat) => ({ seat, ...score }));
  seats.sort((a, b) => b.value - a.value || b.pioneers - a.pioneers || a.seat - b.seat);
  let place = 0;
  return seats.map((s, i) => {
    const before = seats[i - 1];
    if (!before || before.value !== s.value || before.pioneers !== s.pioneers) place = i + 1;
    return { ...s, place };
  });
}

export interface Hold {
  readonly seat: number;
  readonly resource: Resource;
  readonly count: number;
  readonly price: number;
}

/** The most valuable stock of one good. */
export function richestHold(result: Result, price: (resource: Resource) => number): Hold {
  const holds = result.scores.flatMap((score, seat) =>
    RESOURCES.map((resource) => ({ seat, resource, count: score.stock[resource], price: price(resource) })),
  );
  return holds.reduce((a, b) => (b.count * b.price > a.count * a.price ? b : a));
}

/** A line of a chart over the rounds. */
export interface Series {
  readonly name: string;
  /** Id of the symbol that stands for it. */
  readonly sign: string;
  readonly paint: string;
  /** A darker edge, for light colours. */
  readonly edge?: string | undefined;
  readonly values: readonly (number | null)[];
}

/** The last point of each round, and how many events have happened by then. */
export function byRound<Point extends { readonly round: number }>(
  points: readonly Point[],
): { readonly after: number; readonly point: Point }[] {
  const rounds = new Map<number, { after: number; point: Point }>();
  points.forEach((point, i) => {
    if (point.round > 0) rounds.set(point.round, { after: i + 1, point });
  });
  return [...rounds.values()];
}
