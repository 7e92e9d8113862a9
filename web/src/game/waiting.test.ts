/** What people read before the game: who is waited for, and whether it can begin. */
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../i18n/index.svelte';
import type { SeatInfo, TableInfo } from '../protocol/messages';
import { NOTHING, type TableState } from '../session/table';
import { standing, waitingRoom } from './waiting';

beforeAll(() => setLanguage('en'));

const chair = (seat: number, name: string | null, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  colour: 'red',
  kind: name ? 'human' : 'open',
  name,
  bot: null,
  substitute: null,
  why: null,
  online: false,
  ...more,
});
const ANA = chair(0, 'Ana', { host: true });

function room(seats: SeatInfo[], mine: number[], online: number[]): TableState {
  const info = { seats } as unknown as TableInfo;
  return {
    ...NOTHING,
    info,
    seats: mine,
    host: mine.includes(0),
    presence: { online, watching: 0 },
  };
}

test('a rematch waits for those who were asked, by name, and cannot start without them', () => {
  const asked = [ANA, chair(1, 'Ben', { asked: true }), chair(2, 'Cleo', { asked: true })];
  const host = waitingRoom(room(asked, [0], [0]));
  expect(host.lead).toMatch(/^Ben and Cleo were asked for a rematch and have not accepted yet\. .*a bot\.$/);
  expect([host.mayStart, host.allHere]).toEqual([false, false]);
  expect(standing(asked[1]!, [0])).toBe('asked, no answer yet');
  const all = waitingRoom(room([ANA, chair(1, 'Ben')], [0], [0, 1]));
  expect(all).toEqual({ lead: 'Everybody is here.', mayStart: true, allHere: true });
});

test('someone who sat down and went is named, and does not keep the host from starting', () => {
  const { lead, mayStart, allHere } = waitingRoom(room([ANA, chair(1, 'Ben')], [0], [0]));
  expect([lead, mayStart, allHere]).toEqual(['Waiting for Ben.', true, false]);
});

test('a guest is told who invites, then who is waited for and who starts', () => {
  const open = [ANA, chair(1, null), chair(2, null)];
  expect(waitingRoom(room(open, [], [0])).lead).toBe('Ana invites you to this table. Choose a seat.');
  const seated = [ANA, chair(1, 'Ben'), chair(2, null)];
  expect(waitingRoom(room(seated, [1], [0, 1])).lead).toBe('Waiting for 1 merchant. Ana starts the game.');
});
