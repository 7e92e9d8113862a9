/** What every screen offers at a moment: buttons, labels, previews, and nothing that cannot be done. */
import { beforeAll, describe, expect, test } from 'vitest';
import { EMPTY } from '../game/ctrl';
import { setLanguage } from '../i18n/index.svelte';
import type * as Wire from '../protocol/messages';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { type Input, NEW_SESSION, type Session, reduce } from '../session/session';
import { type ActionId, tableModel } from './model';
import { redraws, takeBack } from './takeBack';

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
  test('a move that can no longer be undone alone may be taken back if all agree', () => {
    const session = myTurn();
    const { playerView, setup } = session.table;
    const seat = playerView!.seat!;
    const dealt = setup!.players.map((_, n): Wire.Event => ({ type: 'deal', seat: n, cards: 5 }));
    const ended = { type: 'end_turn', seat, produced: {}, drawn: 8 } as unknown as Wire.Event;
    const events = [{ type: 'setup', exploration: [] } as Wire.Event, ...dealt, ended];
    const against = (others: 'human' | 'bot'): Session => {
      const seats = setup!.players.map((_, n) => ({ seat: n, kind: n === seat ? 'human' : others }));
      const info = { status: 'playing', seats, settings: {} } as unknown as Wire.TableInfo;
      return {
        ...session,
        table: { ...session.table, info, events, playerView: { ...playerView!, undo: 0 } },
      };
    };
    const kept = events.length - 1;
    expect([takeBack(against('human')), redraws(events, kept)]).toEqual([kept, true]);
    expect(tableModel(against('human')).actions.undo?.enabled).toBe(true);
    expect(takeBack(against('bot'))).toBeNull();
    expect(tableModel(against('bot')).actions.undo?.enabled).toBe(false);
  });

  test('a hint, the way back and the end of the turn are offered', () => {
    expect(enabled(myTurn())).toEqual(['end-turn', 'hint', 'restart', 'undo']);
  });
  test('a chosen card can be put back, and confirmed only when everything is chosen and paid', () => {
    const session = run(myTurn(), { type: 'draft', draft: { ...EMPTY, card: 'ship' } });
    const { actions } = tableModel(session);
    expect(actions.cancel?.enabled).toBe(true);
    expect(actions.confirm?.enabled).toBe(false);
  });
  test('with nothing to play the prompt says so, and a grey Undo says why', () => {
    const choices: Wire.TurnChoices = { ...MIDDLE_CHOICES, ship: null, sites: [], market: [] };
    const session = myTurn();
    const playerView = { ...session.table.playerView!, choices, undo: 0 };
    const model = tableModel(run(session, { type: 'show', table: { playerView } }));
    expect(model.words.title).toBe('No card can be played: end your turn');
    expect(model.actions.undo?.why).toBe('Nothing to undo: you have done nothing yet this turn.');
    const explored: Wire.Event = { type: 'market', seat: MIDDLE.me ?? 0, resource: 'gold' };
    const after = run(session, { type: 'show', table: { playerView, events: [explored] } });
    expect(tableModel(after).actions.undo?.why).toMatch(/^Your last move cannot be undone/);
    expect(tableModel(session).actions.undo?.enabled).toBe(true);
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

test('of people who are away it is said by name; nobody misses a bot, or anybody after the end', () => {
  const presence = { online: [1], watching: 0 };
  const session = run(myTurn(), { type: 'show', table: { presence } });
  expect(tableModel(session).missed).toEqual(['Ana is away', '', 'Tomás is away', '']);
  const playerView = session.table.playerView!;
  const over = { ...playerView, view: { ...playerView.view, phase: 'over' as const } };
  const after = run(session, { type: 'show', table: { playerView: over } });
  expect(tableModel(after).missed).toEqual(['', '', '', '']);
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

describe('when the own first hand is chosen', () => {
  /** The others by seat: `decided` is a person's choice that is known before its turn. */
  function chosen(toMove: number, others: (seat: number) => object): string {
    const { table, ...rest } = myTurn();
    const view = { ...table.playerView!.view, phase: 'mulligan' as const, to_move: toMove };
    const seats = table.setup!.players.map((_, n) => ({ seat: n, substitute: null, ...others(n) }));
    const info = { status: 'playing', seats, settings: {} } as unknown as Wire.TableInfo;
    const playerView = { ...table.playerView!, view, choices: null, mulligan: [] };
    return tableModel({ ...rest, table: { ...table, info, events: [], playerView } }).decided;
  }
  const { setup, me } = MIDDLE;
  const others = setup.players.map((_, seat) => seat).filter((seat) => seat !== me);
  const name = (seat: number): string => setup.players[seat]!.name;

  test('the bot that is to choose is named, and no bot that comes later', () => {
    const kinds = (n: number): object => (n === me ? { kind: 'human', decided: true } : { kind: 'bot' });
    expect(chosen(others[0]!, kinds)).toBe(`Your hand is chosen. Waiting for ${name(others[0]!)}.`);
  });
  test('people who have not chosen are named, no matter whose turn it is', () => {
    const kinds = (n: number): object => ({ kind: 'human', decided: n === me });
    const sentence = chosen(others[0]!, kinds);
    for (const seat of others) expect(sentence).toContain(name(seat));
  });
  test('nobody is named when nobody is missing', () => {
    expect(chosen(me!, () => ({ kind: 'human', decided: true }))).toBe('Your hand is chosen.');
  });
});
