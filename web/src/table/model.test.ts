/** What every screen offers at a moment: buttons, labels, previews, and nothing that cannot be done. */
import { beforeAll, describe, expect, test } from 'vitest';
import { EMPTY } from '../game/ctrl';
import { setLanguage } from '../i18n/index.svelte';
import type * as Wire from '../protocol/messages';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { type Input, NEW_SESSION, type Session, reduce } from '../session/session';
import { type ActionId, tableModel } from './model';

beforeAll(() => setLanguage('en'));

const moment = { now: 0, pace: 0 };
const run = (session: Session, ...inputs: Input[]): Session =>
  inputs.reduce((before, input) => reduce(before, input, moment), session);

/** The own turn in the middle of a game, with two moves that can be taken back. */
function myTurn(): Session {
  const { setup, view, me } = MIDDLE;
  const seat = me ?? 0;
  return run(
    NEW_SESSION,
    { type: 'connection', state: { kind: 'live' } },
    {
      type: 'show',
      table: {
        version: 7,
        setup,
        seats: [seat],
        playerView: { seat, view, choices: MIDDLE_CHOICES, undo: 2 },
      },
    },
  );
}
const enabled = (session: Session): ActionId[] =>
  Object.entries(tableModel(session).actions)
    .filter(([, action]) => action.enabled)
    .map(([id]) => id as ActionId)
    .sort();

describe('on the own turn', () => {
  test('a hint, the way back and the end of the turn are offered', () => {
    expect(enabled(myTurn())).toEqual(['end-turn', 'hint', 'restart', 'undo']);
  });
  test('a chosen card can be put back, and confirmed only when everything is chosen and paid', () => {
    const session = run(myTurn(), { type: 'draft', draft: { ...EMPTY, card: 'ship' } });
    const { actions } = tableModel(session);
    expect(actions.cancel?.enabled).toBe(true);
    expect(actions.confirm?.enabled).toBe(false);
  });
  test('nothing is offered twice while a command is under way', () => {
    const busy = run(myTurn(), { type: 'submit', id: 'a', move: { type: 'end_turn' } });
    expect(enabled(busy)).toEqual([]);
  });
  test('without a connection only the own draft can be worked on', () => {
    const state = { kind: 'waiting', tries: 1, at: 0 } as const;
    const cut = run(
      myTurn(),
      { type: 'draft', draft: { ...EMPTY, card: 'ship' } },
      { type: 'connection', state },
    );
    expect(enabled(cut)).not.toContain('end-turn');
    expect(enabled(cut)).not.toContain('hint');
    expect(enabled(cut)).toContain('cancel');
  });
  test('a Market card shows what each rise would change', () => {
    const market = run(myTurn(), { type: 'draft', draft: { ...EMPTY, card: 'market' } });
    expect(tableModel(market).rises?.map((rise) => rise.resource)).toEqual([
      'ebony',
      'spice',
      'pigment',
      'gold',
    ]);
    expect(tableModel(myTurn()).rises).toBeNull();
  });
  test('a raid tells, island by island, who would pay more, whom a fort protects, and what is drawn', () => {
    const target = { kind: 'hideout', tile: 'T10' } as const;
    const draft = { ...EMPTY, card: 'ship', from: 'reserve', target } as const;
    const { raid } = tableModel(run(myTurn(), { type: 'draft', draft }));
    expect(raid?.islands.map((island) => island.name)).toEqual(['Halcyon', 'Lantern']);
    expect(raid?.islands[1]?.there).toContainEqual({ seat: 2, fort: true });
    expect(raid?.islands.every((island) => island.there.every(({ seat }) => seat !== MIDDLE.me))).toBe(true);
    expect(raid?.draw).toContain('draw 8 cards');
  });
  test('where things stand is told in whole sentences', () => {
    expect(tableModel(myTurn()).status).toMatch(/^[^.]+\.$/);
  });
});

test('who is not to move, or whose seat a bot plays, is offered nothing', () => {
  const { playerView } = myTurn().table;
  const waiting = run(myTurn(), { type: 'show', table: { playerView: { ...playerView!, choices: null } } });
  expect(enabled(waiting)).toEqual([]);
  const seats = [{ seat: playerView!.seat, substitute: 'skilled', why: 'resigned' }];
  const info = { seats } as unknown as Wire.TableInfo;
  expect(enabled(run(myTurn(), { type: 'show', table: { info } }))).toEqual([]);
});

test('the first hand is kept or swapped, with a hint', () => {
  const { playerView } = myTurn().table;
  const first = run(myTurn(), {
    type: 'show',
    table: {
      playerView: { ...playerView!, choices: { kind: 'mulligan', seat: playerView!.seat! }, undo: 0 },
    },
  });
  expect(enabled(first)).toEqual(['hint', 'keep']);
  const marked = run(first, { type: 'draft', draft: { ...EMPTY, swaps: [0] } });
  expect(enabled(marked)).toEqual(['hint', 'keep', 'swap']);
});
