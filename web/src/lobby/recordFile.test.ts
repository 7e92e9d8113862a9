/** Files that people open: one game, many, and what is wrong with them. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readRecordFile, type RecordFile } from './recordFile';

const game = (...names: string[]): string =>
  JSON.stringify({ format: 'ilos-record/1', players: names.map((name) => ({ name })) });

const read = (...parts: BlobPart[]): Promise<RecordFile> => readRecordFile(new Blob(parts));

test('one game, in one line or in many', async () => {
  for (const text of [game('Ana', 'Bo'), JSON.stringify(JSON.parse(game('Ana', 'Bo')), null, 2)]) {
    const { games, faults } = await read(text);
    expect(games.map((one) => one.names)).toEqual([['Ana', 'Bo']]);
    expect(faults).toEqual([]);
  }
});

test('a game in each line, empty lines left out', async () => {
  const { games, faults } = await read(`${game('Ana')}\n\n${game('Bo')}\r\n`);
  expect(games.map(({ line, names }) => [line, ...names])).toEqual([
    [1, 'Ana'],
    [3, 'Bo'],
  ]);
  expect(faults).toEqual([]);
});

test('a line that is no game is named, and the others are kept', async () => {
  const { games, faults } = await read(`${game('Ana')}\n{"format": 1}\n${game('Bo').slice(0, 20)}`);
  expect(games).toHaveLength(1);
  expect(faults).toEqual([
    { kind: 'format', line: 2 },
    { kind: 'json', line: 3, column: 21 },
  ]);
});

test('a file that is no JSON is told where it goes wrong', async () => {
  expect((await read('{\n  "format": oops\n}')).faults).toEqual([{ kind: 'json', line: 2, column: 13 }]);
  expect((await read('{\n  "a": [1, 2}\n')).faults).toEqual([{ kind: 'json', line: 2, column: 13 }]);
  expect((await read('')).faults).toEqual([{ kind: 'empty' }]);
});

const TWO = `${game('Ana')}\n${game('Bo')}\n`;
/** The same by Python: `compression.zstd.compress`. */
const TWO_BY_ZSTD = Buffer.from(
  'KLUv/SBrLQIA1AN7ImZvcm1hdCI6Imlsb3MtcmVjb3JkLzEiLCJwbGF5ZXJzIjpbeyJuYW1lIjoiQW5hIn1dfQpCbyJ9XX0KAQB2NhUU',
  'base64',
);

test('a compressed file is read as the plain one', async () => {
  const plain = await read(TWO);
  expect(plain.games).toHaveLength(2);
  expect(await read(gzipSync(TWO))).toEqual(plain);
  expect(await read(TWO_BY_ZSTD)).toEqual(plain);
});

test('a compressed file that was cut short is said to be damaged', async () => {
  for (const packed of [gzipSync(TWO), TWO_BY_ZSTD])
    expect(await read(packed.subarray(0, packed.length / 2))).toEqual({
      games: [],
      faults: [{ kind: 'damaged' }],
    });
});

test('a game or a file that is too large is refused, whatever it was compressed to', async () => {
  const padded = JSON.stringify({ format: 'ilos-record/1', players: [], pad: 'a'.repeat(5 * 1024 * 1024) });
  const { games, faults } = await read(gzipSync(`${game('Ana')}\n${padded}`));
  expect(games).toHaveLength(1);
  expect(faults).toEqual([{ kind: 'large', line: 2, megabytes: 5 }]);
  expect(await read(gzipSync(Buffer.alloc(129 * 1024 * 1024)))).toEqual({
    games: [],
    faults: [{ kind: 'large_file', megabytes: 128 }],
  });
});
