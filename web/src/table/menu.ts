/** The menu of a table: everything that is not a move, in one order, whatever opens it. */
import type { IconName } from '../art/shapes';
import { t } from '../i18n/index.svelte';
import type { SeatInfo } from '../protocol/messages';
import { type Session, isAlone, isChoosing, substitute } from '../session/session';
import type { Action, ActionId } from './model';
import type { Browser } from './notices';
import { takeBack } from './takeBack';

/** What only the menu offers; it repeats a few of the buttons that not every screen has room for. */
export type MenuOnly =
  | 'text-view'
  | 'rules'
  | 'settings'
  | 'invite'
  | 'record'
  | 'return'
  | 'propose-undo'
  | 'propose-end'
  | 'resign'
  | 'lobby';
export type MenuId = MenuOnly | Extract<ActionId, 'to-score' | 'restart' | 'save-replay'>;
export interface MenuEntry extends Action {
  readonly id: MenuId;
  readonly icon: IconName;
  /** The way on. */
  readonly main: boolean;
}
/** What can be done about another person who is slow or away. */
export interface SeatOffers {
  readonly seat: number;
  readonly remind: string;
  readonly letBotPlay: string;
  /** A bot plays: the seat can be given to another person, once it is no longer kept for the first. */
  readonly offer: string;
  readonly name: string;
  readonly keptUntil: number;
}

const entry = (id: MenuId, icon: IconName, label: string, main = false): MenuEntry => ({
  id,
  icon,
  label,
  main,
  enabled: true,
});

type Offered = Readonly<Partial<Record<ActionId, Action>>>;

export function menu(session: Session, offered: Offered, browser: Browser): MenuEntry[] {
  const again = (id: Extract<MenuId, ActionId>, icon: IconName, main = false): MenuEntry[] => {
    const action = offered[id];
    return action ? [{ ...action, id, icon, main }] : [];
  };
  const { film } = session;
  return [
    ...again('to-score', 'crown', true),
    entry('text-view', 'text', t(browser.textView ? 'text.chart' : 'tools.text')),
    entry('rules', 'help', t('tools.rules')),
    entry('settings', 'gear', t('tools.settings')),
    // A table of this page is in no other browser.
    ...(film || offered['to-score'] || browser.own
      ? []
      : [entry('invite', 'share', t(isAlone(session) ? 'invite.personal' : 'watch.invite'))]),
    ...(film ? again('save-replay', 'cards') : [entry('record', 'cards', t('menu.record'))]),
    ...(isPlaying(session) ? playing(session, again('restart', 'prev')) : []),
    ...(film?.terms.embedded ? [] : [entry('lobby', 'anchor', t('menu.lobby'))]),
  ];
}

const isPlaying = ({ table, film }: Session): boolean =>
  !film && table.playerView?.seat != null && table.info?.status === 'playing';

function playing(session: Session, restart: readonly MenuEntry[]): MenuEntry[] {
  const by = substitute(session.table);
  if (by && by.why !== 'resigned') return [entry('return', 'play', t('menu.return'), true)];
  const alone = isAlone(session);
  return [
    ...restart,
    ...(takeBack(session) !== null ? [entry('propose-undo', 'undo', t('do.propose_undo'))] : []),
    ...(alone ? [] : [entry('propose-end', 'pause', t('do.propose_end'))]),
    entry('resign', 'cross', t('do.resign')),
  ];
}

export function seatOffers(session: Session, browser: Browser): SeatOffers[] {
  if (!isPlaying(session)) return [];
  const { table } = session;
  const others = table.info!.seats.filter(
    ({ seat, kind }) => kind === 'human' && !table.seats.includes(seat),
  );
  return others.map((other) => {
    const name = other.name ?? '';
    const [awaited, away] = [isAwaited(session, other), !table.presence.online.includes(other.seat)];
    // The host may always; without a clock others too, when they have waited (the server knows how long).
    const unclocked = table.info!.settings.clock?.kind === 'none';
    const may = away && !other.substitute && (browser.host || (unclocked && awaited));
    return {
      seat: other.seat,
      name,
      remind: awaited ? t('seat.remind', { name }) : '',
      letBotPlay: may ? t('seat.bot', { name }) : '',
      offer: other.substitute ? t('seat.offer', { name }) : '',
      keptUntil: (other.kept_until ?? 0) - session.skew,
    };
  });
}

const isAwaited = ({ table }: Session, { seat, substitute: bot }: SeatInfo): boolean =>
  !bot &&
  (table.playerView?.view.to_move === seat ||
    (table.playerView?.view.phase === 'mulligan' && isChoosing(table, seat)));
