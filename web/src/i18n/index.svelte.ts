/** The language of the page and the words in it. Only the catalogue in use is loaded. */
import type { Key, Messages } from './en';
import type { Catalogue, Language, NamesOf, ParamsOf, Segment } from './message';
import { LANGUAGES, joined, plain, segments } from './message';

export type { Key } from './en';
export type { Language, Segment, Token } from './message';
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

/** Shows the made-up language of `pseudo.ts`; for the kit only. */
export async function setPseudoLanguage(): Promise<void> {
  catalogue = (await import('./pseudo')).xx;
}

/** What a message needs to become a sentence: nothing, or exactly its parameters. */
export type Params<K extends Key> = ParamsOf<Messages[K]>;
type Arguments<K extends Key> = [NamesOf<Messages[K]>] extends [never] ? [] : [params: Params<K>];
/** The messages that are sentences as they are. */
export type PlainKey = { [K in Key]: [NamesOf<Messages[K]>] extends [never] ? K : never }[Key];
/** A message with its parameters, to be said later. */
export type Text = { readonly [K in Key]: { readonly key: K; readonly params: Params<K> } }[Key];

export function rich<K extends Key>(key: K, ...[params]: Arguments<K>): Segment[] {
  const message = catalogue?.[key];
  return message === undefined ? [] : segments(message, params ?? {}, language);
}

export function t<K extends Key>(key: K, ...params: Arguments<K>): string {
  return plain(rich(key, ...params), language);
}

export function richly({ key, params }: Text): Segment[] {
  const message = catalogue?.[key];
  return message === undefined ? [] : segments(message, params, language);
}

export const said = (text: Text): string => plain(richly(text), language);

/** "Ana, Tomás and Pelican". */
export function list(words: readonly string[]): string {
  return joined(words, language);
}

export const spoken = (parts: readonly Segment[]): string => plain(parts, language);
