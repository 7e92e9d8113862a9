/**
 * Where the names of islands stand: on their own tiles, clear of sites, hideouts, ships and one another. A
 * name that lies clear stays where it is from move to move; one that finds no room is smaller, or is left
 * out until one points at its island. Everything is judged as it is seen: with the chart turned.
 */
import type { Region } from './artist';
import { type IslandOnBoard, cellKey, isHideout } from './config';
import { type Point, cellAt, distance } from './hex';
import { common, turnedBack, turnedPoint } from './region';
import type { Archipelago, Scene } from './scene';

export interface Label {
  readonly name: string;
  readonly at: Point;
  /** Of the usual size of letters. */
  readonly size: number;
  /** It would cover something: to be drawn only when its island is pointed at. */
  readonly hidden: boolean;
}
type Named = Pick<IslandOnBoard, 'name' | 'parts'>;

/** Letters are this large on the board; pieces and letters grow on a small chart, at most so far. */
const LETTERS = 17;
const GROWN = 1.14;
const SIZES = [1, 0.84] as const;
/** Round the middle of a piece, with the pioneer that may stand on a site. */
const SITE: Region = { x: -21, y: -22, width: 45, height: 39 };
const HIDEOUT: Region = { x: -22.5, y: -23.5, width: 45, height: 45 };
const SHIP: Region = { x: -18, y: -18, width: 40, height: 35 };
const STEP = 12;
const REACH = 84;

/** Places round the middle of land, the nearest first; a name is wide, so above and below come before beside. */
const OFFSETS: readonly Point[] = (() => {
  const steps = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => i * STEP - REACH);
  const cost = ([x, y]: Point): number => Math.hypot(x * 1.2, y);
  return steps.flatMap((y) => steps.map((x): Point => [x, y])).sort((a, b) => cost(a) - cost(b));
})();

/** Width of a letter of the display face, in ems; rather too much than too little. */
const em = (letter: string): number =>
  /[MW]/.test(letter)
    ? 0.93
    : /[A-Z]/.test(letter)
      ? 0.68
      : /[mw]/.test(letter)
        ? 0.76
        : /[fijlt]/.test(letter)
          ? 0.31
          : /[cers]/.test(letter)
            ? 0.39
            : 0.51;

/** The room of a name round its middle, with the pale line round its letters. */
export function roomOf(name: string, size: number): Region {
  const letters = LETTERS * GROWN * size;
  const width = [...name].reduce((sum, letter) => sum + em(letter), 0) * letters + 4;
  return { x: -width / 2, y: -0.56 * letters, width, height: 1.16 * letters };
}

const movedTo = ({ x, y, width, height }: Region, [dx, dy]: Point): Region => ({
  x: x + dx,
  y: y + dy,
  width,
  height,
});
const larger = ({ x, y, width, height }: Region): Region => ({
  x: x * GROWN,
  y: y * GROWN,
  width: width * GROWN,
  height: height * GROWN,
});

/** Everything a name must not cover, as it is seen. */
export function obstaclesOf(scene: Scene, turned: boolean): Region[] {
  const seen = (p: Point): Point => (turned ? turnedPoint(p) : p);
  const { sites, tiles } = scene.land;
  return [
    ...sites.map((site) => movedTo(larger(SITE), seen(site.at))),
    ...[...tiles.values()].flatMap((tile) =>
      tile.geometry.hideout ? [movedTo(HIDEOUT, seen(tile.at(tile.geometry.hideout)))] : [],
    ),
    ...scene.stacks.flatMap((stack) => {
      const at = isHideout(stack.at) ? null : scene.stackAt(stack);
      return at ? [movedTo(larger(SHIP), seen(at))] : [];
    }),
  ];
}

/** Places names, and keeps them where they are from call to call. */
export class Labels {
  #before: readonly Label[] = [];
  #turned = false;

