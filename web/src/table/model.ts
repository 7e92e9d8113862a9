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
  | ReplayAction;

export interface Action {
  readonly label: string;
  readonly enabled: boolean;
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
  /** What a replay has beside the table. */
  readonly replay: ReplayModel | null;
}

const NO_WORDS: PromptWords = { title: '', line: '', confirm: '' };

export function tableModel(session: Session): TableModel {
  const { table, draft } = session;
  const world = worldOf(table.setup, table.playerView);
  const ground = groundOf(table.setup, table.playerView, substitute(table) !== null);
  const words = world && ground ? promptWords(world, ground, draft) : NO_WORDS;
  return {
    actions: session.film ? replayActions(session.film) : ground ? actions(session, ground, words) : {},
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
    replay: session.film && world ? replayModel(session.film, world) : null,
  };
}

type Actions = Partial<Record<ActionId, Action>>;

function actions(session: Session, ground: Ground, words: PromptWords): Actions {
  const { choices } = ground;
  if (!isMyTurn(session.table) || !choices) return {};
  const busy = session.pending !== null;
  const offline = session.connection.kind !== 'live';
  const free = !busy && !offline;
  const waiting = session.advice.askedAt !== null;
  // A mulligan that is decided before its turn is the own idea: hints are for the seat to move.
  const hinted = session.table.info?.hints !== false && ground.view.to_move === choices.seat;
  const offered: Actions = {
    ...(hinted
      ? { hint: { label: waiting ? t('hint.thinking') : t('hint.ask'), enabled: free && !waiting } }
      : {}),
    ...hintActions(session),
  };
  if (choices.kind === 'mulligan') return { ...offered, ...mulliganActions(session.draft, busy) };
  const idle = isIdle(session.draft);
  const steps = session.table.playerView?.undo ?? 0;
  offered.undo = { label: t('do.undo'), enabled: (steps > 0 || !idle) && free };
  if (steps > 1) offered.restart = { label: t('do.restart'), enabled: free };
  if (choices.kind === 'turn')
    offered['end-turn'] = { label: t('do.end_turn'), enabled: choices.end_turn && free };
  return idle ? offered : { ...offered, ...draftActions(session, ground, words) };
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
    ...(cost(ground, draft) > 0 ? { suggest: { label: t('pay.suggest'), enabled: lacking > 0 } } : {}),
    confirm: { label, enabled: isReady(ground, draft) && !busy },
    cancel: { label: t('do.cancel'), enabled: true },
  };
}

const GIVES_UP = {
  nothing: 'pay.gives_nothing',
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

/** People decide their mulligans at the same time; whose are still missing. */
function decided({ table }: Session, world: World): string {
  if (!table.playerView?.mulligan) return '';
  const missing = (table.info?.seats ?? []).filter((seat) => isChoosing(table, seat.seat));
  return t('mulligan.decided', { names: list(missing.map((seat) => playerName(world, seat.seat))) });
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
