/** Icons, emblems and pieces: the shape says it first. */
import { describe, expect, test } from 'vitest';
import { CARDS, COLOURS, RESOURCES, SITE_KINDS } from '../protocol/messages';
import { CARD_PAINT, ICONS, PLAYERS } from './shapes';
import { symbols } from './symbols';

const channel = (c: number): number => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => channel(parseInt(hex.slice(i, i + 2), 16) / 255));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x! + 0.05) / (y! + 0.05);
};

describe('symbols', () => {
  const all = symbols();
  test('there is one for each resource, site, card and piece of each colour', () => {
    const wanted = [
      ...RESOURCES.map((r) => `r-${r}`),
      ...SITE_KINDS.map((k) => `s-${k}`),
      ...CARDS.flatMap((c) => [`m-${c}`, `v-${c}`]),
      ...COLOURS.flatMap((c) =>
        ['ship', 'pioneer', 'fort', 'trading_post', 'shield', 'e'].map((k) => `${k}-${c}`),
      ),
      ...COLOURS.flatMap((c) =>
        ['ship', 'fort', 'trading_post', 'round', 'hex', 'diamond', 'arch'].map((k) => `mark-${k}-${c}`),
      ),
      ...Object.keys(ICONS).map((n) => `u-${n}`),
      'hideout',
    ];
    expect([...all.keys()].sort()).toEqual(wanted.sort());
  });
  test.each([...all])('%s is well-formed, carries no text and no inline style', (_, { body }) => {
    const open: string[] = [];
    for (const [, close, name, self] of body.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/gi)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!self) open.push(name!);
    }
    expect(open).toEqual([]);
    expect(body).not.toMatch(/<text|style=|undefined|NaN/);
  });
});

describe('colours', () => {
  test('every player has an emblem of its own', () => {
    expect(new Set(COLOURS.map((c) => PLAYERS[c].emblem)).size).toBe(COLOURS.length);
  });
  test.each(COLOURS)('the emblem on %s reads at 4.5 to 1 or better', (c) => {
    expect(contrast(PLAYERS[c].fill, PLAYERS[c].on)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(CARDS)('the name on the band of %s reads at 4.5 to 1 or better', (c) => {
    expect(contrast(CARD_PAINT[c].band, '#FFFBF0')).toBeGreaterThanOrEqual(4.5);
  });
});
