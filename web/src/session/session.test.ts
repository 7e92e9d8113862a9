/** How a session changes: pace, drafts, hints, the hot seat; with a clock of the test's own. */
import { describe, expect, test } from 'vitest';
import { EMPTY } from '../game/ctrl';
import type * as Wire from '../protocol/messages';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import {
  HINT_PATIENCE,
  type Input,
  NEW_SESSION,
  type Session,
  curtain,
  newEvents,
  nextTick,
  reduce,
} from './session';

const NOW = 1_000_000;
const ME = MIDDLE.view.viewer ?? 0;
const RIVAL = ME === 0 ? 1 : 0;
const THIRD = 2;
const PACE = 450;
const paced = { now: NOW, pace: PACE };
const at = (now: number): typeof paced => ({ now, pace: PACE });

function run(session: Session, ...inputs: Input[]): Session {
  return inputs.reduce((before, input) => reduce(before, input, paced), session);
}
const message = (said: Wire.ServerMessage): Input => ({ type: 'message', message: said });

/** The middle of a game, the own turn. */
function atMyTurn(): Session {
  const { setup, view } = MIDDLE;
  const seat = ME;
  return run(NEW_SESSION, {
    type: 'show',
    table: {
      version: 7,
      setup,
      seats: [seat],
      events: [{ type: 'market', seat, resource: 'gold' }],
      playerView: { seat, view, choices: MIDDLE_CHOICES, undo: 0 },
    },
  });
}

/** Someone at `seat` has raised the price of gold. */
const played = (version: number, seat: number): Wire.Update => ({
  type: 'update',
  version,
  changes: [
    { type: 'played', seat, id: null, bot: true, events: [{ type: 'market', seat, resource: 'gold' }] },
  ],
  table: null,
  player_view: null,
  clocks: null,
  proposals: [],
});

describe('moves of others', () => {
  test('are shown one at a time, each after its pause', () => {
    let session = run(
      atMyTurn(),
      message(played(8, RIVAL)),
      message(played(9, RIVAL)),
      message(played(10, THIRD)),
    );
    expect(session.table.version).toBe(8);
    expect(nextTick(session)).toBe(NOW + PACE);
    session = reduce(session, { type: 'tick' }, at(NOW + PACE - 1));
    expect(session.table.version).toBe(8);
    session = reduce(session, { type: 'tick' }, at(NOW + PACE));
    expect(session.table.version).toBe(9);
    session = reduce(session, { type: 'tick' }, at(NOW + 2 * PACE));
    expect(session.table.version).toBe(10);
    session = reduce(session, { type: 'tick' }, at(NOW + 3 * PACE));
    expect(nextTick(session)).toBeNull();
  });
  test('are shown at once where nothing may move, and when the person asks for it', () => {
    const all = [message(played(8, RIVAL)), message(played(9, RIVAL))];
    const still = all.reduce((before, input) => reduce(before, input, { now: NOW, pace: 0 }), atMyTurn());
    expect(still.table.version).toBe(9);
    expect(run(atMyTurn(), ...all, { type: 'show_all' }).table.version).toBe(9);
  });
  test('are shown before the own move is sent', () => {
    const session = run(atMyTurn(), message(played(8, RIVAL)), message(played(9, RIVAL)), {
      type: 'submit',
      id: 'a',
      move: { type: 'end_turn' },
    });
    expect(session.outbox).toEqual([
      { type: 'submit_move', id: 'a', version: 9, move: { type: 'end_turn' } },
    ]);
  });
  test('that are missing are asked for', () => {
    const session = run(atMyTurn(), message(played(10, RIVAL)));
    expect(session.table.version).toBe(7);
    expect(session.outbox).toEqual([{ type: 'resync', seen: 7 }]);
  });
  test('that came before are not told again', () => {
    const session = run(atMyTurn(), message(played(8, RIVAL)));
    expect(run(session, message(played(8, RIVAL)))).toBe(session);
    expect(newEvents(atMyTurn(), session)).toHaveLength(1);
  });
});

describe('a command', () => {
  const submitted = (): Session =>
    run(atMyTurn(), { type: 'submit', id: 'a', move: { type: 'market', resource: 'gold' } });
  test('is waited for until its outcome is shown', () => {
    let session = run(submitted(), message({ type: 'acknowledged', id: 'a', version: 8 }));
    expect(session.pending).not.toBeNull();
    session = run(session, message(played(8, ME)));
    expect(session.pending).toBeNull();
  });
  test('is sent once, however often the button is pressed', () => {
    expect(run(submitted(), { type: 'undo', id: 'b', wholeTurn: false }).outbox).toHaveLength(1);
  });
  test('that is refused frees the controls, and a stale one asks for everything', () => {
    const refused = { type: 'refused', id: 'a', code: 'stale', message: '', version: 9 } as const;
    const session = run(submitted(), message(refused));
    expect(session.pending).toBeNull();
    expect(session.refused?.code).toBe('stale');
    expect(session.outbox.at(-1)).toEqual({ type: 'resync', seen: null });
  });
});

