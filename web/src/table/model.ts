/**
 * What a table shows and offers, whatever it is shown with: chart, tablet, phone or text. Every label, every
 * enabled flag, every preview and notice is decided here, once; screens only lay it out.
 */
import { list, t } from '../i18n/index.svelte';
import { HINT, REFUSAL } from '../i18n/keys';
import type { Draft, Ground } from '../game/ctrl';
import { cost, givesUp, hideoutDraw, isIdle, isReady, missing, piratesDraw, raidsFrom } from '../game/ctrl';
import { type RisePreview, rises } from '../game/market';
import { type PromptWords, hintTitle, promptWords } from '../game/prompt';
import { type Move, type ResourceCounts, RESOURCES } from '../protocol/messages';
import { adviceBy, nameAt, playerName } from '../game/words';
import { type World, priceOf } from '../game/world';
import type { Session } from '../session/session';
import { takeBack } from './takeBack';
import { type MenuEntry, type SeatOffers, menu, seatOffers } from './menu';
import { type Browser, PLAIN_BROWSER, type TableNotice, notices } from './notices';
import { type ReplayAction, type ReplayModel, replayActions, replayModel } from './replay';
import { groundOf, isChoosing, isMyTurn, substitute, worldOf } from '../session/session';

/** Things a person can do at a moment, beside choosing cards and places. */
export type ActionId =
  | 'keep'
  | 'swap'
  | 'hint'
  | 'hint-set'
  | 'hint-another'
  | 'undo'
  | 'restart'
  | 'suggest'
  | 'confirm'
  | 'cancel'
  | 'end-turn'
  | 'to-score'
  | ReplayAction;

export interface Action {
  readonly label: string;
  readonly enabled: boolean;
  /** Why it cannot be done now, where that is not plain to see. */
  readonly why?: string;
}
/** A bot's idea in words. */
export interface HintWords {
  readonly from: string;
  readonly title: string;
  readonly why: string;
  readonly move: Move;
}
/** What ending the turn gives. */
export interface TurnEnd {
  readonly production: ResourceCounts;
  readonly made: number;
  readonly draw: number;
}
/** A ship goes into a hideout: whom it would hurt, and how many cards are drawn afterwards. */
export interface RaidPreview {
  readonly tile: string;
  /** Rivals with ships or pioneers there; forts protect. */
  readonly islands: readonly {
    readonly name: string;
    readonly there: readonly { readonly seat: number; readonly fort: boolean }[];
  }[];
  readonly draw: string;
}

export interface TableModel {
  /** What there is to do now; what is missing is not offered at all. */
  readonly actions: Readonly<Partial<Record<ActionId, Action>>>;
  readonly words: PromptWords;
  readonly hint: HintWords | null;
  readonly turnEnd: TurnEnd | null;
  /** What the own stock is worth; null for those who hold none. */
  readonly worth: number | null;
  /** A Market card is chosen: what each rise would change. */
  readonly rises: readonly RisePreview[] | null;
  readonly raid: RaidPreview | null;
  /** The suggested payment is taken: what it gives up, in one line; else empty. */
  readonly payment: string;
  /** Why the server refused the last command. */
  readonly refusal: string;
  /** Whether bots may be asked at this table. */
  readonly offersHints: boolean;
  /** The own mulligan is decided and waits for its turn: for whom; else empty. */
  readonly decided: string;
  /** Where things stand, in whole sentences. */
  readonly status: string;
  /** Looked at only: nothing can be played from here. */
  readonly watching: boolean;
  /** By seat: who is missed, in a sentence; empty for those who are here, for bots and substitutes. */
  readonly missed: readonly string[];
  /** What a replay has beside the table. */
  readonly replay: ReplayModel | null;
  /** What is said above the board, the most urgent first. */
  readonly notices: readonly TableNotice[];
  readonly menu: readonly MenuEntry[];
  /** In the menu: what can be done about others who are slow or away. */
  readonly seatOffers: readonly SeatOffers[];
}

const NO_WORDS: PromptWords = { title: '', line: '', confirm: '' };

