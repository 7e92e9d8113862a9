/** Taking back what can no longer be undone: all the others have to agree. */
import type { Event as GameEvent } from '../protocol/messages';
import { type Session, isAlone } from '../session/session';

/** How many events would be left without the own last move; null when it cannot be asked for. */
export function takeBack(session: Session): number | null {
  const { table } = session;
  const seat = table.playerView?.seat ?? null;
  if (seat === null || table.info?.status !== 'playing' || isAlone(session)) return null;
  const last = table.events.findLastIndex((event) => 'seat' in event && event.seat === seat);
  const dealt = (table.setup?.players.length ?? 0) + 1;
  return last >= dealt && table.proposals.length === 0 ? last : null;
}

/** Was anything drawn or turned up after so many events? With the moves taken back it is drawn again. */
export const redraws = (events: readonly GameEvent[], kept: number): boolean =>
  events.slice(kept).some((event) => {
    switch (event.type) {
      case 'end_turn':
        return true;
      case 'mulligan':
        return event.discarded.length > 0;
      case 'first_island':
        return event.revealed !== null;
      case 'ship':
        return event.explored !== null && event.explored.revealed !== null;
      default:
        return false;
    }
  });
