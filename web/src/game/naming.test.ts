/** Names of islands over time. */
import { beforeAll, expect, test } from 'vitest';
import { setLanguage, spoken } from '../i18n/index.svelte';
import { MIDDLE } from '../sample/recorded/middle';
import { islandNamed } from './islands';
import { Naming } from './naming';
import type { Event as GameEvent } from '../protocol/messages';
import { logLines } from './words';

beforeAll(() => setLanguage('en'));
const world = MIDDLE;
const explore = (tile: string, q: number, r: number, rotation: number): GameEvent => ({
  type: 'ship',
  seat: 0,
  from: 'reserve',
  to: { tile, part: 0 },
  explored: { tile, cell: [q, r], rotation, revealed: null },
  paid: [],
});
const events = MIDDLE.view.archipelago.map(({ tile, cell, rotation }) => explore(tile, ...cell, rotation));
const naming = new Naming(world.tiles, events);

test('after all tiles are laid every part has the name that the server gives its island', () => {
  for (const island of world.view.islands)
    for (const part of island.parts) expect(naming.numberAt(part, events.length)).toBe(island.name);
});
test('before islands join each has its own name, and the event that joins them says so', () => {
  const index = events.findIndex((_, i) => naming.joinedBy(i).length > 0);
  expect(index).toBeGreaterThan(0);
  const { joined, kept } = naming.joinedBy(index)[0]!;
  const line = spoken(logLines(world, events)[index]!.parts);
  expect(line).toContain(islandNamed(joined));
  expect(line).toContain(islandNamed(kept));
});
test('a part that was not laid has no name', () => {
  expect(naming.numberAt({ tile: 'T99', part: 0 }, 5)).toBeNull();
});