describe('a draft', () => {
  const DRAFT = { ...EMPTY, card: 'ship' } as const;
  test('is kept while others move, and gone when it was played', () => {
    const session = run(atMyTurn(), { type: 'draft', draft: DRAFT });
    const view = session.table.playerView!;
    const others = { ...played(8, RIVAL), player_view: view };
    const own = { ...played(8, ME), player_view: view };
    expect(run(session, message(others)).draft.card).toBe('ship');
    expect(run(session, message(own)).draft).toBe(EMPTY);
  });
});

describe('a hint', () => {
  const asked = (): Session => run(atMyTurn(), { type: 'ask_hint', id: 'h', another: false });
  test('that never comes is given up, and said so', () => {
    expect(nextTick(asked())).toBe(NOW + HINT_PATIENCE);
    const session = reduce(asked(), { type: 'tick' }, at(NOW + HINT_PATIENCE));
    expect(session.advice.askedAt).toBeNull();
    expect(session.refused?.code).toBe('no_hint');
  });
  test('is not waited for when the connection is cut', () => {
    const state = { kind: 'waiting', tries: 1, at: NOW } as const;
    expect(run(asked(), { type: 'connection', state }).advice.askedAt).toBeNull();
  });
});

describe('at one device', () => {
  /** Two seats of this device; the other one is to move. */
  function shared(): Session {
    const session = atMyTurn();
    const { playerView } = session.table;
    const view = { ...playerView!.view, to_move: RIVAL };
    return run(session, {
      type: 'show',
      table: { seats: [ME, RIVAL], playerView: { ...playerView!, view } },
    });
  }
  test('the curtain is down until the next person lifts it, and then their seat is asked for', () => {
    const session = shared();
    expect(curtain(session)).toBe(RIVAL);
    expect(run(session, { type: 'lift', seat: RIVAL }).outbox).toEqual([{ type: 'look', seat: RIVAL }]);
  });
  test('who ended the turn cannot lift the curtain again while the server has not answered', () => {
    const session = run(
      atMyTurn(),
      { type: 'show', table: { seats: [ME, RIVAL] } },
      { type: 'lift', seat: ME },
      { type: 'submit', id: 'm1', move: { type: 'end_turn' } },
    );
    expect(curtain(session)).toBe('wait');
  });
  test('while a bot moves the curtain is down until the own hand is away', () => {
    const session = run(shared(), { type: 'show', table: { seats: [ME, RIVAL + 1] } });
    expect(curtain(session)).toBe('wait');
    const view = { ...session.table.playerView!, seat: null };
    expect(curtain(run(session, { type: 'show', table: { playerView: view } }))).toBeNull();
  });
  test('a seat that is not to move sees only what is public', () => {
    expect(run(shared(), message(played(8, ME))).outbox).toEqual([{ type: 'look', seat: null }]);
  });
  test('a lifted curtain stays lifted when what was sent before comes late', () => {
    const session = run(shared(), { type: 'lift', seat: RIVAL }, message(played(8, ME)));
    expect(session.lifted).toBe(RIVAL);
    expect(session.outbox).toEqual([{ type: 'look', seat: RIVAL }]);
  });
});

const chatted = (seat: number, reaction: Wire.Reaction | null = null): Wire.Said => ({
  type: 'said',
  line: { number: 1, seat, name: 'Ana', text: reaction ? '' : 'Ahoy', audience: 'players', at: 0, reaction },
});

test('own messages are read, before the game too; those of others are not', () => {
  const waiting = run(NEW_SESSION, { type: 'show', table: { seats: [ME] } });
  expect(run(waiting, message(chatted(ME))).unread).toBe(0);
  expect(run(waiting, message(chatted(RIVAL))).unread).toBe(1);
});

test('a quick message stays in the chat, for its sender too', () => {
  const session = run(atMyTurn(), message(chatted(ME, 'thanks')));
  expect(session.table.chat.map((line) => line.reaction)).toEqual(['thanks']);
  expect(session.reactions).toHaveLength(1);
});

test('reactions go by themselves, and those of muted people never come', () => {
  const reacted = chatted(RIVAL, 'wow');
  const session = run(atMyTurn(), message(reacted));
  expect(session.reactions).toHaveLength(1);
  expect(reduce(session, { type: 'tick' }, at(nextTick(session)!)).reactions).toEqual([]);
  const muted = run(atMyTurn(), { type: 'mute', seat: RIVAL, muted: true });
  expect(run(muted, message(reacted)).reactions).toEqual([]);
});