  place(scene: Scene, islands: readonly Named[], turned: boolean): readonly Label[] {
    const table = new Lettering(scene, turned);
    const before = new Map(turned === this.#turned ? this.#before.map((label) => [label.name, label]) : []);
    const found = new Map<string, Label>();
    const take = (label: Label | null): void => {
      if (!label) return;
      found.set(label.name, label);
      table.cover(label);
    };
    // Those that lie well come first, then those with the least choice.
    for (const island of islands) take(table.stays(island, before.get(island.name)));
    const others = islands.filter(({ name }) => !found.has(name));
    for (const island of others.toSorted((a, b) => a.parts.length - b.parts.length)) take(table.find(island));
    this.#turned = turned;
    this.#before = islands.flatMap(({ name }) => found.get(name) ?? []);
    return this.#before;
  }
}

/** One lettering of a chart: what is taken so far. */
class Lettering {
  readonly #land: Archipelago;
  readonly #covered: Region[];
  /** Where ships may lie one day. */
  readonly #berths: readonly Region[];

  constructor(
    scene: Scene,
    private readonly turned: boolean,
  ) {
    this.#land = scene.land;
    this.#covered = obstaclesOf(scene, turned);
    this.#berths = [...scene.land.tiles.values()].flatMap((tile) =>
      tile.geometry.parts.flatMap((part) =>
        part.berths.map((berth) => movedTo(SHIP, this.#seen(tile.at(berth)))),
      ),
    );
  }

  cover(label: Label): void {
    if (!label.hidden) this.#covered.push(this.#room(label));
  }
  /** The name where it was, if that is as good as ever. */
  stays(island: Named, label: Label | undefined): Label | null {
    const clear = label && !label.hidden && label.size === SIZES[0] && this.#isOwn(island, label.at);
    return clear && this.#isClear(this.#room(label), this.#covered) ? label : null;
  }
  find({ name, parts }: Named): Label | null {
    const hearts = parts.map((part) => this.#land.heart(part)).filter((heart) => heart !== null);
    if (!hearts[0]) return null;
    const spots = OFFSETS.flatMap(([x, y]) => {
      const by = this.#board([x, y]);
      return hearts.map((heart): Point => [heart[0] + by[0], heart[1] + by[1]]);
    }).filter((at) => this.#isOwn({ name, parts }, at));
    for (const size of SIZES)
      for (const best of [true, false]) {
        const at = spots.find((spot) => this.#fits({ name, at: spot, size, hidden: false }, best));
        if (at) return { name, at, size, hidden: false };
      }
    return { name, at: hearts[0], size: 1, hidden: true };
  }

  #fits(label: Label, best: boolean): boolean {
    const room = this.#room(label);
    if (!this.#isClear(room, this.#covered)) return false;
    // At its best no ship will ever lie on it, and it lies on tiles with both ends.
    return !best || (this.#isClear(room, this.#berths) && this.#isLaid(room));
  }
  #isClear(room: Region, taken: readonly Region[]): boolean {
    return !taken.some((other) => common(room, other));
  }
  #isLaid({ x, y, width, height }: Region): boolean {
    const ends: Point[] = [
      [x, y + height / 2],
      [x + width, y + height / 2],
    ];
    return ends.every((end) => this.#land.cells.has(cellKey(cellAt(this.#board(end)))));
  }
  /** On a tile of this island, and nearer to its land than to that of another one there. */
  #isOwn({ parts }: Named, at: Point): boolean {
    const tile = this.#land.cells.get(cellKey(cellAt(at)));
    if (!tile) return false;
    const { id } = tile.laid.tile;
    const away = tile.geometry.parts.map(({ heart }) => distance(tile.at(heart), at));
    return parts.some((p) => p.tile === id && away[p.part] === Math.min(...away));
  }
  #room({ name, at, size }: Label): Region {
    return movedTo(roomOf(name, size), this.#seen(at));
  }
  #seen(p: Point): Point {
    return this.turned ? turnedPoint(p) : p;
  }
  #board(p: Point): Point {
    return this.turned ? turnedBack(p) : p;
  }
}
