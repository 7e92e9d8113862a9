/** Ranking and ties as rules, section 5, say. */
import { expect, test } from 'vitest';
import { step, turnsOf } from '../table/turns';
import { byRound, ranking, richestHold } from './ranking';

const stock = { ebony: 0, spice: 0, pigment: 0, gold: 0 };
const score = (value: number, pioneers: number) => ({ stock, value, pioneers });

test('the highest worth wins, ties go to more pioneers, equals share a place', () => {
  const scores = [score(40, 8), score(50, 7), score(50, 9), score(40, 8)];
  const ranks = ranking({ reason: 'pioneers', winners: [2], scores });
  expect(ranks.map((r) => [r.seat, r.place])).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
    [3, 3],
  ]);
});

test('the richest hold is the dearest stock of one good', () => {
  const scores = [
    { stock: { ...stock, ebony: 9 }, value: 18, pioneers: 1 },
    { stock: { ...stock, gold: 5 }, value: 25, pioneers: 1 },
  ];
  const hold = richestHold({ reason: 'pioneers', winners: [1], scores }, (r) => (r === 'gold' ? 5 : 2));
  expect(hold).toMatchObject({ seat: 1, resource: 'gold', count: 5, price: 5 });
});

test('wealth of a round is that of its last event', () => {
  const points = [
    { round: 0, wealth: [0, 0] },
    { round: 1, wealth: [1, 0] },
    { round: 1, wealth: [1, 2] },
    { round: 2, wealth: [3, 2] },
  ];
  expect(byRound(points).map(({ after, point }) => [after, point.wealth])).toEqual([
    [3, [1, 2]],
    [4, [3, 2]],
  ]);
});

test('a replay steps by turns and rounds', () => {
  const points = [0, 0, 1, 1, 1, 2].map((round, i) => ({ round, seat: round === 0 ? null : i > 3 ? 1 : 0 }));
  const turns = turnsOf(points);
  expect(turns.map((turn) => [turn.round, turn.from, turn.to])).toEqual([
    [0, 0, 2],
    [1, 2, 4],
    [1, 4, 5],
    [2, 5, 6],
  ]);
  expect(step(turns, 2, 'turn', 1)).toBe(4);
  expect(step(turns, 4, 'turn', -1)).toBe(2);
  expect(step(turns, 3, 'round', 1)).toBe(5);
  expect(step(turns, 6, 'round', 1)).toBe(6);
  expect(step(turns, 1, 'round', -1)).toBe(0);
});
