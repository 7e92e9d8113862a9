/** The games of this person: those the server knows, and what is kept here of those that ended. */
import { heldTables } from '../lib/session';
import { load, save } from '../lib/storage';
import type { Colour, MyTable, TableStatus } from '../protocol/messages';

export interface Player {
  readonly name: string;
  readonly colour: Colour;
  /** Level of a bot; null: a person. */
  readonly bot: string | null;
}

export interface MyGame {
  readonly table: string;
  readonly status: TableStatus;
  /** When it last changed, milliseconds since 1970. */
  readonly at: number;
  readonly players: readonly Player[];
  readonly seat: number | null;
  readonly yourTurn: boolean;
  readonly rounds: number | null;
  readonly place: number | null;
  readonly value: number | null;
  /** Milliseconds from start to end. */
  readonly length: number | null;
}

/** So many ended games are remembered, also when the server has deleted them. */
const MOST = 500;

const keptGames = (): MyGame[] => load<MyGame[]>('games', []);

function toGame({ table, seat, your_turn }: MyTable): MyGame {
  // What a bot won or lost in one's seat is not one's own.
  const result = seat !== null && table.seats[seat]?.substitute ? null : table.result;
  return {
    table: table.id,
    status: table.status,
    at: table.changed,
    players: table.seats.map(({ name, colour, bot }) => ({ name: name ?? '', colour, bot })),
    seat,
    yourTurn: your_turn,
    rounds: table.round,
    place: seat === null ? null : (result?.places[seat] ?? null),
    value: seat === null ? null : (result?.values[seat] ?? null),
    length: table.result?.length ?? null,
  };
}

/** What the browser asks the server about: each key it holds. */
export const heldKeys = (): { table: string; token: string }[] =>
  heldTables()
    .flatMap(({ table, tokens, host }) =>
      [...tokens, ...(host ? [host] : [])].map((token) => ({ table, token })),
    )
    .slice(0, 100);

/** One entry a table: of several keys the one that sits, or whose turn it is. */
function once(tables: readonly MyTable[]): MyGame[] {
  const games = new Map<string, MyTable>();
  for (const game of tables) {
    const before = games.get(game.table.id);
    if (!before || (before.seat === null && game.seat !== null) || game.your_turn)
      games.set(game.table.id, game);
  }
  return [...games.values()].map(toGame);
}

/** Newest first, those waiting for a move before all others. */
export function inOrder(games: readonly MyGame[]): MyGame[] {
  const rank = (game: MyGame): number => (game.yourTurn ? 0 : isOver(game) ? 2 : 1);
  return [...games].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/** Add what the server answered to what is kept, and keep what has ended. */
export function remember(tables: readonly MyTable[]): MyGame[] {
  const now = once(tables);
  const known = new Set(now.map(({ table }) => table));
  const all = inOrder([...now, ...keptGames().filter(({ table }) => !known.has(table))]);
  save('games', all.filter(isOver).slice(0, MOST));
  return all;
}

export const remembered = (): MyGame[] => inOrder(keptGames());

export function forgetGame(table: string): void {
  save(
    'games',
    keptGames().filter((game) => game.table !== table),
  );
}

export const isOver = ({ status }: MyGame): boolean => status === 'finished' || status === 'stopped';
const isPlayedOut = (game: MyGame): boolean => game.status === 'finished' && game.place !== null;

/** Whom one played against: people, or bots of a level; of several levels the first seat's. */
export function levelOf(game: MyGame): string {
  const others = game.players.filter((_, seat) => seat !== game.seat);
  return others.some(({ bot }) => bot === null) ? 'people' : (others[0]?.bot ?? 'people');
}

export interface Tally {
  readonly games: number;
  readonly wins: number;
}
export interface Statistics {
  readonly total: Tally;
  /** By number of players, then by level. */
  readonly by: ReadonlyMap<number, ReadonlyMap<string, Tally>>;
  readonly levels: readonly string[];
  /** Wins in a row: now, and the most so far. */
  readonly streak: number;
  readonly longestStreak: number;
  readonly best: number;
  /** Games played out, oldest first. */
  readonly history: readonly MyGame[];
}

const NONE: Tally = { games: 0, wins: 0 };

export function statistics(games: readonly MyGame[]): Statistics {
  const history = games.filter(isPlayedOut).sort((a, b) => a.at - b.at);
  const by = new Map<number, Map<string, Tally>>();
  const levels = new Set<string>();
  let [streak, longestStreak, best, wins] = [0, 0, 0, 0];
  for (const game of history) {
    const won = game.place === 1;
    streak = won ? streak + 1 : 0;
    longestStreak = Math.max(longestStreak, streak);
    best = Math.max(best, game.value ?? 0);
    wins += Number(won);
    const level = levelOf(game);
    levels.add(level);
    const row = by.get(game.players.length) ?? new Map<string, Tally>();
    const before = row.get(level) ?? NONE;
    row.set(level, { games: before.games + 1, wins: before.wins + Number(won) });
    by.set(game.players.length, row);
  }
  const ladder = ['random', 'gentle', 'greedy', 'skilled', 'expert', 'master', 'people'];
  const place = (level: string): number => (ladder.indexOf(level) + ladder.length) % ladder.length;
  return {
    total: { games: history.length, wins },
    by: new Map([...by].sort(([a], [b]) => a - b)),
    levels: [...levels].sort((a, b) => place(a) - place(b)),
    streak,
    longestStreak,
    best,
    history,
  };
}
