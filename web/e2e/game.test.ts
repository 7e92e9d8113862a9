/** A whole game against a bot, from the start page to the score screen. */
import { expect, test } from 'vitest';
import { atSea, openPage } from './browser';
import { playToTheEnd, seen, setSail } from './player';
import { secretsIn } from './secrets';

const sea = atSea();

test('a newcomer plays a whole game against a bot, and nothing secret reaches the page', async () => {
  const { page, received, troubles } = await openPage(sea.browser, sea.server.url);
  await setSail(page);
  expect(await playToTheEnd(page)).toBeGreaterThan(10);
  expect(await seen(page, 'rank-1').count()).toBe(1);
  expect(received.length).toBeGreaterThan(20);
  expect(secretsIn(received)).toEqual([]);
  expect(troubles).toEqual([]);
});
