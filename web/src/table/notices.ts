/** What is said above the board beside the move itself: the same on every screen, in one order. */
import type { IconName } from '../art/shapes';
import { nearing, tenthBy } from '../game/ending';
import { type SinceMove, movesSince } from '../game/since';
import { countedCards, playerName, proposalWords } from '../game/words';
import type { World } from '../game/world';
import { isIdle } from '../game/ctrl';
import { list, said, spoken, t } from '../i18n/index.svelte';
import type { Proposal } from '../protocol/messages';
import { type Session, isMyTurn, substitute } from '../session/session';

/** What the answer to a notice does. */
export type NoticeAnswer =
  | { readonly type: 'vote'; readonly proposal: number; readonly agree: boolean }
  | { readonly type: 'return' | 'try_now' | 'since_read' };
export interface NoticeAction {
  readonly id: 'agree' | 'decline' | 'withdraw' | 'come-back' | 'try-now' | 'close';
  readonly label: string;
  /** The answer that goes on. */
  readonly main: boolean;
  readonly answer: NoticeAnswer;
}
export interface TableNotice {
  readonly id:
    | 'offline'
    | 'storage-full'
    | 'nudge'
    | 'proposal'
    | 'substitute'
    | 'new-cards'
    | 'since'
    | 'nearing'
    | 'last-round';
  /** Different for two notices of one kind. */
  readonly key: string;
  /** urgent: always in view; standing: where there is room; calm: away while a move is put together. */
  readonly rank: 'urgent' | 'standing' | 'calm';
  /** Told at once to those who listen: the person has to answer. */
  readonly alert: boolean;
  readonly icon: IconName | null;
  /** In bold before the text. */
  readonly lead: string;
  readonly text: string;
  /** A proposal to take moves back: how many events would be left. */
  readonly kept: number | null;
  /** Who is waited for. */
  readonly waiting: string;
  /** The next attempt to connect. */
  readonly retry: { readonly n: number; readonly at: number } | null;
  /** What happened since the own last turn, move by move. */
  readonly moves: readonly SinceMove[];
  readonly actions: readonly NoticeAction[];
}

/** What the browser knows about a table beside its session. */
export interface Browser {
  /** The table is one of this page. */
  readonly own: boolean;
  /** The browser keeps nothing more. */
  readonly full: boolean;
  /** The table is shown as text. */
  readonly textView: boolean;
  /** The key of the host is held here. */
  readonly host: boolean;
}
export const PLAIN_BROWSER: Browser = { own: false, full: false, textView: false, host: false };

type Told = Pick<TableNotice, 'id' | 'rank' | 'icon' | 'text'> & Partial<TableNotice>;
const notice = (told: Told): TableNotice => ({
  key: told.id,
  alert: false,
  lead: '',
  kept: null,
  waiting: '',
  retry: null,
  moves: [],
  actions: [],
  ...told,
});

/** The most urgent first: where there is room for one, it is that. */
export function notices(session: Session, world: World, browser: Browser): TableNotice[] {
  if (session.film) return ending(session, world);
  return [
    ...connection(session, browser),
    ...nudge(session, world),
    ...session.table.proposals.map((proposal) => proposed(session, world, proposal)),
    ...substituted(session),
    ...newCards(session, world),
    ...since(session, world),
    ...ending(session, world),
  ];
}

function connection(
  { connection: line, table, pending, draft }: Session,
  { own, full }: Browser,
): TableNotice[] {
  const waiting = line.kind === 'waiting';
  if (waiting || (line.kind === 'connecting' && table.version > 0)) {
    const kept = pending !== null || !isIdle(draft);
    return [
      notice({
        id: 'offline',
        rank: 'urgent',
        icon: 'offline',
        lead: t(own ? 'line.restarting' : 'line.lost'),
        text: t(kept ? 'line.kept' : 'line.safe'),
        retry: waiting ? { n: line.tries, at: line.at } : null,
        actions: waiting
          ? [{ id: 'try-now', label: t('line.now'), main: false, answer: { type: 'try_now' } }]
          : [],
      }),
    ];
  }
  return full && own
    ? [notice({ id: 'storage-full', rank: 'urgent', alert: true, icon: 'offline', text: t('line.full') })]
    : [];
}

