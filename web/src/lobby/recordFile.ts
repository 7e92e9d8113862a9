/**
 * The games in a record file: one JSON object, or JSON Lines with a game in each line; plain or compressed,
 * as the command line writes them.
 */
import { bytesOf, TooLarge } from '../lib/bytes';

/** Bytes that a record may have (RECORD), and a whole file: it is held in memory. */
const MOST_OF_RECORD = 5 * 1024 * 1024;
const MOST_OF_FILE = 128 * 1024 * 1024;

export interface FoundGame {
  /** Line of the file, counted from 1. */
  readonly line: number;
  readonly record: unknown;
  readonly names: readonly string[];
}
/** Why a line holds no game. */
export type Fault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged' } // compressed, and not whole
  | { readonly kind: 'large_file'; readonly megabytes: number }
  | { readonly kind: 'large'; readonly line: number; readonly megabytes: number }
  | { readonly kind: 'json'; readonly line: number; readonly column: number }
  | { readonly kind: 'format'; readonly line: number };

export interface RecordFile {
  readonly games: readonly FoundGame[];
  readonly faults: readonly Fault[];
}

/** What a file holds, by its first bytes: its name may have been changed on the way. */
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export async function readRecordFile(file: Blob): Promise<RecordFile> {
  try {
    const bytes = await bytesOf(await unpacked(file), MOST_OF_FILE);
    return readRecords(new TextDecoder().decode(bytes));
  } catch (error) {
    const fault: Fault =
      error instanceof TooLarge
        ? { kind: 'large_file', megabytes: inMegabytes(MOST_OF_FILE) }
        : { kind: 'damaged' };
    return { games: [], faults: [fault] };
  }
}

const inMegabytes = (bytes: number): number => bytes / 1024 / 1024;

async function unpacked(file: Blob): Promise<ReadableStream<Uint8Array>> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const begins = (mark: readonly number[]): boolean => mark.every((byte, i) => head[i] === byte);
  if (begins(GZIP)) return file.stream().pipeThrough(new DecompressionStream('gzip'));
  if (!begins(ZSTD)) return file.stream();
  const { ZstdStream } = await import('../lib/zstd');
  return file.stream().pipeThrough(new ZstdStream());
}

function readRecords(text: string): RecordFile {
  const lines = text
    .split('\n')
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '');
  const [first] = lines;
  if (!first) return { games: [], faults: [{ kind: 'empty' }] };
  const whole = parsed(text, 1);
  // Several lines that do not make one object are a game each, unless already the first is none.
  if ('value' in whole) return gather([found(whole.value, first.line, text)]);
  if (lines.length === 1 || !('value' in parsed(first.content, 1)))
    return { games: [], faults: [whole.fault] };
  return gather(
    lines.map(({ content, line }) => {
      const one = parsed(content, line);
      return 'value' in one ? found(one.value, line, content) : one.fault;
    }),
  );
}

function gather(all: readonly (FoundGame | Fault)[]): RecordFile {
  return {
    games: all.filter((one): one is FoundGame => 'record' in one),
    faults: all.filter((one): one is Fault => 'kind' in one),
  };
}

function found(value: unknown, line: number, text: string): FoundGame | Fault {
  if (text.length > MOST_OF_RECORD) return { kind: 'large', line, megabytes: inMegabytes(MOST_OF_RECORD) };
  if (!isObject(value) || typeof value.format !== 'string' || !value.format.startsWith('ilos-record/'))
    return { kind: 'format', line };
  const players: unknown[] = Array.isArray(value.players) ? value.players : [];
  const names = players.map((player) => (isObject(player) ? String(player.name) : ''));
  return { line, record: value, names };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parsed(text: string, line: number): { value: unknown } | { fault: Fault } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: { kind: 'json', ...placeOf(String(error), text, line) } };
  }
}

/** The place of an error: as the browser tells it, or else the first thing that is no word of JSON. */
function placeOf(message: string, text: string, line: number): { line: number; column: number } {
  const told = /line (\d+) column (\d+)/.exec(message);
  if (told) return { line: line + Number(told[1]) - 1, column: Number(told[2]) };
  const before = text.slice(0, firstStray(text)).split('\n');
  return { line: line + before.length - 1, column: before.at(-1)!.length + 1 };
}

const TOKEN = /\s*(?:[{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|(?:true|false|null)\b)/y;

function firstStray(text: string): number {
  let end = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.test(text)) end = TOKEN.lastIndex;
  return end + /^\s*/.exec(text.slice(end))![0].length;
}
