/** The waiting room: who is waited for, in words, and whether the host may start. */
import { list, t } from '../i18n/index.svelte';
import type { SeatInfo } from '../protocol/messages';
import type { TableState } from '../session/table';

export interface Room {
  readonly lead: string;
  readonly mayStart: boolean;
  /** Everybody has come, and the game can begin by itself if that was agreed. */
  readonly allHere: boolean;
}

const names = (seats: readonly SeatInfo[]): string => list(seats.map(({ name }) => name ?? ''));

export function waitingRoom({ info, presence, seats, host }: TableState): Room {
  const chairs = info?.seats ?? [];
  const open = chairs.filter((chair) => chair.kind === 'open');
  const asked = chairs.filter((chair) => chair.asked);
  const absent = chairs.filter(
    (chair) => chair.kind === 'human' && !chair.asked && !presence.online.includes(chair.seat),
  );
  const inviting = names(chairs.filter((chair) => chair.host));
  const waiting = waitingFor(open, asked, absent);
  const lead =
    seats.length === 0 && open.length > 0 && !host
      ? [inviting ? t('room.invites', { host: inviting }) : t('room.choose')]
      : [
          `${waiting}.`,
          ...(host || !inviting ? [] : [t('room.host_starts', { host: inviting })]),
          ...(host && asked.length > 0 ? [t('room.starts_when')] : []),
        ];
  return {
    lead: lead.join(' '),
    mayStart: asked.length === 0,
    allHere: open.length + asked.length + absent.length === 0,
  };
}

function waitingFor(
  open: readonly SeatInfo[],
  asked: readonly SeatInfo[],
  absent: readonly SeatInfo[],
): string {
  if (asked.length > 0) return t('room.asked', { names: names(asked), n: asked.length });
  if (open.length > 0) return t('room.waiting', { n: open.length });
  return absent.length > 0 ? t('room.waiting_for', { names: names(absent) }) : t('room.full');
}

/** Whether the person of a chair has come. */
export function standing(chair: SeatInfo, online: readonly number[]): string {
  if (chair.asked) return t('room.asked_short');
  return t(online.includes(chair.seat) ? 'room.here' : 'room.gone');
}
