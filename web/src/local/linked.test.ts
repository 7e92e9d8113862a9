/** Records inside links. */
import { expect, test } from 'vitest';
import { fromLink, toLink } from './linked';
import { isLinked } from './place.svelte';

const RECORD = {
  format: 'ilos-record/1',
  players: [{ name: 'Zoë – Ilôs' }],
  events: Array(200).fill({ n: 1 }),
};

test('a record comes out of its link as it went in', async () => {
  const code = await toLink(RECORD);
  expect(isLinked(code)).toBe(true);
  expect(code).toMatch(/^[\w-]+$/);
  expect(code.length).toBeLessThan(JSON.stringify(RECORD).length);
  expect(await fromLink(code)).toEqual(RECORD);
});

test('a link that was cut short, or is none, holds nothing', async () => {
  const code = await toLink(RECORD);
  expect(await fromLink(code.slice(0, -9))).toBeNull();
  expect(await fromLink('data-')).toBeNull();
  expect(await fromLink('data-%%%')).toBeNull();
});

test('a link that unpacks to more than any record is refused', async () => {
  const code = await toLink('a'.repeat(5_000_000));
  expect(await fromLink(code)).toBeNull();
});
