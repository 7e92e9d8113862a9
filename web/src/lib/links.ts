/** Addresses to share. What is secret stands after the `#`, which browsers never send. */
import type { Held } from './session';

const page = (): string => location.href.replace(/#.*$/, '');

export const inviteLink = (table: string, code: string | null): string =>
  `${page()}#/t/${encodeURIComponent(table)}${code ? `?code=${encodeURIComponent(code)}` : ''}`;

export const personalLink = (table: string, token: string): string =>
  `${page()}#/t/${encodeURIComponent(table)}?key=${encodeURIComponent(token)}`;

/** A link by which one person takes over a seat that a bot plays. */
export const takeOverLink = (table: string, code: string | null, offer: string): string =>
  `${inviteLink(table, code)}${code ? '&' : '?'}offer=${encodeURIComponent(offer)}`;

type Keys = Pick<Held, 'table' | 'tokens' | 'host'>;

/** The keys of all own games, for another device of the same person. */
export const gamesLink = (held: readonly Keys[], base = page()): string =>
  `${base}#/games?keys=${held
    .filter(({ tokens }) => tokens.length > 0)
    .map(({ table, tokens, host }) => `${table}:${tokens.join(',')}:${host ?? ''}`)
    .join(';')}`;

/** The games of such a link; what is not written like one is left out. */
export function readGamesLink(text: string): Keys[] {
  return text.split(';').flatMap((entry) => {
    const found = /^([\w-]+):([\w-]+(?:,[\w-]+)*):([\w-]*)$/.exec(entry);
    return found ? [{ table: found[1]!, tokens: found[2]!.split(','), host: found[3] || null }] : [];
  });
}