export function tableModel(session: Session, browser: Browser = PLAIN_BROWSER): TableModel {
  const { table, draft } = session;
  const world = worldOf(table.setup, table.playerView);
  const ground = groundOf(table.setup, table.playerView, substitute(table) !== null);
  const words = world && ground ? promptWords(world, ground, draft) : NO_WORDS;
  const offered = session.film ? replayActions(session.film) : ground ? actions(session, ground, words) : {};
  return {
    actions: offered,
    words,
    hint: world && ground ? hintWords(session, world, ground) : null,
    turnEnd: world ? turnEnd(world) : null,
    worth: world ? worthOf(world) : null,
    rises: world && ground && draft.card === 'market' ? rises(world, ground) : null,
    raid: world && ground ? raidPreview(world, ground, draft) : null,
    payment: ground ? paymentWords(ground, draft) : '',
    refusal: session.refused ? t(REFUSAL[session.refused.code]) : '',
    offersHints: table.info?.hints !== false,
    decided: world ? decided(session, world) : '',
    status: world && ground ? decided(session, world) || status(world, ground, draft, words) : '',
    watching: session.film !== null || world?.me == null,
    missed: world ? world.setup.players.map((_, seat) => missed(session, world, seat)) : [],
    replay: session.film && world ? replayModel(session.film, world) : null,
    notices: world ? notices(session, world, browser) : [],
    menu: menu(session, offered, browser),
    seatOffers: seatOffers(session, browser),
  };
}

function undoWhy({ table, connection }: Session): string {
  if (connection.kind !== 'live') return t('why.offline');
  const last = table.events.at(-1);
  const own = last && 'seat' in last && last.seat === table.playerView?.seat && last.type !== 'end_turn';
  return t(own ? 'undo.revealed' : 'undo.nothing');
}

function missed({ table, film, lost }: Session, world: World, seat: number): string {
  const person = world.setup.players[seat]!.kind === 'human' && !table.info?.seats[seat]?.substitute;
  if (film || !person || world.view.phase === 'over' || table.presence.online.includes(seat)) return '';
  return t(seat in lost ? 'players.reconnecting' : 'players.away', { name: playerName(world, seat) });
}

type Actions = Partial<Record<ActionId, Action>>;

function actions(session: Session, ground: Ground, words: PromptWords): Actions {
  const { choices } = ground;
  if (ground.view.phase === 'over') return { 'to-score': { label: t('over.score'), enabled: true } };
  if (!isMyTurn(session.table) || !choices) return offTurn(session);
  const busy = session.pending !== null;
  const offline = session.connection.kind !== 'live';
  const free = !busy && !offline;
  const waiting = session.advice.askedAt !== null;
  // A mulligan that is decided before its turn is the own idea: hints are for the seat to move.
  const hinted = session.table.info?.hints !== false && ground.view.to_move === choices.seat;
  const offered: Actions = {
    'end-turn': { label: t('do.end_turn'), enabled: false },
    ...(hinted
      ? { hint: { label: waiting ? t('hint.thinking') : t('hint.ask'), enabled: free && !waiting } }
      : {}),
    ...hintActions(session),
  };
  const asked = takeBack(session) !== null && free;
  offered.undo = { label: t('do.undo'), enabled: asked, why: t('undo.nothing') };
  if (choices.kind === 'mulligan') return { ...offered, ...mulliganActions(session.draft, busy) };
  const idle = isIdle(session.draft);
  const steps = session.table.playerView?.undo ?? 0;
  offered.undo = {
    label: t('do.undo'),
    enabled: (steps > 0 || !idle || asked) && free,
    why: undoWhy(session),
  };
  if (steps > 1) offered.restart = { label: t('do.restart'), enabled: free };
  if (choices.kind === 'turn')
    offered['end-turn'] = {
      label: t('do.end_turn'),
      enabled: choices.end_turn && free,
      why: offline ? t('why.offline') : '',
    };
  return idle ? offered : { ...offered, ...draftActions(session, ground, words) };
}

/** The buttons of a turn stay in their places while others play. */
function offTurn(session: Session): Actions {
  const asked = takeBack(session) !== null && session.connection.kind === 'live';
  return {
    undo: { label: t('do.undo'), enabled: asked, why: t('undo.not_yours') },
    'end-turn': { label: t('do.end_turn'), enabled: false, why: t('refusal.not_your_turn') },
  };
}

function hintActions({ advice }: Session): Actions {
  if (!advice.hint) return {};
  const end = advice.hint.move.type === 'end_turn';
  return {
    'hint-set': { label: end ? t('do.ok') : t('hint.set_up'), enabled: true },
    'hint-another': {
      label: advice.exhausted ? t('hint.no_more') : t('hint.another'),
      enabled: !advice.exhausted,
    },
  };
}

