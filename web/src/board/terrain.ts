/**
 * Sea, land and decoration of all laid tiles at once, as a list of shapes from back to
 * front. Water bands are strokes of all coasts together, so water flows across sea
 * sides.
 */
import { type Cell, cellKey } from './config';
import { loopsPath } from './curve';
import type { Placed } from './design';
import { type Point, corner, hexPath, neighbour } from './hex';
import type { Level, Mark, TileGeometry } from './tile';

export interface Shape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
  /** Scale x, scale y, shift x, shift y. */
  readonly place?: readonly [sx: number, sy: number, x: number, y: number];
}
export interface Terrain {
  readonly under: readonly Shape[];
  /** Everything inside is clipped to the union of hexagons. */
  readonly clip: string;
  readonly inside: readonly Shape[];
  readonly over: readonly Shape[];
}
const SEA = {
  deep: '#2A93A5',
  bands: ['#86D2C6', '#69C4BF', '#47B0B6', '#3BA4B0'],
  line: '#1A6F82',
  line2: '#2C8C98',
  foam: '#F6FCF1',
} as const;
const LAND = {
  ink: '#4A2F1B',
  sand: '#E9CB8C',
  dry: '#F8E6B4',
  grass: '#A9C45C',
  grassInk: '#5E8034',
  wood: '#74AA45',
  deep: '#579540',
} as const;

const f1 = (n: number): string => n.toFixed(1);
const levelPath = (tiles: readonly Placed[], level: Level): string =>
  tiles.flatMap((t) => t.geometry.parts.map((p) => loopsPath(p[level], t.laid.rotation, t.centre))).join('');
const hexes = (tiles: readonly Placed[], scale: number, down = 0): string =>
  tiles.map((t) => hexPath(scale, [t.centre[0], t.centre[1] + down])).join('');

function paper(tiles: readonly Placed[]): Shape[] {
  return [
    { d: hexes(tiles, 1.035, 5), fill: '#5A3E1E', opacity: 0.13 },
    { d: hexes(tiles, 1.02, 2.5), fill: '#5A3E1E', opacity: 0.2 },
    { d: hexes(tiles, 1.022), fill: '#FFF9E8' },
  ];
}
/** An ellipse as path data, turned by some degrees. */
function ellipse([x, y]: Point, rx: number, ry: number, degrees = 0): string {
  const c = Math.cos((degrees * Math.PI) / 180) * rx;
  const s = Math.sin((degrees * Math.PI) / 180) * rx;
  const arc = `A${f1(rx)} ${f1(ry)} ${degrees} 0 1`;
  return `M${f1(x - c)} ${f1(y - s)}${arc} ${f1(x + c)} ${f1(y + s)}${arc} ${f1(x - c)} ${f1(y - s)}Z`;
}
function water(tiles: readonly Placed[], coast: string, seams: string, bands: boolean): Shape[] {
  const stroke = (width: number, colour: string, opacity = 1): Shape => ({
    d: coast,
    stroke: colour,
    width,
    opacity,
  });
  const [near, shallow, shelf, far] = SEA.bands;
  return [
    { d: seams, fill: SEA.deep, stroke: SEA.deep, width: 1.2 },
    ...tiles.flatMap((t) =>
      t.geometry.washes.map((w) => ({
        d: ellipse([t.centre[0] + w.at[0], t.centre[1] + w.at[1]], w.rx, w.ry, w.angle),
        fill: w.dark ? '#22849A' : '#3BA4B1',
        opacity: 0.32,
      })),
    ),
    ...(bands
      ? [
          stroke(58, far),
          stroke(43.4, SEA.line, 0.38),
          stroke(42, shelf),
          stroke(26.2, SEA.line2, 0.38),
          stroke(25, shallow),
        ]
      : []),
    stroke(14, near),
    { d: seams, stroke: '#0F5A6E', opacity: 0.26, width: 1.1 },
  ];
}
function openWater(tiles: readonly Placed[]): Shape[] {
  const out: Shape[] = [];
  for (const t of tiles)
    for (const mark of t.geometry.shoals) {
      const [x, y] = t.at([mark[0], mark[1]]);
      const place = [1, 1, x, y] as const;
      const bank = 'M-15 1q2-8 12-8t17 4q4 6-5 9t-17 2q-7-1-7-7Z';
      out.push(
        { d: bank, place, fill: '#5DBDBB', opacity: 0.75 },
        { d: bank, place, stroke: '#D4F1EA', width: 1.2, dash: [0.1, 3.4] },
        {
          d: 'M-5 2l2-4.4 3-1.2 2.4 3.4-.6 2.4ZM5 3l1.4-2.6 2.6.6.4 2Z',
          place,
          fill: LAND.sand,
          stroke: LAND.ink,
          width: 0.9,
        },
      );
    }
  const waves = tiles.flatMap((t) =>
    t.geometry.waves.map((mark) => {
      const [x, y] = t.at([mark[0], mark[1]]);
      return `M${f1(x - 9)} ${f1(y)}q4.5-4.6 9 0q4.5-4.6 9 0`;
    }),
  );
  out.push({ d: waves.join(''), stroke: '#D4F1EA', opacity: 0.5, width: 1.5 });
  return out;
}
function land(tiles: readonly Placed[], coast: string): Shape[] {
  const grass = levelPath(tiles, 'grass');
  return [
    { d: coast, place: [1, 1, 1.6, 3.6], fill: '#0E5566', opacity: 0.3 },
    { d: coast, stroke: SEA.foam, width: 6.4, opacity: 0.92 },
    { d: levelPath(tiles, 'ink'), fill: LAND.ink },
    { d: coast, fill: LAND.sand },
    { d: levelPath(tiles, 'dry'), fill: LAND.dry },
    { d: grass, stroke: LAND.grassInk, width: 1.3, opacity: 0.75 },
    { d: grass, fill: LAND.grass },
    { d: levelPath(tiles, 'wood'), fill: LAND.wood },
    { d: levelPath(tiles, 'deep'), fill: LAND.deep },
  ];
}
const TUFT = [
  ['#3C7A38', '#5E9E45'],
  ['#468841', '#74B04C'],
  ['#2F6B37', '#4F9245'],
] as const;
function tuft([, , r, pick]: Mark, [x, y]: Point): Shape[] {
  const [dark, light] = TUFT[pick < 0.35 ? 0 : pick < 0.7 ? 1 : 2];
  const place = [1, 1, x, y] as const;
  const arc = (dx: number, dy: number): string => `a${f1(r)} ${f1(r)} 0 0 1 ${f1(dx * r)} ${f1(dy * r)}`;
  return [
    {
      d: `M${f1(-r - 1.4)} 1.6${arc(0.7, -1.1)}${arc(1.5, 0)}${arc(0.7, 1.1)}q${f1(-r)} ${f1(r * 0.7)} ${f1(-r * 2.9)} 0Z`,
      place,
      fill: dark,
      stroke: '#234F26',
      width: 0.45,
    },
    {
      d: `M${f1(-r * 0.7)} ${f1(-r * 0.1)}q${f1(r * 0.3)} ${f1(-r * 0.8)} ${f1(r * 1.1)} ${f1(-r * 0.6)}`,
      place,
      stroke: light,
      width: 1.5,
    },
  ];
}
const PALM_TRUNK = 'M-.4 7Q-1.4 2 .6-3';
const PALM_LEAVES =
  'M.6-3Q-4.4-6.6-8.4-2.4-4-4 .6-3-1.8-8-6-8.6-1-9 .6-3 2-8.6 6-8.6 2.4-6.6.6-3 5.2-5 8.4-1.2 4.4-3 .6-3Z';
