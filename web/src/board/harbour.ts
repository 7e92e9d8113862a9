/**
 * Which ship lies at which berth. Ships of one colour are alike, so from one position to
 * the next those that stayed keep their berth and one that left becomes one that came.
 */
import { type BerthRef, type Colour, type ShipPiece, berthKey } from './config';

export interface Moored {
  /** Stays with the ship as long as it is on the board. */
  readonly id: number;
  /** Into the ships of the config. */
  readonly index: number;
  readonly colour: Colour;
  readonly at: BerthRef;
  readonly slot: number;
}
/** Ships of one colour drawn as one piece with a count. */
export interface Stack {
  readonly ships: readonly Moored[];
  readonly colour: Colour;
  readonly at: BerthRef;
  readonly slot: number;
  /** How many stacks of other colours lie in the same slot before this one. */
  readonly layer: number;
}

/** Pairs ships with those of the position before; returns the id for each new ship. */
function identities(
  ships: readonly ShipPiece[],
  before: readonly Moored[],
  fresh: () => number,
): Map<number, Moored | number> {
  const free = new Set(before);
  const found = new Map<number, Moored | number>();
  const pair = (fits: (old: Moored, ship: ShipPiece) => boolean): void =>
    ships.forEach((ship, index) => {
      if (found.has(index)) return;
      for (const old of free)
        if (old.colour === ship.colour && fits(old, ship)) {
          free.delete(old);
          found.set(index, old);
          return;
        }
    });
  pair((old, ship) => berthKey(old.at) === berthKey(ship.at));
  pair(() => true);
  ships.forEach((_, index) => {
    if (!found.has(index)) found.set(index, fresh());
  });
  return found;
}

/**
 * Moors the ships. `capacity` says how many berths a part has; when there are more ships,
 * those of one colour share a slot.
 */
export function moor(
  ships: readonly ShipPiece[],
  before: readonly Moored[],
  capacity: (at: BerthRef) => number,
): Moored[] {
  let next = before.reduce((most, m) => Math.max(most, m.id), -1) + 1;
  const known = identities(ships, before, () => next++);
  const taken = new Map<string, (Colour | undefined)[]>();
  const slots = new Map<number, number>();
  const settle = (index: number, slot: number): void => {
    const ship = ships[index]!;
    const key = berthKey(ship.at);
    const list = taken.get(key) ?? [];
    taken.set(key, list);
    list[slot] = ship.colour;
    slots.set(index, slot);
  };
  ships.forEach((ship, index) => {
    const old = known.get(index)!;
    if (typeof old === 'number' || berthKey(old.at) !== berthKey(ship.at) || old.slot >= capacity(ship.at))
      return;
    settle(index, old.slot);
  });
  ships.forEach((ship, index) => {
    if (slots.has(index)) return;
    const list = taken.get(berthKey(ship.at)) ?? [];
    const room = Math.max(1, capacity(ship.at));
    let slot = 0;
    while (slot < room && list[slot] !== undefined) slot++;
    if (slot === room) slot = Math.max(0, list.indexOf(ship.colour));
    settle(index, slot);
  });
  return ships.map((ship, index) => {
    const old = known.get(index)!;
    return {
      id: typeof old === 'number' ? old : old.id,
      index,
      colour: ship.colour,
      at: ship.at,
      slot: slots.get(index)!,
    };
  });
}

/** What is drawn: one piece for each colour in each slot. */
export function stacks(moored: readonly Moored[]): Stack[] {
  const out: { ships: Moored[]; colour: Colour; at: BerthRef; slot: number; layer: number }[] = [];
  for (const ship of moored) {
    const here = out.filter((s) => s.slot === ship.slot && berthKey(s.at) === berthKey(ship.at));
    const same = here.find((s) => s.colour === ship.colour);
    if (same) same.ships.push(ship);
    else out.push({ ships: [ship], colour: ship.colour, at: ship.at, slot: ship.slot, layer: here.length });
  }
  return out;
}
