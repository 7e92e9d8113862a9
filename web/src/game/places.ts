/** Where on the board an event or a move happened, for rings, jumps and hints. */
import type { Berth, Event as GameEvent, Move } from '../protocol/messages';
import { type Place, isHideout } from '../board/config';

const berthPlace = (to: Berth): Place => (isHideout(to) ? { hideout: to } : { coast: to });

export function placeOf(move: GameEvent | Move): Place | null {
  switch (move.type) {
    case 'ship':
      return move.explored ? { cell: move.explored.cell } : berthPlace(move.to);
    case 'first_island':
      if (move.cell) return { cell: move.cell };
      return 'to' in move && move.to ? { coast: move.to } : null;
    case 'plantation':
    case 'gold_mine':
    case 'ruins':
    case 'building':
      return { site: move.site };
    default:
      return null;
  }
}
