/** Pictures of the screens for the README, taken from a game that the robot plays: `npm run screens`. */
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test } from '@playwright/test';
import { atOwnServer, openPage } from './browser';
import { PHONE } from './layout';
import { reduced } from './palette';
import { playToTheEnd, playTurn, seen, setUp, stage, tap } from './player';
import { still } from './still';

const folder = fileURLToPath(new URL('../../docs/images/screens/', import.meta.url));
const sea = atOwnServer();
mkdirSync(folder, { recursive: true });

async function take(page: Page, name: string): Promise<void> {
  await writeFile(`${folder}${name}.png`, await reduced(page, await still(page)));
}

const DESK = { viewport: { width: 1280, height: 820 } };

test('lobby, how to play and an unknown link', async () => {
  const { page } = await openPage(sea.browser, sea.server.url, DESK);
  await seen(page, 'set-sail').waitFor();
  await take(page, 'lobby');
  await page.goto(`${sea.server.url}/#/how`);
  await seen(page, 'how').waitFor();
  await take(page, 'how-to');
  await page.goto(`${sea.server.url}/#/t/nowhere`);
  await seen(page, 'notice').waitFor();
  await take(page, 'notice');
});

test('a game at a desk: first hand, table, text view, reckoning, replay', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(3, { max_rounds: 9 }), DESK);
  await seen(page, 'keep').waitFor();
  await take(page, 'first-hand');
  for (let turns = 0; turns < 8; turns++) await playTurn(page);
  await stage(page);
  await setUp(page);
  await take(page, 'table');
  await page.keyboard.press('Escape');
  await seen(page, 'text-view').click();
  await seen(page, 'text-view-screen').waitFor();
  await take(page, 'text');
  await seen(page, 'chart-view').click();
  await playToTheEnd(page);
  await take(page, 'end');
  await seen(page, 'replay').click();
  await seen(page, 'timeline').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await page.mouse.click(640, 30); // the focus ring is not what the picture is about
  await take(page, 'replay');
});

test('a game on a phone', async () => {
  const { page } = await openPage(sea.browser, await sea.server.against(2), PHONE);
  for (let turns = 0; turns < 6; turns++) await playTurn(page, tap);
  await stage(page);
  await setUp(page, tap);
  await take(page, 'phone');
});

test('the curtain of a hot seat', async () => {
  const { page } = await openPage(sea.browser, `${sea.server.url}/#/hotseat`, DESK);
  await seen(page, 'hotseat-start').click();
  await seen(page, 'lift').waitFor();
  await take(page, 'curtain');
});
