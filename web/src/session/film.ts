/**
 * A game that is stepped through instead of played: which moment is shown, as whom, and whether it plays by
 * itself. Frames come from a source; which one is wanted stands in `after` and `viewer`.
 */
import type * as Wire from '../protocol/messages';
import type { TableState } from './table';

/** All revealed, what everybody sees, or as one seat saw it. */
export type Viewer = 'all' | 'public' | number;

export interface Film {
  readonly replay: Wire.Replay;
  readonly viewer: Viewer;
  /** How many events have happened at the moment wanted. */
  readonly after: number;
  /** The moment shown; the one wanted may still be on its way. */
  readonly frame: Wire.Frame | null;
  /** How it ended: names of islands yet to be found, and who won. */
  readonly final: Wire.Frame | null;
  readonly speed: number;
  /** It plays by itself: when the next step is due. */
  readonly stepAt: number | null;
  readonly terms: FilmTerms;
}
/** A game that can be replayed: a table or, as `record-…`, an imported record. */
export interface GameAddress {
  readonly kind: 'tables' | 'records';
  readonly id: string;
  readonly token: string | null;
}
/** Where a film comes from, and how a moment of it can be passed on. */
export interface FilmTerms {
  readonly game: GameAddress;
  /** Invitation code of the table, where it has one. */
  readonly invitation: string | null;
  /** Its link opens for everybody: the game is over, or spectators are admitted. */
  readonly shareable: boolean;
  /** Inside another page: to look at only. */
  readonly embedded: boolean;
}

/** What a source of a film tells. */
export type FilmInput =
  | {
      readonly type: 'film';
      readonly replay: Wire.Replay;
      readonly viewer: Viewer;
      readonly after: number;
      readonly terms: FilmTerms;
    }
  | { readonly type: 'frame'; readonly viewer: Viewer; readonly frame: Wire.Frame };
/** What a person wants of a film. */
export type FilmIntent =
  | { readonly type: 'go'; readonly after: number }
  | { readonly type: 'see_as'; readonly viewer: Viewer }
  | { readonly type: 'play_film'; readonly playing: boolean }
  | { readonly type: 'film_speed'; readonly speed: number };

export const FILM_SPEEDS = [0.5, 1, 3] as const;
const STEP = 900;

export const filmLength = ({ replay }: Pick<Film, 'replay'>): number => replay.events.length;
/** The first moment there is something to see: tiles turned up and all hands dealt. */
export const firstMoment = (film: Pick<Film, 'replay'>): number =>
  Math.min(filmLength(film), film.replay.setup.players.length + 1);
const clamped = (film: Film, after: number): number =>
  Math.max(firstMoment(film), Math.min(filmLength(film), after));
const at = (film: Film, after: number): Film => ({ ...film, after: clamped(film, after) });

export function reduceFilm(before: Film | null, input: FilmInput | FilmIntent, now: number): Film | null {
  if (input.type === 'film') return opened(before, input);
  if (!before) return null;
  switch (input.type) {
    case 'frame':
      return framed(before, input.viewer, input.frame);
    case 'go':
      return at(before, input.after);
    case 'see_as':
      return { ...before, viewer: input.viewer };
    case 'play_film': {
      const over = before.after >= filmLength(before);
      const film = input.playing && over ? at(before, 0) : before;
      return { ...film, stepAt: input.playing ? now + STEP / film.speed : null };
    }
    case 'film_speed':
      return { ...before, speed: input.speed };
  }
}

function opened(before: Film | null, input: Extract<FilmInput, { type: 'film' }>): Film {
  const { replay, viewer, terms } = input;
  const kept = before ?? { after: input.after, speed: 1, stepAt: null };
  return at({ ...kept, replay, viewer, terms, frame: before?.frame ?? null, final: null }, kept.after);
}

function framed(film: Film, viewer: Viewer, frame: Wire.Frame): Film {
  if (viewer !== film.viewer) return film;
  const last = frame.after === filmLength(film);
  return {
    ...film,
    frame: frame.after === film.after ? frame : film.frame,
    final: last ? frame : film.final,
  };
}

/** Time has passed: one step further, or the end. */
export function stepFilm(film: Film | null, now: number): Film | null {
  if (!film || film.stepAt === null || film.stepAt > now) return film;
  if (film.after >= filmLength(film)) return { ...film, stepAt: null };
  return { ...at(film, film.after + 1), stepAt: now + STEP / film.speed };
}

/** The table at the moment that is shown. */
export function filmTable({ replay, viewer, frame }: Film): Partial<TableState> {
  if (!frame) return {};
  const seat = typeof viewer === 'number' ? viewer : null;
  return {
    version: 1,
    setup: replay.setup,
    events: replay.events.slice(0, frame.after),
    playerView: { seat, view: frame.view, choices: null, undo: 0 },
  };
}
