/** Where on the board an event or a move happened, for rings, jumps and hints. */
import type { Place } from '../board/config';
import { isHideout } from '../board/config';
import type { BerthRef, GameEvent, Move } from './types';

const berthPlace = (to: BerthRef): Place => (isHideout(to) ? { hideout: to } : { coast: to });

export function placeOf(deed: GameEvent | Move): Place | null {
  switch (deed.type) {
    case 'ship':
      return deed.explored ? { cell: deed.explored.cell } : berthPlace(deed.to);
    case 'first_island':
      if (deed.cell) return { cell: deed.cell };
      return 'to' in deed && deed.to ? { coast: deed.to } : null;
    case 'plantation':
    case 'gold_mine':
    case 'ruins':
    case 'building':
      return { site: deed.site };
    default:
      return null;
  }
}
