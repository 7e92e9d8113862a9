/**
 * Tiles just laid: what is printed on them waits for their paint, and one or two of them drop in.
 * Nothing is new on a board that is shown for the first time.
 */
import type { Clock } from './clock';
import { type LaidTile, cellKey } from './config';
import { designKey } from './design';
import { TILE_TIME } from './motion';

export const laidKey = (t: LaidTile): string => `${designKey(t.tile)} ${cellKey(t.cell)} ${t.rotation}`;
const allKeys = (tiles: readonly LaidTile[]): string => tiles.map(laidKey).join(' ');

/** More tiles at once are another moment of the game, not a move. */
const MOST_LAID = 2;
/** A tile that has dropped stays until the terrain below it is painted, or until nobody waits for that. */
const DROPPED = TILE_TIME * 1.5;
const PATIENCE = 4000;

const NONE: ReadonlySet<string> = new Set();

export class Laying {
  /** Ids of tiles that are not painted yet. */
  bare: ReadonlySet<string> = NONE;
  /** Ids of the tiles laid last. */
  fresh: ReadonlySet<string> = NONE;
  dropping: readonly LaidTile[] = [];
  /** Their pictures are there, and they fall. */
  falling = false;
  #before: ReadonlySet<string> = NONE;
  #now = '';
  #painted = '';
  #fallen = false;
  #calls: (() => void)[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly onchange: () => void,
  ) {}

  stop(): void {
    for (const callOff of this.#calls.splice(0)) callOff();
  }

  /** These tiles lie there now; gives those that came since the last time, if they are to be seen coming. */
  lay(tiles: readonly LaidTile[], opened: boolean): readonly LaidTile[] {
    const laid = tiles.filter((t) => !this.#before.has(laidKey(t)));
    this.#before = new Set(tiles.map(laidKey));
    this.#now = allKeys(tiles);
    if (!opened || !laid.length || laid.length > MOST_LAID) return [];
    this.bare = this.fresh = new Set(laid.map((t) => t.tile.id));
    return laid;
  }

  drop(tiles: readonly LaidTile[]): void {
    if (!tiles.length) return;
    this.stop();
    this.dropping = tiles;
    this.falling = this.#fallen = false;
    const fallen = (): void => {
      this.#fallen = true;
      this.#finish();
    };
    this.#calls = [this.clock.later(fallen, DROPPED), this.clock.later(() => this.#end(), PATIENCE)];
  }

  /** The picture of a tile that drops is there. */
  pictured(): void {
    this.falling = true;
    this.bare = NONE;
    this.onchange();
  }

  /** The terrain of these tiles is painted. */
  painted(tiles: readonly LaidTile[]): void {
    this.#painted = allKeys(tiles);
    if (this.#painted === this.#now) this.bare = NONE;
    this.#finish();
  }

  #finish(): void {
    if (this.#fallen && this.#painted === this.#now) this.#end();
  }
  #end(): void {
    this.stop();
    if (!this.dropping.length) return;
    this.dropping = [];
    this.onchange();
  }
}
