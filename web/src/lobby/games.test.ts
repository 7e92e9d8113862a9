/** Own games: one entry a table, statistics of those played out, the link for another device. */
import { expect, test } from 'vitest';
import { gamesLink, readGamesLink } from '../lib/links';
import type { MyGame, Player } from './games';
import { inOrder, levelOf, statistics } from './games';

const BOT: Player = { name: 'Marlin', colour: 'red', bot: 'gentle' };
const ME: Player = { name: 'Ana', colour: 'blue', bot: null };
const game = (part: Partial<MyGame>): MyGame => ({
  table: 'a',
  status: 'finished',
  at: 0,
  players: [ME, BOT],
  seat: 0,
  yourTurn: false,
  rounds: 9,
  place: 1,
  value: 50,
  length: 60_000,
  ...part,
});

test('wins are counted by number of players and level, streaks in the order of play', () => {
  const strong = { ...BOT, bot: 'expert' };
  const found = statistics([
    game({ at: 5, place: 1, value: 70 }),
    game({ at: 1, place: 1 }),
    game({ at: 2, place: 1, players: [ME, strong, strong] }),
    game({ at: 3, place: 2, value: 90 }),
    game({ at: 4, status: 'stopped', place: null }),
  ]);
  expect(found.total).toEqual({ games: 4, wins: 3 });
  expect(found.by.get(2)?.get('gentle')).toEqual({ games: 3, wins: 2 });
  expect(found.by.get(3)?.get('expert')).toEqual({ games: 1, wins: 1 });
  expect(found.levels).toEqual(['gentle', 'expert']);
  expect([found.streak, found.longestStreak, found.best]).toEqual([1, 2, 90]);
});

test('a game with another person in it counts as one among people', () => {
  expect(levelOf(game({ players: [ME, BOT, { ...ME, name: 'Ben' }] }))).toBe('people');
});

test('games that wait for a move come first, then running ones, then the newest', () => {
  const games = [
    game({ table: 'old', at: 1 }),
    game({ table: 'new', at: 9 }),
    game({ table: 'running', status: 'playing', at: 2 }),
    game({ table: 'waiting', status: 'playing', yourTurn: true, at: 0 }),
  ];
  expect(inOrder(games).map(({ table }) => table)).toEqual(['waiting', 'running', 'new', 'old']);
});

test('a link carries the keys of all games to another device, and nothing else is read from one', () => {
  const held = [
    { table: 'ab12', tokens: ['one_-1', 'two'], host: 'boss', at: 3 },
    { table: 'cd34', tokens: ['three'], host: null, at: 2 },
  ];
  const link = gamesLink(held, 'http://sea.test/');
  expect(readGamesLink(link.split('keys=')[1]!)).toEqual([
    { table: 'ab12', tokens: ['one_-1', 'two'], host: 'boss' },
    { table: 'cd34', tokens: ['three'], host: null },
  ]);
  expect(readGamesLink('<script>:x:;;ab:c')).toEqual([]);
});
