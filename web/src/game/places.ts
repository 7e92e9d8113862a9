/** Where on the board an event or a move happened, for rings, jumps and hints. */
import type { Berth, Event as GameEvent, Move } from '../protocol/messages';
import { type Cell, type Ref, berthKey, berthRef, isHideout } from '../board/config';
import type { World } from './world';

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

/** What an event is ringed by: the ship that moved, while it still lies there, or where it happened. */
export function ringOf(world: World, event: GameEvent): Ref | null {
  const to = berthOf(event);
  if (!to || isHideout(to) || !('seat' in event)) return placeOf(event);
  const at = { seat: event.seat, tile: to.tile, part: to.part };
  const lies = world.view.ships.some((ship) => ship.seat === at.seat && berthKey(ship) === berthKey(at));
  return lies ? { kind: 'ship', at } : placeOf(event);
}
/** Where the ship of this event came to lie. */
function berthOf(event: GameEvent): Berth | null {
  if (event.type === 'ship') return event.to;
  if (event.type !== 'first_island') return null;
  const { to, tile, part } = event;
  return to ?? (tile !== null && part !== null ? { tile, part } : null);
}

/** The tile that a move lays, and the part of it where the ship docks. */
export interface Laying {
  readonly tile: string;
  readonly cell: Cell;
  readonly rotation: number;
  readonly part: number | null;
}
export function layingOf(move: Move): Laying | null {
  if (move.type === 'ship' && move.explored)
    return { ...move.explored, part: isHideout(move.to) ? null : move.to.part };
  if (move.type !== 'first_island') return null;
  const { tile, cell, rotation, part } = move;
  return tile !== null && cell && rotation !== null ? { tile, cell, rotation, part } : null;
}
