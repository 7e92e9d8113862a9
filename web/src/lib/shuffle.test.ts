/** The own part of a fair shuffle: hidden until everything else is fixed. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { TableInfo } from '../protocol/messages';
import * as api from './api';
import { heldFor, hold } from './session';
import { commitPart, isOurShuffle, newPart, offered, openPart } from './shuffle';

const asked = vi.spyOn(api, 'shufflePart');
const table = (more: Partial<TableInfo>): TableInfo =>
  ({ id: 't', commitment: '', nonce_hashes: ['', ''], unopened: [], ...more }) as TableInfo;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  asked.mockReset().mockResolvedValue(table({}));
});

test('only the hash is sent at first', async () => {
  const part = await newPart();
  expect(part.nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(offered(part)).toEqual({ nonce_hash: part.hash });
  expect(part.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('the part is opened when the table asks for it, and what was fixed is kept', async () => {
  const part = await newPart();
  hold('t', { tokens: ['mine'], part }, 1);
  await openPart(table({ nonce_hashes: [part.hash, 'other'] }));
  expect(asked).not.toHaveBeenCalled();
  const fixed = { commitment: 'c', nonce_hashes: [part.hash, 'other'] };
  await openPart(table({ ...fixed, unopened: [0, 1] }));
  expect(asked).toHaveBeenCalledWith('t', { nonce: part.nonce }, 'mine');
  const kept = heldFor('t')!.part;
  const nonces = [part.nonce, ''];
  const record = (commitment: string, other: string): unknown => ({
    fair: { commitment, hashes: [part.hash, other], nonces },
  });
  expect(isOurShuffle(record('c', 'other'), kept)).toBe(true);
  expect(isOurShuffle(record('d', 'other'), kept)).toBe(false);
  expect(isOurShuffle(record('c', 'ground'), kept)).toBe(false);
  expect(isOurShuffle({}, kept)).toBe(false);
});

test('a part that the table took must be in the record', async () => {
  const part = await newPart();
  hold('t', { tokens: ['mine'], part }, 1);
  const without = { fair: { commitment: 'c', hashes: [part.hash], nonces: [''] } };
  asked.mockRejectedValueOnce(new Error('the line is down'));
  await openPart(table({ commitment: 'c', nonce_hashes: [part.hash], unopened: [0] }));
  expect(isOurShuffle(without, heldFor('t')!.part)).toBe(true);
  await openPart(table({ commitment: 'c', nonce_hashes: [part.hash], unopened: [0] }));
  expect(isOurShuffle(without, heldFor('t')!.part)).toBe(false);
});

test('a part is opened for one shuffle only', async () => {
  const part = await newPart();
  hold('t', { tokens: ['mine'], part }, 1);
  await openPart(table({ commitment: '', nonce_hashes: [part.hash], unopened: [0] }));
  expect(asked).not.toHaveBeenCalled();
  await openPart(table({ commitment: 'c', nonce_hashes: [part.hash], unopened: [0] }));
  await openPart(table({ commitment: 'ground', nonce_hashes: [part.hash], unopened: [0] }));
  expect(asked).toHaveBeenCalledTimes(1);
  const ground = { fair: { commitment: 'ground', hashes: [part.hash], nonces: [part.nonce] } };
  expect(isOurShuffle(ground, heldFor('t')!.part)).toBe(false);
});

test('a part that is not ours is not opened', async () => {
  hold('t', { tokens: ['mine'], part: await newPart() }, 1);
  await openPart(table({ commitment: 'c', nonce_hashes: ['x', 'y'], unopened: [0, 1] }));
  expect(asked).not.toHaveBeenCalled();
});

test('at a rematch everybody commits again, once', async () => {
  hold('t', { tokens: ['mine'] }, 1);
  await commitPart(table({}), 1);
  await commitPart(table({}), 1);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith('t', { nonce_hash: heldFor('t')!.part!.hash }, 'mine');
});
