/** A replay as a session: which moment is shown, as whom, and playing by itself, with a clock of the test's own. */
import { beforeAll, describe, expect, test } from 'vitest';
import { setLanguage } from '../i18n/index.svelte';
import type { Event as GameEvent, Frame, Replay } from '../protocol/messages';
import { LATE } from '../sample/recorded/late';
import { tableModel } from '../table/model';
import type { FilmInput, FilmTerms, Viewer } from './film';
import { type Input, NEW_SESSION, type Session, nextTick, reduce } from './session';

beforeAll(() => setLanguage('en'));

const { setup, view } = LATE;
const players = setup.players.length;
const EVENTS: GameEvent[] = Array.from({ length: 20 }, (_, i) => ({
  type: 'market',
  seat: i % players,
  resource: 'spice',
}));
const NOTHING = { ebony: 0, spice: 0, pigment: 0, gold: 0 };
const replay: Replay = {
  source: 'record',
  setup,
  events: EVENTS,
  timeline: EVENTS.map((_, i) => ({
    round: Math.floor(i / players),
    seat: i % players,
    wealth: setup.players.map(() => i),
    prices: NOTHING,
  })),
  verdicts: [],
  finished: true,
  verified: true,
  length: null,
};
const TERMS: FilmTerms = {
  game: { kind: 'records', id: 'x', token: null },
  invitation: null,
  shareable: true,
  embedded: false,
};
const FIRST = players + 1;

const film = (viewer: Viewer = 'all', more: Partial<Replay> = {}, terms = TERMS): FilmInput => ({
  type: 'film',
  replay: { ...replay, ...more },
  viewer,
  after: 0,
  terms,
});
const frame = (after: number, viewer: Viewer = 'all'): FilmInput => {
  const open = viewer === 'all';
  const hand = { ship: 1, plantation: 0, gold_mine: 0, building: 0, ruins: 0, market: 0 };
  const shown: Frame = {
    after,
    view: { ...view, hand: typeof viewer === 'number' ? hand : null },
    hands: open ? setup.players.map(() => hand) : null,
    stocks: open ? setup.players.map(() => NOTHING) : null,
  };
  return { type: 'frame', viewer, frame: shown };
};
const run = (inputs: readonly Input[], now = 0, from: Session = NEW_SESSION): Session =>
  inputs.reduce((session, input) => reduce(session, input, { now, pace: 0 }), from);

describe('the moment', () => {
  test('nothing before the deal can be shown, and nothing after the end', () => {
    const opened = run([film()]);
    expect(opened.film?.after).toBe(FIRST);
    expect(run([{ type: 'go', after: 99 }], 0, opened).film?.after).toBe(EVENTS.length);
  });
  test('the table shows a frame when it has come, and only the one that is wanted', () => {
    const asked = run([film(), frame(FIRST), { type: 'go', after: 9 }]);
    expect(asked.table.events).toHaveLength(FIRST);
    expect(run([frame(12)], 0, asked).table.events).toHaveLength(FIRST);
    expect(run([frame(9)], 0, asked).table.events).toHaveLength(9);
  });
  test('seen by a seat the table is that seat\u2019s; a frame for other eyes comes too late', () => {
    const asked = run([film(), frame(FIRST), { type: 'see_as', viewer: 1 }, film(1)]);
    expect(asked.film).toMatchObject({ viewer: 1, after: FIRST });
    expect(run([frame(FIRST)], 0, asked).film?.frame?.hands).toEqual(asked.film?.frame?.hands);
    const seen = run([frame(FIRST, 1)], 0, asked);
    expect(seen.table.playerView).toMatchObject({ seat: 1, choices: null });
    expect(seen.film?.frame?.hands).toBeNull();
  });
});

describe('playing by itself', () => {
  const started = run([film(), { type: 'play_film', playing: true }], 1000);
  test('goes one event further whenever a step is due, faster with the speed', () => {
    expect(nextTick(started)).toBe(1900);
    const stepped = run([{ type: 'tick' }], 1900, started);
    expect(stepped.film?.after).toBe(FIRST + 1);
    const quick = run([{ type: 'film_speed', speed: 3 }, { type: 'tick' }], 2800, stepped);
    expect(nextTick(quick)).toBe(3100);
  });
  test('stops at the end, and begins again from there', () => {
    let session = run([{ type: 'go', after: EVENTS.length }], 1000, started);
    session = run([{ type: 'tick' }], 1900, session);
    expect(nextTick(session)).toBeNull();
    session = run([{ type: 'play_film', playing: true }], 2000, session);
    expect(session.film).toMatchObject({ after: FIRST, stepAt: 2900 });
  });
  test('a pause ends it', () => {
    expect(nextTick(run([{ type: 'play_film', playing: false }], 1200, started))).toBeNull();
  });
});

describe('what the screens show', () => {
  test('every event with the moment, rounds as headings, and whose eyes there are', () => {
    const { replay: model, watching } = tableModel(run([film(), { type: 'go', after: 12 }, frame(12)]));
    expect(watching).toBe(true);
    expect(model!.lines.map((line) => line.when)).toEqual(
      EVENTS.map((_, i) => (i < 11 ? 'past' : i === 11 ? 'now' : 'later')),
    );
    expect(model!.lines.filter((line) => line.heading).length).toBe(Math.ceil(EVENTS.length / players));
    expect(model!.count).toBe('12 of 20');
    expect(model!.eyes.map((eyes) => eyes.viewer)).toEqual(['all', ...setup.players.keys()]);
    expect(model!.holdings.every(({ cards, stock }) => cards?.length === 1 && stock)).toBe(true);
  });
  test('through the eyes of a seat the other hands are hidden', () => {
    const { holdings } = tableModel(run([film(1), frame(FIRST, 1)])).replay!;
    expect(holdings.map(({ cards }) => cards !== null)).toEqual(setup.players.map((_, seat) => seat === 1));
    expect(holdings[0]!.cardsText).toMatch(/hidden/);
  });
  test('what can be done: nothing that plays, and no ways out inside another page', () => {
    const offered = (terms: FilmTerms, more: Partial<Replay> = {}): string[] =>
      Object.keys(tableModel(run([film('all', more, terms), frame(FIRST)])).actions);
    expect(offered(TERMS)).toEqual(['step-back', 'play', 'step-on', 'save-replay', 'share', 'play-on']);
    expect(offered(TERMS, { finished: false })).not.toContain('play-on');
    expect(offered({ ...TERMS, embedded: true })).toEqual(['step-back', 'play', 'step-on', 'save-replay']);
  });
});
