/** What is said above the board, and what the menu has: the same for every screen. */
import { beforeAll, describe, expect, test } from 'vitest';
import { EMPTY } from '../game/ctrl';
import { setLanguage } from '../i18n/index.svelte';
import type * as Wire from '../protocol/messages';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { type Input, NEW_SESSION, type Session, reduce } from '../session/session';
import { tableModel } from './model';
import { type Browser, PLAIN_BROWSER, type TableNotice } from './notices';

beforeAll(() => setLanguage('en'));

const me = MIDDLE.me!;
const run = (session: Session, ...inputs: Input[]): Session =>
  inputs.reduce((before, input) => reduce(before, input, { now: 0, pace: 0 }), session);
const EVENTS: readonly Wire.Event[] = [
  { type: 'market', seat: me, resource: 'ebony' },
  { type: 'market', seat: me + 1, resource: 'gold' },
  { type: 'end_turn', seat: me + 1, produced: {}, drawn: 5, taken: [] },
];
const PERSON: Wire.SeatInfo = {
  seat: me,
  colour: 'red',
  kind: 'human',
  name: 'Ana',
  bot: null,
  substitute: null,
  why: null,
  online: true,
};
const info = (...seats: Partial<Wire.SeatInfo>[]): Wire.TableInfo => ({
  id: 'a',
  status: 'playing',
  seats: seats.map((seat) => ({ ...PERSON, ...seat })),
  settings: {},
  version: 7,
  created: 0,
  changed: 0,
  round: 1,
  to_move: me,
  watching: 0,
  commitment: '',
  nonce_hashes: [],
  unopened: [],
  code: null,
  rematch: null,
  branched_from: null,
  stopped: null,
});

function atTable(table: Partial<Session['table']> = {}): Session {
  const { setup, view } = MIDDLE;
  const playerView = { seat: me, view, choices: MIDDLE_CHOICES, undo: 2 };
  return run(
    NEW_SESSION,
    { type: 'connection', state: { kind: 'live' } },
    { type: 'show', table: { version: 7, setup, seats: [me], playerView, events: EVENTS, ...table } },
  );
}
const noticesOf = (session: Session, browser: Partial<Browser> = {}): readonly TableNotice[] =>
  tableModel(session, { ...PLAIN_BROWSER, ...browser }).notices;
const ids = (session: Session, browser: Partial<Browser> = {}): string[] =>
  noticesOf(session, browser).map(({ id }) => id);
const menuOf = (session: Session, browser: Partial<Browser> = {}): string[] =>
  tableModel(session, { ...PLAIN_BROWSER, ...browser }).menu.map(({ id }) => id);

describe('notices', () => {
  test('tell the moves since the own last turn, until they are put away', () => {
    const [since] = noticesOf(atTable());
    expect(since?.id).toBe('since');
    expect(since?.moves.map(({ index }) => index)).toEqual([1]);
    expect(since?.text).toContain('gold');
    expect(ids(run(atTable(), { type: 'since_read' }))).toEqual([]);
  });
  test('come in one order: the most urgent first, the end of the game last', () => {
    const proposals = [{ id: 1, kind: 'end', by: 0, needed: [me], agreed: [], events: null }] as const;
    const view = { ...MIDDLE.view, last_round: true };
    const playerView = { seat: me, view, choices: MIDDLE_CHOICES, undo: 0 };
    const session = run(
      atTable({ proposals, playerView }),
      { type: 'connection', state: { kind: 'waiting', tries: 2, at: 4000 } },
      { type: 'message', message: { type: 'nudged', seat: me, by: 0 } },
    );
    expect(ids(session)).toEqual(['offline', 'nudge', 'proposal', 'since', 'last-round']);
    const [offline, nudge, proposal] = noticesOf(session);
    expect(offline?.retry).toEqual({ n: 2, at: 4000 });
    expect(nudge?.alert).toBe(true);
    expect(proposal?.actions.map(({ id, main }) => [id, main])).toEqual([
      ['decline', false],
      ['agree', true],
    ]);
  });
  test('a cut connection keeps what is put together, and says so', () => {
    const state = { kind: 'waiting', tries: 1, at: 0 } as const;
    const cut = run(atTable(), { type: 'connection', state });
    const drafted = run(cut, { type: 'draft', draft: { ...EMPTY, card: 'ship' } });
    expect(noticesOf(cut)[0]?.text).not.toBe(noticesOf(drafted)[0]?.text);
  });
  test('only the one who asked may withdraw a proposal; the others read who is waited for', () => {
    const asked = (by: number): Session =>
      atTable({ proposals: [{ id: 1, kind: 'end', by, needed: [3], agreed: [], events: null }] });
    expect(noticesOf(asked(me))[0]?.actions.map(({ id }) => id)).toEqual(['withdraw']);
    expect(noticesOf(asked(0))[0]?.actions).toEqual([]);
    expect(noticesOf(asked(0))[0]?.waiting).toContain('Pelican');
  });
  test('the way back from a bot is open unless the person resigned', () => {
    const left = atTable({ info: info({ substitute: 'skilled', why: 'left' }) });
    expect(noticesOf(left)[0]?.actions.map(({ id }) => id)).toEqual(['come-back']);
    expect(menuOf(left)).toContain('return');
    const gone = atTable({ info: info({ substitute: 'skilled', why: 'resigned' }) });
    expect(noticesOf(gone)[0]?.actions).toEqual([]);
    expect(menuOf(gone)).not.toContain('return');
  });
  test('a full browser matters only to a table of this page', () => {
    expect(ids(atTable(), { full: true, own: true })).toContain('storage-full');
    expect(ids(atTable(), { full: true })).not.toContain('storage-full');
  });
});

describe('the menu', () => {
  test('asks other people only where there are some', () => {
    const alone = atTable({ info: info({}, { seat: 0, kind: 'bot' }) });
    expect(menuOf(alone)).toEqual([
      'text-view',
      'rules',
      'settings',
      'invite',
      'record',
      'restart',
      'resign',
      'lobby',
    ]);
    const dealt = MIDDLE.setup.players.map((_, seat): Wire.Event => ({ type: 'deal', seat, cards: 5 }));
    const events: Wire.Event[] = [{ type: 'setup', exploration: [] }, ...dealt, ...EVENTS];
    const together = atTable({ info: info({}, { seat: 0 }), events });
    expect(menuOf(together)).toEqual(expect.arrayContaining(['propose-undo', 'propose-end']));
    expect(menuOf(together, { own: true })).not.toContain('invite');
  });
  test('reminds the player that others wait for, and lets a bot play for those away when the host asks', () => {
    const table = { info: info({}, { seat: 0, name: 'Ben' }), presence: { online: [], watching: 0 } };
    const offers = (host: boolean): unknown =>
      tableModel(atTable(table), { ...PLAIN_BROWSER, host }).seatOffers.map(({ letBotPlay, remind }) => [
        letBotPlay !== '',
        remind !== '',
      ]);
    expect(offers(true)).toEqual([[true, false]]);
    expect(offers(false)).toEqual([[false, false]]);
  });
});
