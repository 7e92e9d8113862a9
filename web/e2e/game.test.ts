/** A whole game against a bot, from the start page to the score screen. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser';
import { playToTheEnd, setSail } from './player';
import { secretsIn } from './secrets';
import { Server } from './server';

const server = new Server();
let browser: Browser;
beforeAll(async () => {
  await server.start();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('a newcomer plays a whole game against a bot, and nothing secret reaches the page', async () => {
  const { page, received, troubles } = await openPage(browser, server.url);
  await setSail(page);
  expect(await playToTheEnd(page)).toBeGreaterThan(10);
  expect(await page.getByTestId('rank-1').count()).toBe(1);
  expect(received.length).toBeGreaterThan(20);
  expect(secretsIn(received)).toEqual([]);
  expect(troubles).toEqual([]);
});
