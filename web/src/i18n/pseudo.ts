/**
 * A made-up language for tests: every letter wears an accent and every sentence is a third longer, between
 * brackets. What the page shows without brackets is not in the catalogue; what is cut off has too little room.
 */
import { en } from './en';
import type { Key } from './en';
import type { Catalogue, Message } from './message';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ď',
  e: 'é',
  g: 'ğ',
  i: 'í',
  l: 'ĺ',
  n: 'ñ',
  o: 'ö',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ü',
  y: 'ý',
  z: 'ž',
};

export function pseudo(sentence: string): string {
  const pieces = sentence.split(/(\{\w+\})/);
  const accented = pieces.map((piece, i) =>
    i % 2 ? piece : piece.replace(/[a-z]/g, (c) => ACCENTS[c] ?? c),
  );
  const letters = sentence.replace(/\{\w+\}/g, '').length;
  return `[${accented.join('')}${'·'.repeat(Math.ceil(letters / 3))}]`;
}

const whole = (message: Message): Message =>
  typeof message === 'string' ? pseudo(message) : { one: pseudo(message.one), other: pseudo(message.other) };

export const xx = Object.fromEntries(
  Object.entries(en).map(([key, message]) => [key, whole(message)]),
) as Catalogue<Key>;
