/** How a message of a catalogue is filled: placeholders, plural forms, and pieces that are more than text. */

/** A whole sentence, or its plural forms chosen by the placeholder `n`. */
export type Message = string | { readonly one: string; readonly other: string; readonly many?: string };
export type Catalogue<Key extends string> = Readonly<Record<Key, Message>>;

/** The names between braces in a sentence. */
type NamesIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** The parameters of a message of the English catalogue; plural forms are chosen by `n`. */
export type NamesOf<M> = M extends string
  ? NamesIn<M>
  : M extends { readonly one: infer One; readonly other: infer Other }
    ? 'n' | NamesIn<One> | NamesIn<Other>
    : never;
export type ParamsOf<M> = {
  readonly [Name in NamesOf<M>]: Name extends 'n' ? (M extends string ? Param : number) : Param;
};
export type Language = 'en' | 'fr' | 'de';
export const LANGUAGES: readonly Language[] = ['en', 'fr', 'de'];
/** Lists in English do without the comma before `and`. */
const LOCALE: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr', de: 'de' };
/** Each language calls itself by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
};

/** A piece of a sentence that a screen draws specially: a name, an island, a resource. */
export interface Token {
  readonly kind: 'player' | 'island' | 'resource' | 'card' | 'strong';
  readonly text: string;
  readonly value?: string | number;
}
export type Param = string | number | Token | readonly Token[];
export type Params = Readonly<Record<string, Param>>;
export type Segment = string | Token;

/** Makers of plurals and lists are dear to set up, and a table asks for hundreds of sentences a move. */
const plurals = new Map<Language, Intl.PluralRules>();
function pluralOf(n: number, language: Language): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(n);
}
const lists = new Map<Language, Intl.ListFormat>();
/** "Ana, Tomás and Pelican". */
export function joined(words: readonly string[], language: Language): string {
  let format = lists.get(language);
  if (!format) {
    format = new Intl.ListFormat(LOCALE[language], { style: 'long', type: 'conjunction' });
    lists.set(language, format);
  }
  return format.format(words);
}

function form(message: Message, params: Params, language: Language): string {
  if (typeof message === 'string') return message;
  const n = typeof params['n'] === 'number' ? params['n'] : 0;
  const rule = pluralOf(n, language);
  return (rule === 'one' ? message.one : rule === 'many' ? message.many : undefined) ?? message.other;
}

/** A sentence cut at its placeholders, which are at the odd places. */
const cuts = new Map<string, readonly string[]>();
function cut(sentence: string): readonly string[] {
  let pieces = cuts.get(sentence);
  if (!pieces) cuts.set(sentence, (pieces = sentence.split(/\{(\w+)\}/)));
  return pieces;
}

/** The sentence in pieces, for screens that put pictures between words. */
export function segments(message: Message, params: Params, language: Language): Segment[] {
  const out: Segment[] = [];
  cut(form(message, params, language)).forEach((piece, i) => {
    if (i % 2 === 0) {
      if (piece !== '') out.push(piece);
      return;
    }
    const value = params[piece];
    if (value === undefined) out.push(`{${piece}}`);
    else if (typeof value === 'string' || typeof value === 'number') out.push(String(value));
    else if ('kind' in value) out.push(value);
    else out.push(...value);
  });
  return out;
}

export function plain(parts: readonly Segment[], language: Language): string {
  let text = '';
  for (let i = 0; i < parts.length;) {
    const part = parts[i]!;
    if (typeof part === 'string') {
      text += part;
      i++;
      continue;
    }
    // Tokens side by side are a row of pictures; in speech they are a list.
    let end = i;
    while (end < parts.length && typeof parts[end] !== 'string') end++;
    text += listed(parts.slice(i, end) as Token[], language);
    i = end;
  }
  return text;
}

function listed(tokens: readonly Token[], language: Language): string {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token.text, (counts.get(token.text) ?? 0) + 1);
  const words = [...counts].map(([text, n]) => (n > 1 ? `${n} ${text}` : text));
  return joined(words, language);
}

/** French wants a narrow no-break space before : ; ! ? and inside quotation marks. */
export function frenchSpaces(text: string): string {
  return text.replace(/ ([:;!?»])/g, '\u202f$1').replace(/« /g, '«\u202f');
}

export function typeset<Key extends string>(catalogue: Catalogue<Key>): Catalogue<Key> {
  const out = {} as Record<Key, Message>;
  for (const key of Object.keys(catalogue) as Key[]) {
    const message = catalogue[key];
    out[key] =
      typeof message === 'string'
        ? frenchSpaces(message)
        : {
            one: frenchSpaces(message.one),
            other: frenchSpaces(message.other),
            ...(message.many ? { many: frenchSpaces(message.many) } : {}),
          };
  }
  return out;
}
