/** How messages change what is known about a table. */
import { expect, test } from 'vitest';
import type { Event as GameEvent, Update } from '../protocol/messages';
import { NOTHING, follows, movesIn, said, updated } from './table';
import { movesSince } from '../game/since';
import { MIDDLE } from '../sample/recorded/middle';

const EVENT: GameEvent = { type: 'market', seat: 1, resource: 'gold' };
const update = (version: number, changes: Update['changes']): Update => ({
  type: 'update',
  version,
  changes,
  table: null,
  player_view: null,
  clocks: null,
  proposals: [],
});
const played = (seat: number): Update['changes'][number] => ({
  type: 'played',
  seat,
  id: null,
  bot: false,
  events: [{ ...EVENT, seat }],
});

test('an update follows only if no version is missing', () => {
  const state = { ...NOTHING, version: 4 };
  expect(follows(state, update(5, [played(0)]))).toBe(true);
  expect(follows(state, update(6, [played(0), played(1)]))).toBe(true);
  expect(follows(state, update(6, [played(0)]))).toBe(false);
});

test('played events are added, undone ones cut off', () => {
  let state = updated({ ...NOTHING, version: 4 }, update(6, [played(0), played(1)]));
  expect(state.events).toHaveLength(2);
  state = updated(state, update(7, [{ type: 'undone', seat: 1, events: 1, agreed: false }]));
  expect(state.events).toHaveLength(1);
  expect(state.version).toBe(7);
});

test('what is asked and answered is kept for the log, own undone moves are not', () => {
  const changes: Update['changes'] = [
    played(0),
    { type: 'proposed', proposal: 6, kind: 'undo', seat: 0, events: 0 },
    { type: 'voted', proposal: 6, seat: 1, agree: true },
    { type: 'undone', seat: 0, events: 0, agreed: true },
    played(0),
    { type: 'undone', seat: 0, events: 0, agreed: false },
  ];
  const { notices } = updated({ ...NOTHING, version: 4 }, update(10, changes));
  expect(notices.map(({ after, change }) => [change.type, after])).toEqual([
    ['proposed', 1],
    ['voted', 1],
    ['undone', 0],
  ]);
});

test('the same line of chat is kept once', () => {
  const line = { number: 1, seat: 0, name: 'Ana', text: 'Ahoy', audience: 'players', at: 0 } as const;
  expect(said(said(NOTHING, line), line).chat).toHaveLength(1);
});

test('moves of an update are told apart from other changes', () => {
  expect(movesIn(update(2, [{ type: 'settings_changed' }, played(1)]))).toHaveLength(1);
});

test('since my last turn: what others did, without production', () => {
  const events: GameEvent[] = [
    { type: 'market', seat: 0, resource: 'gold' },
    { type: 'end_turn', seat: 0, produced: {}, drawn: 5, taken: [] },
    { type: 'market', seat: 1, resource: 'spice' },
    { type: 'end_turn', seat: 1, produced: {}, drawn: 5, taken: [] },
  ];
  expect(movesSince({ ...MIDDLE, me: 0 }, events).map((move) => move.index)).toEqual([2]);
  expect(movesSince({ ...MIDDLE, me: 1 }, events)).toEqual([]);
});
