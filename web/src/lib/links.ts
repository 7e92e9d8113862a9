/** Addresses to share. What is secret stands after the `#`, which browsers never send. */
const page = (): string => location.href.replace(/#.*$/, '');

export const inviteLink = (table: string, code: string | null): string =>
  `${page()}#/t/${encodeURIComponent(table)}${code ? `?code=${encodeURIComponent(code)}` : ''}`;

export const personalLink = (table: string, token: string): string =>
  `${page()}#/t/${encodeURIComponent(table)}?key=${encodeURIComponent(token)}`;
