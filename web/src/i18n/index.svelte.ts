/** The language of the page and the words in it. Only the catalogue in use is loaded. */
import type { Key } from './en';
import type { Catalogue, Language, Params, Segment } from './message';
import { LANGUAGES, joined, plain, segments } from './message';

export type { Key } from './en';
export type { Language, Params, Segment, Token } from './message';
export { LANGUAGES, LANGUAGE_NAMES } from './message';

const loaders: Readonly<Record<Language, () => Promise<Catalogue<Key>>>> = {
  en: async () => (await import('./en')).en,
  fr: async () => (await import('./fr')).fr,
  de: async () => (await import('./de')).de,
};

let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue<Key> | null>(null);

export const currentLanguage = (): Language => language;

/** The language a browser asks for, if we speak it. */
export function preferredLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((known) => wish.toLowerCase().startsWith(known));
    if (found) return found;
  }
  return 'en';
}

export async function setLanguage(next: Language): Promise<void> {
  const words = await loaders[next]();
  catalogue = words;
  language = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

export function rich(key: Key, params: Params = {}): Segment[] {
  const message = catalogue?.[key];
  return message === undefined ? [] : segments(message, params, language);
}

export function t(key: Key, params: Params = {}): string {
  return plain(rich(key, params), language);
}

/** "Ana, Tomás and Pelican". */
export function list(words: readonly string[]): string {
  return joined(words, language);
}

export const spoken = (parts: readonly Segment[]): string => plain(parts, language);
