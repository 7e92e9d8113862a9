/** What happened since a seat's last turn: others' moves, without production and drawing. */
import type { Event as GameEvent } from '../protocol/messages';

export type Shown = Extract<
  GameEvent,
  { type: 'ship' | 'plantation' | 'gold_mine' | 'ruins' | 'building' | 'market' | 'first_island' }
>;
export interface SeenMove {
  readonly index: number;
  readonly event: Shown;
}

const shown = (event: GameEvent): event is Shown =>
  event.type !== 'setup' && event.type !== 'deal' && event.type !== 'mulligan' && event.type !== 'end_turn';

export function movesSince(events: readonly GameEvent[], seat: number | null): SeenMove[] {
  let start = events.length;
  while (start > 0) {
    const event = events[start - 1]!;
    if ('seat' in event && event.seat === seat) break;
    start--;
  }
  return events
    .map((event, index) => ({ index, event }))
    .slice(start)
    .filter((move): move is SeenMove => shown(move.event));
}
