/** The table as a screen sees it: waiting for hints, and a seat that a bot plays. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Wire from '../protocol/messages';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { Game } from './game.svelte';

function atMyTurn(): Game {
  const game = new Game('sample');
  const world = MIDDLE;
  const seat = world.view.viewer ?? 0;
  game.show({
    version: 7,
    setup: world.setup,
    seats: [seat],
    playerView: { seat, view: world.view, choices: MIDDLE_CHOICES, undo: 0 },
  });
  return game;
}

const HINT: Wire.Hint = {
  type: 'hint',
  id: 'x',
  version: 7,
  move: { type: 'end_turn' },
  bot: 'expert',
  reason: 'nothing_better',
  values: {},
};

describe('a hint', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  test('that never comes is given up, and said so', () => {
    const game = atMyTurn();
    game.askHint();
    expect(game.hintPending).toBe(true);
    vi.advanceTimersByTime(20_000);
    expect(game.hintPending).toBe(false);
    expect(game.refused?.code).toBe('no_hint');
  });
  test('that comes late takes the place of the word that none would come', () => {
    const game = atMyTurn();
    game.askHint();
    vi.advanceTimersByTime(20_000);
    game.receive(HINT);
    expect(game.hint).toEqual(HINT);
    expect(game.refused).toBeNull();
  });
  test('that is refused is not waited for', () => {
    const game = atMyTurn();
    game.askHint();
    game.receive({ type: 'refused', id: 'x', code: 'no_hint', message: '', version: 7 });
    expect(game.hintPending).toBe(false);
  });
  test('another idea is asked for by the next rank, and the last one stays when there is none', () => {
    const game = atMyTurn();
    game.askHint();
    game.receive(HINT);
    game.askHint(true);
    expect(game.hint).toBeNull();
    game.receive({ type: 'refused', id: 'x', code: 'no_hint', message: '', version: 7 });
    expect(game.hint).toEqual(HINT);
    expect(game.noMoreHints).toBe(true);
    expect(game.refused).toBeNull();
  });
  test('that comes ends the waiting', () => {
    const game = atMyTurn();
    game.askHint();
    game.receive(HINT);
    vi.advanceTimersByTime(20_000);
    expect(game.hintPending).toBe(false);
    expect(game.refused).toBeNull();
  });
});

describe('a seat that a bot plays', () => {
  test('has no turn, whatever could be done', () => {
    const game = atMyTurn();
    expect(game.myTurn).toBe(true);
    const seats = [{ seat: game.me, substitute: 'skilled', why: 'resigned' }];
    game.show({ info: { seats } as unknown as Wire.TableInfo });
    expect(game.myTurn).toBe(false);
    expect(game.ground?.choices).toBeNull();
    expect(game.substitute?.why).toBe('resigned');
  });
});
