/** Addresses, figures, words. */
import { expect, test } from 'vitest';
import { frenchSpaces, plain, segments } from '../i18n/message';
import { preferredLanguage } from '../i18n/index.svelte';
import { clockText, signed } from './format';
import { address, codeIn, parse } from './router.svelte';

test('every address leads to its screen and back', () => {
  for (const hash of [
    '#/',
    '#/t/abc123',
    '#/how',
    '#/hotseat',
    '#/replay/abc?event=241&seat=1',
    '#/replay/record-x',
  ])
    expect(address(parse(hash))).toBe(hash);
});

test('an invitation and a personal key are read from the address', () => {
  expect(parse('#/t/abc?code=K7WQ')).toMatchObject({ code: 'abc', invitation: 'K7WQ' });
  expect(parse('#/t/abc?key=secret')).toMatchObject({ personal: 'secret' });
});

test.each(['#/nowhere', '#/t/', '#/t'])('%s is unknown', (hash) => {
  expect(parse(hash).screen).toBe('unknown');
});

test('nonsense in an address is left out', () => {
  expect(parse('#/replay/abc?event=-1&seat=red')).toMatchObject({ event: null, seat: null });
});

test('a code is found in a link or alone', () => {
  expect(codeIn('https://ilos.example/#/t/k7wq')).toBe('k7wq');
  expect(codeIn(' K7WQ ')).toBe('K7WQ');
  expect(codeIn('not a code!')).toBeNull();
});

test('times read as people say them', () => {
  expect(clockText(555_000)).toBe('9:15');
  expect(clockText(3_725_000)).toBe('1:02:05');
  expect(clockText(90_000_000)).toBe('1d 01h');
  expect(clockText(0)).toBe('0:00');
});

test('differences carry a true sign', () => {
  expect([signed(3), signed(-3), signed(0)]).toEqual(['+3', '−3', '±0']);
});

test('plural forms follow the language: French counts 0 as one', () => {
  const message = { one: '{n} carte', other: '{n} cartes' };
  expect(plain(segments(message, { n: 0 }, 'fr'), 'fr')).toBe('0 carte');
  expect(plain(segments(message, { n: 0 }, 'en'), 'en')).toBe('0 cartes');
});

test('pictures in a row are spoken as a list', () => {
  const what = ['spice', 'spice', 'gold'].map((text) => ({ kind: 'resource', text }) as const);
  expect(plain(segments('Ana makes {what}.', { what }, 'en'), 'en')).toBe('Ana makes 2 spice and gold.');
});

test('French spaces before high punctuation are narrow and do not break', () => {
  expect(frenchSpaces('Prêt ? Oui : « bien » !')).toBe('Prêt\u202f? Oui\u202f: «\u202fbien\u202f»\u202f!');
});

test('the language of the browser is followed if we speak it', () => {
  expect(preferredLanguage(['pt-BR', 'de-AT', 'en'])).toBe('de');
  expect(preferredLanguage(['pt'])).toBe('en');
});