function nudge({ nudge: nudged }: Session, world: World): TableNotice[] {
  if (!nudged) return [];
  const [name, by] = [playerName(world, nudged.seat), playerName(world, nudged.by)];
  const mine = nudged.seat === world.me;
  const text = mine ? t('nudge.you', { name: by }) : t('nudge.other', { name, by });
  return [notice({ id: 'nudge', rank: 'urgent', alert: mine, icon: 'clock', text })];
}

function proposed({ table }: Session, world: World, { id, kind, by, needed, events }: Proposal): TableNotice {
  const length = table.events.length;
  const mine = world.me !== null && needed.includes(world.me);
  const vote = (agree: boolean): NoticeAnswer => ({ type: 'vote', proposal: id, agree });
  const actions: NoticeAction[] = mine
    ? [
        { id: 'decline', label: t('proposal.no'), main: false, answer: vote(false) },
        { id: 'agree', label: t('proposal.yes'), main: true, answer: vote(true) },
      ]
    : table.seats.includes(by)
      ? [{ id: 'withdraw', label: t('proposal.withdraw'), main: false, answer: vote(false) }]
      : [];
  return notice({
    id: 'proposal',
    key: `proposal ${id}`,
    rank: 'urgent',
    alert: mine,
    icon: null,
    text: spoken(proposalWords(world, kind, by, length - (events ?? 0))),
    kept: events ?? null,
    waiting: mine
      ? ''
      : t('proposal.waiting', { names: list(needed.map((seat) => playerName(world, seat))) }),
    actions,
  });
}

/** A bot plays this seat: why, and the way back if there is one. */
function substituted({ table }: Session): TableNotice[] {
  const by = table.info?.status === 'playing' ? substitute(table) : null;
  if (!by) return [];
  const resigned = by.why === 'resigned';
  return [
    notice({
      id: 'substitute',
      rank: 'urgent',
      icon: 'bot',
      text: t(resigned ? 'substitute.resigned' : 'substitute.plays'),
      actions: resigned
        ? []
        : [{ id: 'come-back', label: t('menu.return'), main: true, answer: { type: 'return' } }],
    }),
  ];
}

/** What the mulligan brought, until the first island is placed. */
function newCards({ table }: Session, { view, me }: World): TableNotice[] {
  if (view.phase !== 'first_islands') return [];
  const swap = table.events.find((event) => event.type === 'mulligan' && event.seat === me);
  const drawn = swap?.type === 'mulligan' && typeof swap.drawn !== 'number' ? swap.drawn : [];
  if (drawn.length === 0) return [];
  const text = t('mulligan.new', { cards: countedCards(drawn) });
  return [notice({ id: 'new-cards', rank: 'standing', icon: 'cards', text })];
}

function since({ table, sinceRead }: Session, world: World): TableNotice[] {
  const { events } = table;
  if (!isMyTurn(table) || sinceRead === events.length || events.at(-1)?.type !== 'end_turn') return [];
  const moves = movesSince(world, events);
  if (moves.length === 0) return [];
  return [
    notice({
      id: 'since',
      rank: 'calm',
      icon: null,
      lead: t('since.name'),
      text: moves.map((move) => move.text).join(' '),
      moves,
      actions: [{ id: 'close', label: t('do.close'), main: false, answer: { type: 'since_read' } }],
    }),
  ];
}

/** The end of the game: a calm line when it may come, a ribbon when it does. */
function ending({ table, film }: Session, world: World): TableNotice[] {
  const { view } = world;
  if (view.last_round || view.phase === 'over') {
    const text = lastRound(world, tenthBy(world, film?.replay.events ?? table.events));
    return [notice({ id: 'last-round', rank: 'standing', icon: null, text })];
  }
  const near = film ? null : nearing(world);
  return near ? [notice({ id: 'nearing', rank: 'calm', icon: 'person', text: said(near) })] : [];
}

function lastRound(world: World, tenth: number | null): string {
  const { view, setup, me } = world;
  const name = tenth === null ? '' : playerName(world, tenth);
  if (view.phase === 'over')
    return view.result?.reason === 'pioneers' && tenth !== null
      ? t('over.pioneers', { name, n: view.round })
      : t('over.max_rounds', { n: view.round });
  const n = view.to_move === null ? 0 : setup.players.length - view.to_move;
  if (tenth === null) return t('last_round.agreed', { n });
  return tenth === me ? t('last_round.mine', { n }) : t('last_round.title', { name, n });
}
