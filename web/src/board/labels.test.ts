/** Names of islands on recorded tables, upright and sideways, with ships sailing about. */
import { beforeAll, describe, expect, test } from 'vitest';
import { boardConfig } from '../game/boardConfig';
import type { World } from '../game/world';
import { setLanguage } from '../i18n/index.svelte';
import { CROWDED } from '../sample/recorded/crowded';
import { EVERYTHING } from '../sample/recorded/everything';
import { HOME } from '../sample/recorded/home';
import { LAST } from '../sample/recorded/last';
import { LATE } from '../sample/recorded/late';
import { MIDDLE } from '../sample/recorded/middle';
import { OVER } from '../sample/recorded/over';
import { PIRATE } from '../sample/recorded/pirate';
import type { BoardConfig, ShipPiece } from './config';
import { moor } from './harbour';
import { type Point, random } from './hex';
import { type Label, Labels, obstaclesOf, roomOf } from './labels';
import { common, turnedPoint } from './region';
import { Archipelago, Scene } from './scene';
import { tileGeometry } from './tile';

beforeAll(() => setLanguage('en'));

const SURFACE = { night: false, reducedMotion: false, insets: { left: 0, right: 0, top: 0, bottom: 0 } };
const TABLES = { CROWDED, EVERYTHING, HOME, LAST, LATE, MIDDLE, OVER, PIRATE };
const table = (world: World): BoardConfig => boardConfig({ world }, SURFACE);
const landOf = ({ tiles }: BoardConfig): Archipelago => new Archipelago(tiles, tileGeometry);
const sceneOf = (land: Archipelago, ships: readonly ShipPiece[]): Scene =>
  new Scene(
    land,
    moor(ships, [], (at) => land.capacity(at)),
  );
/** What lies on what. */
function faults(scene: Scene, labels: readonly Label[], turned: boolean): string[] {
  const seen = ([x, y]: Point): Point => (turned ? turnedPoint([x, y]) : [x, y]);
  const drawn = labels
    .filter(({ hidden }) => !hidden)
    .map(({ name, at, size }) => {
      const room = roomOf(name, size);
      const [x, y] = seen(at);
      return { name, room: { ...room, x: room.x + x, y: room.y + y } };
    });
  const obstacles = obstaclesOf(scene, turned);
  return drawn.flatMap(({ name, room }, i) => [
    ...drawn.slice(i + 1).flatMap((other) => (common(room, other.room) ? [`${name} on ${other.name}`] : [])),
    ...obstacles.flatMap((thing) => (common(room, thing) ? [`${name} on a piece`] : [])),
  ]);
}
/** The ships of a table somewhere else. */
function sailed({ ships, islands }: BoardConfig, chance: () => number): ShipPiece[] {
  const parts = islands.flatMap((island) => island.parts);
  return ships.map((ship) => ({
    ...ship,
    at: { seat: ship.at.seat, ...parts[Math.floor(chance() * parts.length)]! },
  }));
}

describe.each([false, true])('with the chart turned: %s', (turned) => {
  test.each(Object.entries(TABLES))('%s: no name covers a piece or another name', (_, world) => {
    const config = table(world);
    const land = landOf(config);
    const chance = random(7);
    const labels = new Labels();
    let hidden = 0;
    for (let moves = 0; moves < 40; moves++) {
      const scene = sceneOf(land, moves ? sailed(config, chance) : config.ships);
      const placed = labels.place(scene, config.islands, turned);
      expect(faults(scene, placed, turned)).toEqual([]);
      expect(placed).toHaveLength(config.islands.length);
      hidden += placed.filter((label) => label.hidden).length;
    }
    // Nearly all are there.
    expect(hidden / (40 * config.islands.length)).toBeLessThan(0.04);
  });
});

test('a name stays while ships sail elsewhere, and is found alike every time', () => {
  const config = table(MIDDLE);
  const land = landOf(config);
  const [sailing, ...ships] = config.ships;
  const at = { seat: sailing!.at.seat, ...config.islands[0]!.parts[0]! };
  const place = (labels: Labels, lying: readonly ShipPiece[]): readonly Label[] =>
    labels.place(sceneOf(land, lying), config.islands, false);
  const labels = new Labels();
  const first = place(labels, config.ships);
  expect(place(new Labels(), config.ships)).toEqual(first);
  const next = place(labels, [{ ...sailing!, at }, ...ships]);
  expect(next.filter((label, i) => label !== first[i]).length).toBeLessThanOrEqual(1);
});
