/** Files that people open: one game, many, and what is wrong with them. */
import { expect, test } from 'vitest';
import { readRecordFile } from './recordFile';

const game = (...names: string[]): string =>
  JSON.stringify({ format: 'ilos-record/1', players: names.map((name) => ({ name })) });

test('one game, in one line or in many', () => {
  for (const text of [game('Ana', 'Bo'), JSON.stringify(JSON.parse(game('Ana', 'Bo')), null, 2)]) {
    const { games, faults } = readRecordFile(text);
    expect(games.map((one) => one.names)).toEqual([['Ana', 'Bo']]);
    expect(faults).toEqual([]);
  }
});

test('a game in each line, empty lines left out', () => {
  const { games, faults } = readRecordFile(`${game('Ana')}\n\n${game('Bo')}\r\n`);
  expect(games.map(({ line, names }) => [line, ...names])).toEqual([
    [1, 'Ana'],
    [3, 'Bo'],
  ]);
  expect(faults).toEqual([]);
});

test('a line that is no game is named, and the others are kept', () => {
  const { games, faults } = readRecordFile(`${game('Ana')}\n{"format": 1}\n${game('Bo').slice(0, 20)}`);
  expect(games).toHaveLength(1);
  expect(faults).toEqual([
    { kind: 'format', line: 2 },
    { kind: 'json', line: 3, column: 21 },
  ]);
});

test('a file that is no JSON is told where it goes wrong', () => {
  expect(readRecordFile('{\n  "format": oops\n}').faults).toEqual([{ kind: 'json', line: 2, column: 13 }]);
  expect(readRecordFile('{\n  "a": [1, 2}\n').faults).toEqual([{ kind: 'json', line: 2, column: 13 }]);
  expect(readRecordFile('').faults).toEqual([{ kind: 'empty' }]);
});