function mulliganActions({ swaps }: Draft, busy: boolean): Actions {
  const n = swaps.length;
  return {
    keep: { label: t('mulligan.keep'), enabled: !busy },
    swap: { label: n > 0 ? t('mulligan.swap', { n }) : t('mulligan.swap_none'), enabled: n > 0 && !busy },
  };
}

/** What is put together can be paid for, confirmed, or put back. */
function draftActions(session: Session, ground: Ground, words: PromptWords): Actions {
  const { draft } = session;
  const busy = session.pending !== null;
  const lacking = missing(ground, draft);
  const offline = session.connection.kind !== 'live';
  const label =
    busy && offline
      ? t('do.will_be_sent')
      : lacking > 0 && draft.target
        ? t('pay.more', { n: lacking })
        : words.confirm;
  return {
    // Without a target there is nothing to pay for yet: the suggested payment comes with it.
    ...(cost(ground, draft) > 0
      ? { suggest: { label: t('pay.suggest'), enabled: lacking > 0 && draft.target !== null } }
      : {}),
    confirm: { label, enabled: isReady(ground, draft) && !busy },
    cancel: { label: t('do.cancel'), enabled: true },
  };
}

const GIVES_UP = {
  nothing: 'pay.gives_nothing',
  spare: 'pay.gives_spare',
  next_turn: 'pay.gives_next_turn',
  this_turn: 'pay.gives_this_turn',
} as const;

function paymentWords(ground: Ground, draft: Draft): string {
  const gives = givesUp(ground, draft);
  return gives ? t(GIVES_UP[gives]) : '';
}

function status(world: World, ground: Ground, draft: Draft, words: PromptWords): string {
  const { choices } = ground;
  if (!choices) {
    const mover = world.view.to_move;
    return mover === null ? t('over.title') : t('text.wait', { name: playerName(world, mover) });
  }
  if (choices.kind === 'mulligan') return t('mulligan.title');
  const price = cost(ground, draft);
  const paid = price > 0 ? t('text.paid', { n: draft.paid.length, of: price }) : '';
  const parts = [words.title, words.line, paid].filter((part) => part !== '');
  return parts.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ');
}

/** People decide their mulligans at the same time, bots when it is their turn; whose are still missing. */
function decided({ table }: Session, world: World): string {
  if (!table.playerView?.mulligan) return '';
  const missing = world.setup.players.flatMap((_, seat) =>
    seat !== world.me && (seat === world.view.to_move || isChoosing(table, seat))
      ? playerName(world, seat)
      : [],
  );
  return missing.length === 0 ? t('mulligan.chosen') : t('mulligan.decided', { names: list(missing) });
}

function hintWords({ advice }: Session, world: World, ground: Ground): HintWords | null {
  const { hint } = advice;
  if (!hint) return null;
  const move = hint.move;
  return {
    from: adviceBy(hint.bot),
    title: hintTitle(world, ground, move),
    why: t(HINT[hint.reason]),
    move,
  };
}

function turnEnd({ view, me }: World): TurnEnd | null {
  const seat = view.seats[me ?? 0];
  if (!seat || view.phase !== 'turns') return null;
  const made = RESOURCES.reduce((sum, r) => sum + seat.production[r], 0);
  return { production: seat.production, made, draw: seat.draw };
}

function worthOf(world: World): number | null {
  const stock = world.me === null ? null : world.view.seats[world.me]?.stock;
  return stock ? RESOURCES.reduce((sum, r) => sum + stock[r] * priceOf(world, r), 0) : null;
}

function raidPreview(world: World, ground: Ground, { target, from }: Draft): RaidPreview | null {
  if (target?.kind !== 'hideout') return null;
  const n = hideoutDraw(ground, from) ?? world.view.seats[world.me ?? 0]?.draw ?? 0;
  return {
    tile: target.tile,
    islands: raidsFrom(ground, target.tile).map((raid) => ({
      name: nameAt(world, raid.island),
      there: raid.seats.map((seat) => ({ seat, fort: raid.protected.includes(seat) })),
    })),
    draw: t(piratesDraw(ground) ? 'raid.draws' : 'raid.draws_not', { n }),
  };
}
