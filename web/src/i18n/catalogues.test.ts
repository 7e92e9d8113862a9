/** The three catalogues say the same things: no key missing, none unused, no placeholder lost. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { pseudo, xx } from './pseudo';
import type { Message } from './message';

const SOURCE = join(import.meta.dirname, '..');
const forms = (message: Message): string[] =>
  typeof message === 'string' ? [message] : [message.one, message.other, message.many ?? message.other];
const placeholders = (message: Message): string[] =>
  [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sources(path);
      if (/^(en|fr|de|pseudo)\.ts$/.test(entry.name) || entry.name.endsWith('.test.ts')) return '';
      return /\.(ts|svelte)$/.test(entry.name) ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}

describe('catalogues', () => {
  test.each([
    ['French', fr],
    ['German', de],
  ])('%s has exactly the keys of English', (_, other) => {
    expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort());
  });

  test('every key is used somewhere', () => {
    const text = sources(SOURCE);
    const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });

  test.each([
    ['French', fr],
    ['German', de],
  ])('%s keeps every placeholder', (_, other) => {
    for (const [key, message] of Object.entries(en)) {
      // A number may be written out in one form, so only the other names must survive.
      const wanted = placeholders(message).filter((name) => name !== '{n}');
      const found = placeholders(other[key as keyof typeof en]).filter((name) => name !== '{n}');
      expect({ key, names: found }).toEqual({ key, names: wanted });
    }
  });

  test('French has narrow no-break spaces before high punctuation and none plain', () => {
    for (const message of Object.values(fr))
      for (const form of forms(message)) expect(form).not.toMatch(/ [:;!?»]|« /);
    expect(fr['prompt.which_ship']).toContain('\u202f?');
  });

  test('the made-up language keeps every placeholder and is longer than English', () => {
    expect(pseudo('Pay {n} cards')).toBe('[Páý {n} çáŕďš····]');
    for (const [key, message] of Object.entries(en)) {
      const made = xx[key as keyof typeof en];
      expect(placeholders(made)).toEqual(placeholders(message));
      expect(forms(made)[0]!.length).toBeGreaterThan(forms(message)[0]!.length);
    }
  });

  test('no message uses a straight apostrophe', () => {
    for (const catalogue of [en, fr, de])
      for (const message of Object.values(catalogue))
        for (const form of forms(message)) expect(form).not.toContain("'");
  });
});
