/** The games in a record file: one JSON object, or JSON Lines with a game in each line. */

export interface FoundGame {
  /** Line of the file, counted from 1. */
  readonly line: number;
  readonly record: unknown;
  readonly names: readonly string[];
}
/** Why a line holds no game. */
export type Fault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly line: number; readonly column: number }
  | { readonly kind: 'format'; readonly line: number };

export interface RecordFile {
  readonly games: readonly FoundGame[];
  readonly faults: readonly Fault[];
}

export function readRecordFile(text: string): RecordFile {
  const lines = text
    .split('\n')
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '');
  const [first] = lines;
  if (!first) return { games: [], faults: [{ kind: 'empty' }] };
  const whole = parsed(text, 1);
  // Several lines that do not make one object are a game each, unless already the first is none.
  if ('value' in whole) return gather([found(whole.value, first.line)]);
  if (lines.length === 1 || !('value' in parsed(first.content, 1)))
    return { games: [], faults: [whole.fault] };
  return gather(
    lines.map(({ content, line }) => {
      const one = parsed(content, line);
      return 'value' in one ? found(one.value, line) : one.fault;
    }),
  );
}

function gather(all: readonly (FoundGame | Fault)[]): RecordFile {
  return {
    games: all.filter((one): one is FoundGame => 'record' in one),
    faults: all.filter((one): one is Fault => 'kind' in one),
  };
}

function found(value: unknown, line: number): FoundGame | Fault {
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