function palm(mark: Mark, [x, y]: Point): Shape[] {
  const k = 19 / 24;
  const place = [mark[3] > 0.5 ? -k : k, k, x, y - 3] as const;
  return [
    { d: ellipse([x + 3, y + 3.4], 4.6, 1.5), fill: '#7A5A22', opacity: 0.35 },
    { d: PALM_TRUNK, place, stroke: '#6B4226', width: 1.7 },
    { d: PALM_LEAVES, place, fill: '#2F7438', stroke: '#244A22', width: 0.6 },
  ];
}
function growth(tiles: readonly Placed[]): Shape[] {
  const standing = (list: (g: TileGeometry) => readonly Mark[]): [Mark, Point][] =>
    tiles
      .flatMap((t) => list(t.geometry).map((m): [Mark, Point] => [m, t.at([m[0], m[1]])]))
      .sort((a, b) => a[1][1] - b[1][1]);
  return [
    ...standing((g) => g.tufts).flatMap(([m, p]) => tuft(m, p)),
    ...standing((g) => g.palms).flatMap(([m, p]) => palm(m, p)),
  ];
}
/** The ink line where a tile meets the bare chart. */
function rim(tiles: readonly Placed[]): Shape {
  const taken = new Set(tiles.map((t) => cellKey(t.laid.cell)));
  let d = '';
  for (const t of tiles)
    for (let k = 0; k < 6; k++) {
      const beyond: Cell = neighbour(t.laid.cell, k);
      if (taken.has(cellKey(beyond))) continue;
      const [a, b] = [corner(k), corner(k + 1)];
      const [cx, cy] = t.centre;
      d += `M${f1(cx + a[0])} ${f1(cy + a[1])}L${f1(cx + b[0])} ${f1(cy + b[1])}`;
    }
  return { d, stroke: LAND.ink, width: 1.8, opacity: 0.8 };
}

export interface TerrainOptions {
  /** False leaves out tufts and palms (zoom below one half). */
  readonly detail?: boolean;
  /** False leaves the water dark but for the shallows: a tile just laid, before it is painted. */
  readonly bands?: boolean;
}
export function terrain(
  tiles: readonly Placed[],
  { detail = true, bands = true }: TerrainOptions = {},
): Terrain {
  const coast = levelPath(tiles, 'coast');
  const seams = hexes(tiles, 1);
  return {
    under: paper(tiles),
    clip: hexes(tiles, 1.002),
    inside: [
      ...water(tiles, coast, seams, bands),
      ...openWater(tiles),
      ...land(tiles, coast),
      ...(detail ? growth(tiles) : []),
    ],
    over: [rim(tiles)],
  };
}
