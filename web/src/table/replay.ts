/** What a replay shows and offers beside the table itself, whatever it is shown with. */
import { handList } from '../game/ctrl';
import { type LogLine, cardName, logLines, playerName } from '../game/words';
import type { World } from '../game/world';
import { list, spoken, t } from '../i18n/index.svelte';
import type { Card, Colour, ResourceCounts, TimelinePoint } from '../protocol/messages';
import { type Film, FILM_SPEEDS, type Viewer, filmLength } from '../session/film';
import type { Action } from './model';
import { type Turn, turnsOf } from './turns';

/** Whose eyes the game can be seen through. */
export interface Eyes {
  readonly viewer: Viewer;
  readonly label: string;
  readonly name: string;
  readonly colour: Colour | null;
  readonly on: boolean;
}
export interface EventLine extends LogLine {
  /** A heading above the first line of each round; else empty. */
  readonly heading: string;
  readonly when: 'past' | 'now' | 'later';
}
/** What is known of a merchant's cards and goods at this moment. */
export interface Holding {
  readonly cards: readonly Card[] | null;
  readonly cardsText: string;
  readonly stock: ResourceCounts | null;
}
export interface ReplayModel {
  readonly title: string;
  readonly summary: string;
  readonly eyes: readonly Eyes[];
  readonly lines: readonly EventLine[];
  readonly count: string;
  readonly now: string;
  readonly round: string;
  readonly holdings: readonly Holding[];
  readonly points: readonly TimelinePoint[];
  readonly turns: readonly Turn[];
  readonly after: number;
  readonly length: number;
  readonly viewer: Viewer;
  readonly playing: boolean;
  readonly speed: number;
  readonly speeds: readonly { readonly value: number; readonly label: string }[];
  readonly embedded: boolean;
}
export type ReplayAction = 'step-back' | 'play' | 'step-on' | 'save-replay' | 'share' | 'play-on' | 'result';

const SPEED_LABELS: Readonly<Record<(typeof FILM_SPEEDS)[number], string>> = { 0.5: '½', 1: '1×', 3: '3×' };

export function replayActions(film: Film): Partial<Record<ReplayAction, Action>> {
  const { finished } = film.replay;
  const { embedded, game } = film.terms;
  const offered = (label: string): Action => ({ label, enabled: true });
  return {
    'step-back': offered(t('replay.back')),
    play: offered(film.stepAt === null ? t('replay.play') : t('replay.pause')),
    'step-on': offered(t('replay.on')),
    'save-replay': offered(t('replay.save')),
    ...(embedded ? {} : { share: offered(t('replay.share')) }),
    ...(finished && !embedded ? { 'play-on': offered(t('replay.play_on')) } : {}),
    // Of a table; a record has no page of its own.
    ...(finished && !embedded && game.kind === 'tables' ? { result: offered(t('replay.result')) } : {}),
  };
}

export function replayModel(film: Film, world: World): ReplayModel {
  const { replay, viewer, after } = film;
  const lines = eventLines(film, world);
  const now = lines.find((line) => line.when === 'now');
  const round = replay.timeline[Math.max(0, after - 1)]?.round ?? 0;
  const length = filmLength(film);
  return {
    title: t('replay.title'),
    summary: summary(film),
    eyes: eyes(film),
    lines,
    count: t('replay.of', { n: after, of: length }),
    now: now ? spoken(now.parts) : t('replay.start'),
    round: round > 0 ? t('phase.round', { n: round }) : '',
    holdings: world.setup.players.map((_, seat) => holding(film, world, seat)),
    points: replay.timeline,
    turns: turnsOf(replay.timeline),
    after,
    length,
    viewer,
    playing: film.stepAt !== null,
    speed: film.speed,
    speeds: FILM_SPEEDS.map((value) => ({ value, label: SPEED_LABELS[value] })),
    embedded: film.terms.embedded,
  };
}

function summary({ replay, final }: Film): string {
  const n = replay.timeline.at(-1)?.round ?? 0;
  const winners = final?.view.result?.winners.map((seat) => replay.setup.players[seat]!.name);
  const told = winners ? t('replay.summary', { n, names: list(winners) }) : t('replay.running', { n });
  return replay.verified ? told : `${told}. ${t('replay.unverified')}`;
}

/** While a game runs only the own view, or what is public, is open. */
function eyes({ replay, viewer }: Film): Eyes[] {
  const open = replay.finished || viewer === 'all' ? 'all' : 'public';
  const label = t(open === 'all' ? 'replay.all' : 'replay.public');
  const everybody: Eyes = { viewer: open, label, name: label, colour: null, on: viewer === open };
  if (!replay.finished) return [everybody];
  const seats = replay.setup.players.map(({ name, colour }, seat): Eyes => ({
    viewer: seat,
    label: t('replay.as', { name }),
    name,
    colour,
    on: viewer === seat,
  }));
  return [everybody, ...seats];
}

/** All events; what is still to come names its islands as they will be called. */
function eventLines({ replay, final, after }: Film, world: World): EventLine[] {
  const told = logLines(world, replay.events);
  const later = final ? logLines({ ...world, view: final.view }, replay.events) : told;
  const lines = [...told.filter((l) => l.index < after), ...later.filter((l) => l.index >= after)];
  const now = lines.findLast((line) => line.index < after);
  const round = (index: number): number => replay.timeline[index]?.round ?? 0;
  return lines.map((line, i) => {
    const r = round(line.index);
    const first = i === 0 || round(lines[i - 1]!.index) !== r;
    const heading = first ? (r === 0 ? t('replay.setup') : t('phase.round', { n: r })) : '';
    return { ...line, heading, when: line === now ? 'now' : line.index < after ? 'past' : 'later' };
  });
}

function holding({ frame, viewer }: Film, { view }: World, seat: number): Holding {
  const hand = frame?.hands?.[seat] ?? (viewer === seat ? view.hand : null);
  const cards = hand ? handList(hand) : null;
  return {
    cards,
    cardsText: cards
      ? t('replay.hand', { list: cards.map(cardName).join(', ') })
      : t('replay.hidden_hand', { n: view.seats[seat]!.hand }),
    stock: frame?.stocks?.[seat] ?? view.seats[seat]!.stock,
  };
}

/** The dialog that shares a moment: what its link shows. */
export function shareText(film: Film, world: World, linked: boolean): string {
  if (!film.terms.shareable) return t('replay.share_later');
  if (linked) return t('replay.share_linked');
  if (!film.replay.finished) return t('replay.share_running');
  return typeof film.viewer === 'number'
    ? t('replay.share_seat', { name: playerName(world, film.viewer) })
    : t('replay.share_all');
}
