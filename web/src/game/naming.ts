/**
 * What islands were called when something happened. Islands join as tiles are laid, and keep the name of
 * the older one; a line of the log keeps the name that its island had then.
 */
import type { Event as GameEvent, PartAt, Tile } from '../protocol/messages';
import { type Cell, cellKey, partKey } from '../board/config';
import { NEIGHBOURS, partAt } from './geometry';

interface Laying {
  readonly tile: string;
  readonly cell: Cell;
  readonly rotation: number;
}
/** An island lost its name to an older one. */
export interface Joining {
  readonly joined: number;
  readonly kept: number;
}

/** The tile that an event lays, if it lays one. */
function layingOf(event: GameEvent): Laying | null {
  if (event.type === 'ship') return event.explored;
  if (event.type !== 'first_island' || !event.tile || !event.cell) return null;
  return { tile: event.tile, cell: event.cell, rotation: event.rotation ?? 0 };
}

export class Naming {
  /** By part: numbers it had, each from an event on. */
  readonly #numbers = new Map<string, { readonly from: number; readonly number: number }[]>();
  readonly #joinings = new Map<number, Joining[]>();

  constructor(tiles: ReadonlyMap<string, Tile>, events: readonly GameEvent[]) {
    const laid = new Map<string, Laying>();
    events.forEach((event, index) => {
      const laying = layingOf(event);
      const design = laying && tiles.get(laying.tile);
      if (!laying || !design) return;
      laid.set(cellKey(laying.cell), laying);
      this.#lay(laying, design, laid, tiles, index);
    });
  }

  /** The number of a part's island when an event had happened; null for a part that was not laid. */
  numberAt(part: PartAt, index: number): number | null {
    return this.#numbers.get(partKey(part))?.findLast(({ from }) => from <= index)?.number ?? null;
  }
  /** Islands that were joined by an event. */
  joinedBy(index: number): readonly Joining[] {
    return this.#joinings.get(index) ?? [];
  }

  #lay(
    { tile, cell, rotation }: Laying,
    design: Tile,
    laid: ReadonlyMap<string, Laying>,
    tiles: ReadonlyMap<string, Tile>,
    index: number,
  ): void {
    const before = this.#numbers.size;
    design.parts.forEach((_, part) => {
      this.#numbers.set(partKey({ tile, part }), [{ from: index, number: this.#numbers.size }]);
    });
    NEIGHBOURS.forEach(([q, r], side) => {
      const next = laid.get(cellKey([cell[0] + q, cell[1] + r]));
      const other = next && tiles.get(next.tile);
      const [own, theirs] = [
        partAt(design, rotation, side),
        next && other ? partAt(other, next.rotation, (side + 3) % 6) : null,
      ];
      if (own !== null && theirs !== null)
        this.#join({ tile, part: own }, { tile: next!.tile, part: theirs }, index, before);
    });
  }
  #join(a: PartAt, b: PartAt, index: number, before: number): void {
    const [x, y] = [this.numberAt(a, index)!, this.numberAt(b, index)!];
    if (x === y) return;
    const [kept, joined] = [Math.min(x, y), Math.max(x, y)];
    for (const [, numbers] of this.#numbers)
      if (numbers.at(-1)!.number === joined) numbers.push({ from: index, number: kept });
    // Land of the tile itself had no name yet that anybody could know.
    if (joined < before) this.#joinings.set(index, [...this.joinedBy(index), { joined, kept }]);
  }
}
