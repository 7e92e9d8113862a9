/** What is refused at the boundary, and how the place of the fault is named. */
import { expect, test } from 'vitest';
import * as is from '../protocol/game_decoders';
import type { Event } from '../protocol/messages';
import { DecodeError, decode } from './decode';

const SHIP: Event = {
  type: 'ship',
  seat: 1,
  from: 'reserve',
  to: { tile: 'T01', hideout: true },
  explored: { tile: 'T02', cell: [1, -1], rotation: 3, revealed: null },
  paid: ['ruins'],
};

test('a message of the protocol is handed on as it is', () => {
  expect(decode(is.Event, SHIP)).toBe(SHIP);
});
test('a field the page does not know is no fault', () => {
  expect(is.Event({ ...SHIP, wind: 'west' })).toBe('');
});
test.each([
  [{ ...SHIP, type: 'fly' }, '.type: "fly" is not one of'],
  [{ ...SHIP, seat: '1' }, '.seat: "1" is not a number'],
  [{ ...SHIP, paid: ['ruins', 'ace'] }, '.paid[1]: "ace" is not one of'],
  [{ ...SHIP, explored: { ...SHIP.explored, cell: [1] } }, '.explored.cell: [1] is not a list of 2'],
  [{ ...SHIP, to: { tile: 'T01' } }, '.to.hideout: missing'],
  [null, '.type: missing'],
])('the place of a fault is named: %#', (message, fault) => {
  expect(is.Event(message)).toContain(fault);
  expect(() => decode(is.Event, message)).toThrow(DecodeError);
});
