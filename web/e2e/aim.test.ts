/** A click means what is seen under it, however close its neighbours are. */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import './runes';
import { emptyBoard } from '../src/board/config';
import { moor } from '../src/board/harbour';
import type { Point } from '../src/board/hex';
import { Archipelago, Scene } from '../src/board/scene';
import { boardTargets } from '../src/board/targets';
import { tileGeometry } from '../src/board/tile';
import { sample } from '../src/dev/samples';
import { EMPTY, type Draft, type Ground } from '../src/game/ctrl';
import { boardConfig } from '../src/game/boardConfig';
import type { World } from '../src/game/world';
import type { Choices, PartAt } from '../src/protocol/messages';
import { atTheKit, openPage } from './browser';
import { drawn, seen } from './player';

const kit = atTheKit();

/** A window so large that no panel lies over the board. */
const WIDE = { viewport: { width: 2200, height: 1500 } };
const { insets } = emptyBoard({ board: '', targets: '', overview: '' });

/** What the board draws of a sample, worked out again here. */
function drawnOf(world: World, choices: Choices | null, draft: Draft) {
  const ground: Ground = { ...world, choices };
  const config = boardConfig({ world, ground, draft }, { night: false, reducedMotion: true, insets });
  const land = new Archipelago(config.tiles, tileGeometry);
  const scene = new Scene(
    land,
    moor(config.ships, [], (at) => land.capacity(at)),
  );
  return { scene, targets: boardTargets(scene, config.targets, config.ready, config.ghost) };
}

/** The keys of the targets under points of the board. */
function under(page: Page, points: readonly Point[]): Promise<(string | null)[]> {
  return page.evaluate((all) => {
    const svg = document.querySelector<SVGSVGElement>('.board svg.layer.pieces')!;
    const matrix = svg.getScreenCTM()!;
    return all.map(([x, y]) => {
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(matrix);
      return document.elementFromPoint(left, top)?.closest('[data-key]')?.getAttribute('data-key') ?? null;
    });
  }, points);
}

/** The middle of an island's land, and every site on it. */
function spotsOn(world: World, scene: Scene, parts: readonly PartAt[]): Point[] {
  return parts.flatMap((part) => {
    const sites = world.tiles.get(part.tile)!.parts[part.part]!.sites;
    const spots = [scene.land.heart(part), ...sites.map((_, site) => scene.land.site({ ...part, site }))];
    return spots.filter((spot): spot is Point => spot !== null);
  });
}

for (const name of ['MIDDLE', 'LATE', 'PIRATE'] as const)
  test(`${name}: a click means what is seen there`, async () => {
    const { page } = await openPage(kit.browser, `${kit.url}/#/dev/${name}`, WIDE);
    const { world, choices } = sample(name);
    const missed: string[] = [];
    for (const card of ['ship', 'plantation', 'building'] as const) {
      const { scene, targets } = drawnOf(world, choices, { ...EMPTY, card });
      if (targets.length === 0) continue;
      await page.locator(`[data-testid=hand] [data-card=${card}]`).last().click();
      await page.locator('.target').first().waitFor({ state: 'attached' });
      await drawn(page);
      for (const target of targets) {
        const coast = target.ref.kind === 'coast';
        const keys = await under(page, coast ? spotsOn(world, scene, target.parts) : [target.at]);
        for (const key of keys)
          // Ships that lie on each other are the same choice.
          if (String(targets.find((t) => t.key === key)?.at) !== String(target.at))
            missed.push(`${target.name}: ${String(key)}`);
      }
      await seen(page, 'cancel').click();
      await page.locator('.target').first().waitFor({ state: 'detached' });
    }
    expect(missed).toEqual([]);
  });

test('every cell and every dock of a new tile can be pressed where it is seen', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`, WIDE);
  for (const tile of [0, 1, 2]) {
    await page.reload();
    await page.locator('[data-testid=hand] [data-card=ship]').last().click();
    await seen(page, `tile-${String(tile)}`).click();
    const cells = page.locator('.target.cell');
    await cells.first().waitFor();
    await drawn(page);
    const missed = await cells.evaluateAll((all) =>
      all.filter((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return !cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    );
    expect(missed).toEqual([]);
    await cells.first().click();
    await page.locator('[data-ghost]').waitFor();
    await drawn(page);
    const covered = await page.locator('.ghost .dock').evaluateAll((all) =>
      all.filter((dock) => {
        const { x, y, width, height } = dock.querySelector('.disc')!.getBoundingClientRect();
        return !dock.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    );
    expect(covered).toEqual([]);
  }
});

test('a click on an own ship at a coast means the coast; the ship that sails is chosen in the list', async () => {
  const { page } = await openPage(kit.browser, `${kit.url}/#/dev/MIDDLE`, WIDE);
  const { world, choices } = sample('MIDDLE');
  await page.locator('[data-testid=hand] [data-card=ship]').last().click();
  await page.locator('.target.coast').first().waitFor({ state: 'attached' });
  await drawn(page);
  await expect(seen(page, 'prompt')).toContainText('Another ship: in the list.');
  const from = await seen(page, 'origin').inputValue();
  const { scene, targets } = drawnOf(world, choices, { ...EMPTY, card: 'ship', from: 'reserve' });
  const coasts = targets.filter((target) => target.ref.kind === 'coast');
  const at = coasts.flatMap((coast) => scene.berthsAt(coast.parts).map((point) => ({ coast, point })));
  expect(at.length).toBeGreaterThan(2);
  const keys = await under(
    page,
    at.map(({ point }) => point),
  );
  expect(keys).toEqual(at.map(({ coast }) => coast.key));
  // Pressed there, the coast is chosen, and still the same ship sails.
  const own = world.view.ships.find((ship) => ship.seat === world.me && !('hideout' in ship))!;
  const mine = coasts.find(
    (coast) => 'part' in own && coast.parts.some((p) => p.tile === own.tile && p.part === own.part),
  )!;
  await page.locator(`circle[data-key="${mine.key}"]`).first().click();
  await expect(seen(page, 'prompt')).toContainText(mine.name);
  expect(await seen(page, 'origin').inputValue()).toBe(from);
});
