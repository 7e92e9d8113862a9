/** The tokens this browser holds: which tables it sits at. They travel in headers and messages only. */
import type { Part } from './shuffle';
import { load, save } from './storage';

export interface Held {
  readonly table: string;
  /** Seat tokens, one for each seat this browser plays. */
  readonly tokens: readonly string[];
  /** Invitation code, for a private table watched or joined. */
  readonly invitation?: string | null;
  readonly host?: string | null;
  /** The own part of the fair shuffle. */
  readonly part?: Part | null;
  readonly at: number;
}

const MOST = 60;

export const heldTables = (): Held[] => load<Held[]>('tables', []);

export const heldFor = (table: string): Held | null => heldTables().find((h) => h.table === table) ?? null;

/** Add what was learned about a table to what is held already. */
export function hold(table: string, more: Partial<Omit<Held, 'table' | 'at'>>, at: number): Held {
  const before = heldFor(table);
  const held: Held = {
    table,
    tokens: [...new Set([...(before?.tokens ?? []), ...(more.tokens ?? [])])],
    invitation: more.invitation ?? before?.invitation ?? null,
    host: more.host ?? before?.host ?? null,
    part: more.part ?? before?.part ?? null,
    at,
  };
  save('tables', [held, ...heldTables().filter((h) => h.table !== table)].slice(0, MOST));
  return held;
}

/** Let go of keys that a table takes no more: a seat that was freed or given away. */
export function drop(table: string, keys: readonly string[]): Held | null {
  const before = heldFor(table);
  if (!before) return null;
  const still = (key: string | null | undefined): string | null => (key && !keys.includes(key) ? key : null);
  const held: Held = {
    ...before,
    tokens: before.tokens.filter(still),
    invitation: still(before.invitation),
    host: still(before.host),
  };
  save(
    'tables',
    heldTables().map((h) => (h.table === table ? held : h)),
  );
  return held;
}

export function forget(table: string): void {
  save(
    'tables',
    heldTables().filter((h) => h.table !== table),
  );
}

/** Everything that may be shown in a hello: seats first, then host, then invitation. */
function allTokens(held: Held | null): string[] {
  if (!held) return [];
  return [...held.tokens, held.host, held.invitation].filter((x): x is string => Boolean(x));
}

/**
 * What to show in a hello, one after the other until one is taken: a seat that is gone must not keep its
 * holder from coming in by the invitation, nor a mistyped invitation from the own seat.
 */
export function keyrings(held: Held | null): string[][] {
  const all = allTokens(held);
  const { invitation } = held ?? {};
  const seats = all.filter((key) => key !== invitation);
  return invitation && seats.length > 0 ? [all, [invitation], seats] : [all];
}

/** The tables of rematches this window has agreed to: they start when all people are there. */
const agreed = new Set<string>();
export const isAgreedRematch = (table: string): boolean => agreed.has(table);

/** The keys of a table open the same seats at the table of its rematch. */
export function acceptRematch(table: string, next: string): void {
  agreed.add(next);
  const held = heldFor(table);
  if (held) hold(next, { tokens: [...held.tokens], host: held.host ?? null }, Date.now());
}
