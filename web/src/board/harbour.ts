/**
 * Which ship lies at which berth. Ships of one colour are alike, so from one position to
 * the next those that stayed keep their berth and one that left becomes one that came.
 */
import type { Berth, Colour, ShipAt } from '../protocol/messages';
import { type ShipPiece, berthKey } from './config';

export interface Moored {
  /** Stays with the ship as long as it is on the board. */
  readonly id: number;
  readonly colour: Colour;
  readonly at: ShipAt;
  readonly name: string | undefined;
  readonly slot: number;
  /** The later it came to its berth, the higher. */
  readonly came: number;
}
/** Ships of one colour drawn as one piece with a count. */
export interface Stack {
  readonly ships: readonly Moored[];
  readonly colour: Colour;
  readonly at: ShipAt;
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
 * Moors the ships. `capacity` says how many berths a part has; when there are more ships
 * than that, those of one colour lie together and are counted.
 */
export function moor(
  ships: readonly ShipPiece[],
  before: readonly Moored[],
  capacity: (at: Berth) => number,
): Moored[] {
  let next = before.reduce((most, m) => Math.max(most, m.id), -1) + 1;
  const known = identities(ships, before, () => next++);
  const places = new Map<string, number[]>();
  ships.forEach((ship, index) => {
    const key = berthKey(ship.at);
    places.set(key, [...(places.get(key) ?? []), index]);
  });
  const slots = new Map<number, number>();
  for (const indices of places.values()) {
    const room = Math.max(1, capacity(ships[indices[0]!]!.at));
    const crowded = indices.length > room;
    // A group takes one slot: each ship alone, or all of a colour when it is crowded.
    const groups = crowded ? byColour(indices, ships) : indices.map((i) => [i]);
    const taken = new Set<number>();
    const settle = (group: readonly number[], slot: number): void => {
      taken.add(slot);
      for (const i of group) slots.set(i, slot);
    };
    const homeless = groups.filter((group) => {
      const old = known.get(group[0]!)!;
      const stays = typeof old !== 'number' && berthKey(old.at) === berthKey(ships[group[0]!]!.at);
      if (!stays || old.slot >= room || taken.has(old.slot)) return true;
      settle(group, old.slot);
      return false;
    });
    homeless.forEach((group, n) => {
      let slot = 0;
      while (taken.has(slot) && slot < room) slot++;
      settle(group, slot < room ? slot : n % room);
    });
  }
  const now = before.reduce((latest, m) => Math.max(latest, m.came), 0) + 1;
  return ships.map((ship, index) => {
    const old = known.get(index)!;
    const id = typeof old === 'number' ? old : old.id;
    const stays = typeof old !== 'number' && berthKey(old.at) === berthKey(ship.at);
    const came = stays ? old.came : now;
    return { id, colour: ship.colour, at: ship.at, name: ship.name, slot: slots.get(index)!, came };
  });
}
function byColour(indices: readonly number[], ships: readonly ShipPiece[]): number[][] {
  const groups = new Map<Colour, number[]>();
  for (const i of indices) groups.set(ships[i]!.colour, [...(groups.get(ships[i]!.colour) ?? []), i]);
  return [...groups.values()];
}

/** What is drawn: one piece for each colour in each slot. */
export function stacks(moored: readonly Moored[]): Stack[] {
  const out: { ships: Moored[]; colour: Colour; at: ShipAt; slot: number; layer: number }[] = [];
  for (const ship of moored) {
    const here = out.filter((s) => s.slot === ship.slot && berthKey(s.at) === berthKey(ship.at));
    const same = here.find((s) => s.colour === ship.colour);
    if (same) same.ships.push(ship);
    else out.push({ ships: [ship], colour: ship.colour, at: ship.at, slot: ship.slot, layer: here.length });
  }
  return out;
}
