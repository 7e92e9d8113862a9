/** Where on the board an event or a move happened, for rings, jumps and hints. */
import type { Place } from '../board/config';
import { isHideout } from '../board/config';
import type { BerthRef, GameEvent, Move } from './types';

const berthPlace = (to: BerthRef): Place => (isHideout(to) ? { hideout: to } : { coast: to });

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
