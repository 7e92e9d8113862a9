/** Where on the board an event or a move happened, for rings, jumps and hints. */
import type { Event as GameEvent, Move } from '../protocol/messages';
import { type Ref, berthRef } from '../board/config';

export function placeOf(move: GameEvent | Move): Ref | null {
  switch (move.type) {
    case 'ship':
      return move.explored ? { kind: 'cell', at: move.explored.cell } : berthRef(move.to);
    case 'first_island':
      if (move.cell) return { kind: 'cell', at: move.cell };
      return 'to' in move && move.to ? { kind: 'coast', at: move.to } : null;
    case 'plantation':
    case 'gold_mine':
    case 'ruins':
    case 'building':
      return { kind: 'site', at: move.site };
    default:
      return null;
  }
}
