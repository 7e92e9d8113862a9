/** Who came where, and why (rules, section 5). */
import type { Result, Resource } from '../game/types';
import { RESOURCES } from '../game/types';

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

/** What decided between the first: worth, pioneers, or nothing. */
export function decidedBy(result: Result): 'worth' | 'pioneers' | 'shared' {
  if (result.winners.length > 1) return 'shared';
  const best = Math.max(...result.scores.map((s) => s.value));
  return result.scores.filter((s) => s.value === best).length > 1 ? 'pioneers' : 'worth';
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

/** Wealth of each seat at the end of each round, from the points of a replay. */
export function byRound(
  points: readonly { round: number; wealth: readonly (number | null)[] }[],
): (number | null)[][] {
  const rounds: (number | null)[][] = [];
  for (const point of points) if (point.round > 0) rounds[point.round - 1] = [...point.wealth];
  return rounds.filter((round) => round !== undefined);
}
