/**
 * All shapes as `<symbol>`s, put into the page once. Components refer to them with
 * `<use>`, so that a hundred pieces cost a hundred elements and not two thousand.
 */
import { CARDS, COLOURS, RESOURCES, SITE_KINDS } from '../protocol/messages';
import * as shapes from './shapes';

const ROOT = 'ilos-art';
type Box = readonly [x: number, y: number, width: number, height: number];
const GLYPH: Box = [-12, -12, 24, 24];
const PLATE: Box = [-16, -16, 32, 32];

/** Symbol id → its box and drawing. Ids start with the kind: `r-ebony`, `ship-red`. */
export function symbols(): Map<string, { readonly box: Box; readonly body: string }> {
  const all = new Map<string, { box: Box; body: string }>();
  const add = (id: string, body: string, box: Box = GLYPH): void => void all.set(id, { box, body });
  for (const r of RESOURCES) add(`r-${r}`, shapes.RESOURCE_GLYPHS[r]);
  for (const k of SITE_KINDS) add(`s-${k}`, shapes.sitePlate(k), PLATE);
  for (const c of COLOURS) {
    add(`ship-${c}`, shapes.ship(c), [-18, -20, 36, 36]);
    add(`pioneer-${c}`, shapes.pioneer(c), [-14, -14, 28, 28]);
    add(`fort-${c}`, shapes.fort(c), [-20, -20, 40, 34]);
    add(`trading_post-${c}`, shapes.tradingPost(c), [-18, -16, 36, 32]);
    add(`mark-ship-${c}`, shapes.shipMark(c), PLATE);
    add(`mark-fort-${c}`, shapes.fortMark(c), PLATE);
    add(`mark-trading_post-${c}`, shapes.tradingPostMark(c), PLATE);
    for (const shape of new Set(Object.values(shapes.SITE_PLATE)))
      add(`mark-${shape}-${c}`, shapes.siteMark(c, shape), PLATE);
    add(`shield-${c}`, shapes.shield(c));
    add(`e-${c}`, `<g fill="currentColor">${shapes.EMBLEMS[shapes.PLAYERS[c].emblem]}</g>`);
  }
  for (const [name, body] of Object.entries(shapes.ICONS)) add(`u-${name}`, body);
  for (const c of CARDS) {
    add(`m-${c}`, `<g fill="currentColor">${shapes.CARD_MARKS[c]}</g>`);
    add(`v-${c}`, shapes.CARD_PICTURES[c], [0, 0, 80, 64]);
  }
  add('hideout', shapes.HIDEOUT, [-20, -20, 40, 40]);
  return all;
}

/** Puts the symbols into the page; later calls do nothing. */
export function installArt(): void {
  if (typeof document === 'undefined' || document.getElementById(ROOT)) return;
  const markup = [...symbols()].map(
    ([id, { box, body }]) =>
      `<symbol id="${id}" viewBox="${box.join(' ')}" overflow="visible">${body}</symbol>`,
  );
  const holder = document.createElement('div');
  holder.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" id="${ROOT}" width="0" height="0" aria-hidden="true" focusable="false"><defs>${markup.join('')}</defs></svg>`;
  const svg = holder.firstElementChild as SVGSVGElement;
  svg.style.position = 'absolute';
  document.body.prepend(svg);
}
