/**
 * Icons, emblems and pictures as SVG text. Glyphs live in a box from -12 to 12, card
 * pictures in 80 × 64. The shape says it first; colour comes second.
 */
import type { Card, Colour, Resource, SiteKind } from '../protocol/messages';

const INK = '#3B2618';
const CREAM = '#FFF9EA';
const PEN = `stroke="${INK}" stroke-linejoin="round" stroke-linecap="round"`;

export type Emblem = 'disc' | 'chevron' | 'saltire' | 'star' | 'crescent';
export interface PlayerPaint {
  readonly fill: string;
  readonly dark: string;
  /** Colour of the emblem on the fill, contrast 4.7 or better. */
  readonly on: string;
  readonly emblem: Emblem;
}
export const PLAYERS: Readonly<Record<Colour, PlayerPaint>> = {
  red: { fill: '#C4312A', dark: '#8E1D1A', on: '#FFF6E2', emblem: 'disc' },
  green: { fill: '#1F7F4C', dark: '#0F5431', on: '#FFF6E2', emblem: 'chevron' },
  black: { fill: '#2C2A30', dark: '#121115', on: '#FFF6E2', emblem: 'saltire' },
  yellow: { fill: '#F2BE2B', dark: '#A87506', on: INK, emblem: 'star' },
  blue: { fill: '#2563B0', dark: '#143F78', on: '#FFF6E2', emblem: 'crescent' },
};
export const EMBLEMS: Readonly<Record<Emblem, string>> = {
  disc: '<circle r="6.2"/>',
  chevron: '<path d="M0-7.5 8 3v4.6L0-1.6-8 7.6V3Z"/>',
  saltire:
    '<path d="M-4.6-7.4 0-2.8 4.6-7.4 7.4-4.6 2.8 0 7.4 4.6 4.6 7.4 0 2.8-4.6 7.4-7.4 4.6-2.8 0-7.4-4.6Z"/>',
  star: '<path d="M0-8.6 2.4-2.8 8.4-2.6 3.8 1.3 5.3 7.4 0 4 -5.3 7.4-3.8 1.3-8.4-2.6-2.4-2.8Z"/>',
  crescent: '<path d="M3.4-7.6A8 8 0 1 0 7.6 4.2 6.6 6.6 0 1 1 3.4-7.6Z"/>',
};

export const RESOURCE_GLYPHS: Readonly<Record<Resource, string>> = {
  ebony: `<rect x="-9.4" y="-9.4" width="18.8" height="18.8" rx="4.2" fill="#3A2823" ${PEN} stroke-width="1.3"/><path d="M-7-5.6Q-6.4-7.2-4.6-7.4" fill="none" stroke="#B88E6C" stroke-width="1.4" stroke-linecap="round"/><g fill="none" stroke="#C49A77"><ellipse cx=".4" cy=".6" rx="5.7" ry="5.4" stroke-width="1.3"/><ellipse cx=".8" cy=".9" rx="2.5" ry="2.3" stroke-width="1.2"/><path d="M1.2.8 6.9 3.4" stroke-width="1"/></g>`,
  spice: `<path d="M0-10.6C1.7-10.6 2.6-9.2 3.4-7.7L10.4 5.4C11.8 8 10.9 9.8 8.2 9.8H-8.2C-10.9 9.8-11.8 8-10.4 5.4L-3.4-7.7C-2.6-9.2-1.7-10.6 0-10.6Z" fill="#D94A1B" ${PEN} stroke-width="1.3"/><path d="M-8.3 6.2-2.2-5.6" stroke="#FFB27A" stroke-width="1.7" stroke-linecap="round"/><g fill="#FFE3B8"><circle cx="1" cy="-2.2" r="1.35"/><circle cx="-2.4" cy="4.6" r="1.35"/><circle cx="4.6" cy="4.9" r="1.35"/></g>`,
  pigment: `<path d="M0-11.6C3.6-6.2 9.3-2.2 9.3 3.2A9.3 8.9 0 0 1-9.3 3.2C-9.3-2.2-3.6-6.2 0-11.6Z" fill="#5B3AA6" ${PEN} stroke-width="1.3"/><path d="M-5.6 3.2A5.6 5.4 0 0 0-.6 8.3" fill="none" stroke="#C9B4FF" stroke-width="1.8" stroke-linecap="round"/><circle cx="3.2" cy="-.6" r="1.5" fill="#A98BF0"/>`,
  gold: `<path d="M-4.8-9.4 4.9-9.9 11 -1.2 6.3 8.8-5.6 9.4-11-.4Z" fill="#F3B61F" ${PEN} stroke-width="1.3"/><path d="M-4.8-9.4-2.4-3 4.9-9.9M-2.4-3-11-.4M-2.4-3 3.6 1.6 11-1.2M3.6 1.6-5.6 9.4M3.6 1.6 6.3 8.8" fill="none" stroke="#8A5A00" stroke-width=".9" stroke-linejoin="round"/><path d="M-4.6-8.4-2.5-3.4-9.6-1.2Z" fill="#FFE9A6"/>`,
};
const HAMMER = `<path d="M-6.6 8.2 3.6-2.4" stroke="#7A5433" stroke-width="3.2" stroke-linecap="round"/><path d="M-1.6-6.4 2.6-9.4Q5.4-8.6 7.6-6.2 9-4.4 9 -1.6L5.6 2 2.8-.8 4-3.6Q1.6-4 .2-3.2Z" fill="#6E6A72" ${PEN} stroke-width="1"/>`;
const COLUMNS = `<g fill="#C9BFAF" ${PEN} stroke-width="1.05"><path d="M-8.6 8V-3.4L-7.8-5H-3.8L-3.2-4V8Z"/><path d="M3.2 8V1.4L5 .2 6.2 1.6 8.6-.6V8Z"/><path d="M-10-5 -9-8.6H1.6L3.4-6.4 2.2-5Z"/><path d="M-10.4 8H10.4V10.4H-10.4Z"/></g><path d="M-6.2-2.6V6.4M5.8 3.4V6.4" stroke="#8C8272" stroke-width="1" stroke-linecap="round"/><path d="M-1 8Q-1 5.4-2.2 4.6M0 8Q.4 6.4 1.4 6" fill="none" stroke="#4F8A3A" stroke-width="1.2" stroke-linecap="round"/>`;

export type PlateShape = 'round' | 'hex' | 'diamond' | 'arch';
/** Outlines of plates, without fill or stroke, so that rings can take the same shape. */
export const PLATES: Readonly<Record<PlateShape, string>> = {
  round: 'M-12.6 0A12.6 12.6 0 1 1 12.6 0 12.6 12.6 0 1 1-12.6 0Z',
  hex: 'M0-14.4 12.5-7.2V7.2L0 14.4-12.5 7.2V-7.2Z',
  diamond: 'M0-15.2 15.2 0 0 15.2-15.2 0Z',
  arch: 'M-12 12.6V-2A12 12.4 0 0 1 12-2V12.6Z',
};
export const SITE_PLATE: Readonly<Record<SiteKind, PlateShape>> = {
  ebony: 'round',
  spice: 'round',
  pigment: 'round',
  gold: 'hex',
  construction: 'diamond',
  ruins: 'arch',
};
const PLATE_FILL: Readonly<Record<SiteKind, string>> = {
  ebony: '#FFF7E1',
  spice: '#FFF7E1',
  pigment: '#FFF7E1',
  gold: '#FFF1C2',
  construction: '#F3E6C4',
  ruins: '#EDE7DA',
};
export function sitePlate(kind: SiteKind): string {
  const shape = SITE_PLATE[kind];
  const dash = shape === 'diamond' ? ' stroke-dasharray="3.2 2.2"' : '';
  const plate = `<path d="${PLATES[shape]}" fill="${PLATE_FILL[kind]}" ${PEN} stroke-width="1.25"${dash}/>`;
  if (kind === 'construction') return `${plate}<g transform="scale(.86)">${HAMMER}</g>`;
  if (kind === 'ruins') return `${plate}<g transform="translate(0 1.4) scale(.88)">${COLUMNS}</g>`;
  const lift = kind === 'spice' ? -0.6 : kind === 'pigment' ? 0.5 : 0;
  return `${plate}<g transform="translate(0 ${lift}) scale(.74)">${RESOURCE_GLYPHS[kind]}</g>`;
}

// --- pieces: a cream halo and an ink line, so green reads on woods and blue on water ---

const halo = (d: string, width: number): string =>
  `<path d="${d}" fill="${CREAM}" stroke="${CREAM}" stroke-width="${width}" stroke-linejoin="round"/>`;
const emblem = (p: PlayerPaint, place: string): string =>
  `<g transform="${place}" fill="${p.on}">${EMBLEMS[p.emblem]}</g>`;

const HULL = 'M-14.4 4.4 -11.6 11.4Q-10.8 13.4-8.4 13.4H7.6Q10 13.4 11 11.2L15.2 2.6 9.8 4.6H-9.2Z';
const SAIL = 'M-8.6-13.6Q.6-16 9.8-13.4 13.4-5.4 9.9 2.4 .6.2-8.6 2.6-4.6-5.6-8.6-13.6Z';
export function ship(colour: Colour): string {
  const p = PLAYERS[colour];
  return (
    halo(HULL, 4) +
    halo(SAIL, 4) +
    `<path d="M.6-17.4V5" stroke="${INK}" stroke-width="1.6" stroke-linecap="round"/>` +
    `<path d="M.8-18 7.4-16.4.8-14.8Z" fill="${p.fill}" ${PEN} stroke-width=".8"/>` +
    `<path d="${HULL}" fill="#8A5A34" ${PEN} stroke-width="1.3"/>` +
    `<path d="M-12.8 7.8Q0 9.6 13 7" fill="none" stroke="${p.fill}" stroke-width="2.1"/>` +
    `<path d="${SAIL}" fill="${p.fill}" ${PEN} stroke-width="1.3"/>` +
    `<path d="M-7.4-12.5Q.6-14.6 8.9-12.4" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.5" stroke-linecap="round"/>` +
    emblem(p, 'translate(1.7 -5.6) scale(.62)')
  );
}
/** Far away a piece is one shape in its owner's colour, with the emblem: fewer lines, and larger. */
const mark = (colour: Colour, outline: string, place: string): string => {
  const p = PLAYERS[colour];
  return `${halo(outline, 5)}<path d="${outline}" fill="${p.fill}" ${PEN} stroke-width="1.6"/>${emblem(p, place)}`;
};
export const shipMark = (colour: Colour): string =>
  mark(colour, 'M-9-15Q2-17 12-14 15-5 12 3H16L11 14H-11L-15 3H-9Q-5-6-9-15Z', 'translate(2 -3) scale(.9)');
export const siteMark = (colour: Colour, shape: PlateShape): string =>
  mark(colour, PLATES[shape], 'scale(.95)');
export const fortMark = (colour: Colour): string =>
  mark(colour, 'M-14 13V-13H-7V-8H-3V-13H3V-8H7V-13H14V13Z', 'translate(0 3) scale(.9)');
export const tradingPostMark = (colour: Colour): string =>
  mark(colour, 'M-15 13V-3L0-15 15-3V13Z', 'translate(0 3) scale(.9)');

const PAWN =
  'M-8.6 11.6Q-9.4 3 -5 -1.6 -3.6-3-3-3.4 -4.6-4.6-4.9-6.2L-8-6.6Q-9-7.4-7.6-8L-4-8.6Q-3.4-12.8 0-12.8 3.4-12.8 4-8.6L7.6-8Q9-7.4 8-6.6L4.9-6.2Q4.6-4.6 3-3.4 3.6-3 5-1.6 9.4 3 8.6 11.6Z';
export function pioneer(colour: Colour): string {
  const p = PLAYERS[colour];
  return (
    halo(PAWN, 4) +
    `<path d="${PAWN}" fill="${p.fill}" ${PEN} stroke-width="1.4"/>` +
    `<path d="M-4.9-6.2Q0-4.7 4.9-6.2" fill="none" stroke="${p.on}" stroke-opacity=".75" stroke-width="1"/>` +
    emblem(p, 'translate(0 5) scale(.56)')
  );
}
const WALLS =
  'M-13 12V-1.4H-10.4V-4.2H-7.4V-1.4H-4.6V-9.4H-1.8V-7.2H1.8V-9.4H4.6V-1.4H7.4V-4.2H10.4V-1.4H13V12Z';
export function fort(colour: Colour): string {
  const p = PLAYERS[colour];
  return (
    halo(WALLS, 4.4) +
    halo('M.2-9V-18.6L10.4-16.2.2-13Z', 3.4) +
    `<path d="M0-8V-18.6" stroke="${INK}" stroke-width="1.5" stroke-linecap="round"/>` +
    `<path d="M.4-18.6Q5-17 10.6-17.4 9.4-15 10.6-12.6 5-12.4.4-13.4Z" fill="${p.fill}" ${PEN} stroke-width="1"/>` +
    `<path d="${WALLS}" fill="#EADFC8" ${PEN} stroke-width="1.3"/>` +
    `<path d="M-4.6-1.4V12M4.6-1.4V12" stroke="${INK}" stroke-width=".8" stroke-opacity=".55"/>` +
    `<path d="M-13 7.6H-4.6M4.6 7.6H13M-9.4 2.6H-4.6M6.4 3H13" stroke="#A8977A" stroke-width="1"/>` +
    `<path d="M-4.4-3.6H4.4V4.2L0 7.4-4.4 4.2Z" fill="${p.fill}"/>` +
    emblem(p, 'translate(0 .6) scale(.46)') +
    `<path d="M-2.6 12V9.6Q0 6.8 2.6 9.6V12Z" fill="${INK}"/>`
  );
}
const HOUSE = 'M-11 12V-2H11V12Z';
const AWNING =
  'M-9.6-11.4H9.6L14-2.6Q14 .4 11.2.4 8.4.4 8.4-2 8.4.4 5.6.4 2.8.4 2.8-2 2.8.4 0 .4-2.8.4-2.8-2-2.8.4-5.6.4-8.4.4-8.4-2-8.4.4-11.2.4-14 .4-14-2.6Z';
export function tradingPost(colour: Colour): string {
  const p = PLAYERS[colour];
  return (
    halo(HOUSE, 4.4) +
    halo(AWNING, 4.4) +
    `<path d="${HOUSE}" fill="#F3E4C2" ${PEN} stroke-width="1.3"/>` +
    `<path d="M-8 12V3.4H-1.4V12Z" fill="#6B4226"/>` +
    `<path d="M1.6 3.4H8.2V8H1.6Z" fill="#7FB6BC" ${PEN} stroke-width="1"/>` +
    `<path d="${AWNING}" fill="${p.fill}" ${PEN} stroke-width="1.3"/>` +
    `<path d="M-5.7-11.4-8.4-2.2M5.7-11.4 8.4-2.2M-1.9-11.4-2.8-2.2M1.9-11.4 2.8-2.2" stroke="${p.on}" stroke-opacity=".55" stroke-width="1.2"/>` +
    `<circle cy="-7" r="5.2" fill="${p.fill}" ${PEN} stroke-width=".9"/>` +
    emblem(p, 'translate(0 -7) scale(.5)')
  );
}
export function shield(colour: Colour): string {
  const p = PLAYERS[colour];
  return (
    `<path d="M-9.6-10.6H9.6V3Q9.6 9 0 12-9.6 9-9.6 3Z" fill="${p.fill}" stroke="${INK}" stroke-width="1.3" stroke-linejoin="round"/>` +
    emblem(p, 'translate(0 -.6) scale(.82)')
  );
}
export const HIDEOUT = `<g><ellipse cx="0" cy="6" rx="19" ry="12" fill="#DDF3EC" fill-opacity=".55"/><path d="M-17.4 3.4-14.4-8-9.4-12.6-5-8.2-2-13.4 3.2-15 7-9.4 12.2-10.8 16.4-2 17.2 6 12.4 10 8.6 4.4 4 2.4-2.6 2.6-7.6 5-10.6 10.6-15.4 9Z" fill="#5D6470" ${PEN} stroke-width="1.4"/><path d="M-14.4-8-11.6 2.4M-5-8.2-6 1M3.2-15 1.4-4.6M7-9.4 8 0M16.4-2 12.4 2" stroke="#2D323B" stroke-width="1" stroke-opacity=".7"/><path d="M-13.4-7.4-9.6-11-6.4-7.6-10-4.6ZM-1.2-12.4 2.8-13.6 1.6-7.6ZM7.6-8 11.8-9.2 14-4.4 10.4-4Z" fill="#8C95A0"/></g>`;
const SABRES = `<g fill="none" stroke-linecap="round"><path d="M-6.8 7.2Q3.4 1.6 6.2-8M6.8 7.2Q-3.4 1.6-6.2-8" stroke-width="2.4"/><path d="M-8.2 3.6-4.2 8.6M8.2 3.6 4.2 8.6" stroke-width="2"/></g>`;

// --- interface icons, in the current colour -------------------------------------------

export const ICONS = {
  sabres: `<g stroke="currentColor">${SABRES}</g>`,
  cards:
    '<g fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"><path d="M-8.6-5.2-1.8-8.6 4.4 4.2-2.4 7.6Z" transform="translate(-1.4,.6)"/><path d="M.6-8.6 8.4-6.8 5.4 7.4 3.4 7" /></g>',
  undo: '<path d="M-4.4-8.6-9.4-3.4-4.4 1.8M-9-3.4H3.2A5.7 5.7 0 0 1 3.2 8H-2.6" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  rotL: '<path d="M-8.6-1.4A8.6 8.6 0 1 1-6 6.2M-9.8-8-8.8-1.2-2.2-2.4" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  rotR: '<path d="M8.6-1.4A8.6 8.6 0 1 0 6 6.2M9.8-8 8.8-1.2 2.2-2.4" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  check:
    '<path d="M-8 .6-2.6 6.4 8.4-6" fill="none" stroke="currentColor" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>',
  cross:
    '<path d="M-6.4-6.4 6.4 6.4M6.4-6.4-6.4 6.4" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
  sound:
    '<path d="M-9.4-3.4H-5.6L.2-8.2V8.2L-5.6 3.4H-9.4ZM3.8-4.2Q7 0 3.8 4.2M6.8-7.2Q11.8 0 6.8 7.2" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/>',
  help: '<path d="M-4.4-4.2Q-4.2-8.4.2-8.4 4.6-8.4 4.6-4.6 4.6-2.2 2-.8.2.2.2 2.6" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/><circle cx=".2" cy="7.4" r="1.5" fill="currentColor"/>',
  gear: '<path d="M0-9.6V-6.4M0 6.4V9.6M-9.6 0H-6.4M6.4 0H9.6M-6.8-6.8-4.5-4.5M4.5 4.5 6.8 6.8M-6.8 6.8-4.5 4.5M4.5-4.5 6.8-6.8" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/><circle r="5" fill="none" stroke="currentColor" stroke-width="2"/>',
  chat: '<path d="M-9-7.4H9V4.4H-1.6L-6 8.6V4.4H-9Z" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round"/>',
  clock:
    '<circle r="8.4" fill="none" stroke="currentColor" stroke-width="1.9"/><path d="M0-4.8V0L3.4 2.6" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round"/>',
  eye: '<path d="M-9.6 0Q0-9.4 9.6 0 0 9.4-9.6 0Z" fill="none" stroke="currentColor" stroke-width="1.8"/><circle r="2.8" fill="currentColor"/>',
  screen:
    '<path d="M-10-6.6-4.4-8.6 4.4-8.6 10-6.6V7.6L4.4 6H-4.4L-10 7.6Z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path d="M-4.4-8.6V6M4.4-8.6V6" stroke="currentColor" stroke-width="1.3"/>',
  tilestack:
    '<path d="M0-9.2 7-5.6V1L0 4.6-7 1V-5.6Z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/><path d="M-7 4.6 0 8.2 7 4.6" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/>',
  plus: '<path d="M0-7V7M-7 0H7" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
  minus: '<path d="M-7 0H7" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
  fit: '<path d="M-8-3.4V-8H-3.4M3.4-8H8V-3.4M8 3.4V8H3.4M-3.4 8H-8V3.4" fill="none" stroke="currentColor" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"/>',
  link: '<path d="M-2.2 2.2 2.2-2.2M-.6-4.8 2.4-7.8A3.9 3.9 0 0 1 7.8-2.4L4.8.6M.6 4.8-2.4 7.8A3.9 3.9 0 0 1-7.8 2.4L-4.8-.6" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>',
  bot: '<rect x="-8" y="-4.4" width="16" height="12" rx="3.4" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M0-4.4V-8.4" stroke="currentColor" stroke-width="1.8"/><circle cy="-9.2" r="1.5" fill="currentColor"/><circle cx="-3.2" cy="1.2" r="1.5" fill="currentColor"/><circle cx="3.2" cy="1.2" r="1.5" fill="currentColor"/>',
  person:
    '<circle cy="-4.6" r="4" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M-8 9Q-7.6 1.6 0 1.6 7.6 1.6 8 9" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>',
  crown:
    '<path d="M-9.4 6.6-10.6-5.4-4.8-.6 0-8.4 4.8-.6 10.6-5.4 9.4 6.6Z" fill="#F3B61F" stroke="#3B2618" stroke-width="1.3" stroke-linejoin="round"/>',
  anchor:
    '<g fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round"><circle cy="-7" r="2.4"/><path d="M0-4.6V9M-4-1.8H4M-8.4 2.6Q-7.4 9 0 9 7.4 9 8.4 2.6M-8.4 2.6-10 5M8.4 2.6 10 5"/></g>',
  coin: '<circle r="8.6" fill="none" stroke="currentColor" stroke-width="1.9"/><path d="M-2.6 3.6Q3.6 5.4 3-1.4 2.2-5-2.4-3.4" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
  more: '<circle cx="-7" r="1.9" fill="currentColor"/><circle r="1.9" fill="currentColor"/><circle cx="7" r="1.9" fill="currentColor"/>',
  play: '<path d="M-5.4-8.4 8.2 0-5.4 8.4Z" fill="currentColor" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
  pause: '<path d="M-5-8V8M5-8V8" stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/>',
  prev: '<path d="M7-8-4.4 0 7 8Z" fill="currentColor" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/><path d="M-7.6-8V8" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>',
  next: '<path d="M-7-8 4.4 0-7 8Z" fill="currentColor" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/><path d="M7.6-8V8" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>',
  share:
    '<g fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"><path d="M0 3.4V-9.4M-4.6-5.2 0-9.8 4.6-5.2"/><path d="M-4.4-1.4H-8V9.2H8V-1.4H4.4"/></g>',
  fork: '<path d="M-7 9V-9M-7 5Q-7-3.6 1.6-3.6H8M4-8 8.4-3.6 4 .8" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  star: '<path d="M0-10.4 2.6-2.6 10.4 0 2.6 2.6 0 10.4-2.6 2.6-10.4 0-2.6-2.6Z" fill="currentColor"/>',
  swap: '<path d="M-8.6-4.4H7.4M3.4-8.6 7.8-4.4 3.4-.2M8.6 4.6H-7.4M-3.4.4-7.8 4.6-3.4 8.8" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  shield:
    '<path d="M-7.6-8.6H7.6V.8Q7.6 6.8 0 9.8-7.6 6.8-7.6.8Z" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round"/><path d="M-3.6-.2-.8 2.8 4-3.2" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>',
  text: '<path d="M-8.4-7H8.4M-8.4-2.3H8.4M-8.4 2.4H8.4M-8.4 7.1H2.4" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>',
  map: '<path d="M-9.4-5.6-3.2-8.2 3.2-5.6 9.4-8.2V5.8L3.2 8.4-3.2 5.8-9.4 8.4ZM-3.2-8.2V5.8M3.2-5.6V8.4" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/>',
  offline:
    '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M-.6-4.8 2.4-7.8A3.9 3.9 0 0 1 7.8-2.4L4.8.6M.6 4.8-2.4 7.8A3.9 3.9 0 0 1-7.8 2.4L-4.8-.6"/><path d="M-8.6-8.6 8.6 8.6" stroke-width="2.2"/></g>',
  moon: '<path d="M3.4-8.6A9 9 0 1 0 8.8 4.6 7.4 7.4 0 1 1 3.4-8.6Z" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round"/>',
  ship: '<path d="M-9.4 3.4-7 8.6H6.4L9.8 2.2 6 3.4ZM.4-10V3M-5.6-8.2Q.4-9.8 6-8 8.4-3.4 6 1.2 .4-.2-5.6 1.2-3.2-3.6-5.6-8.2Z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
  pawn: `<path d="${PAWN}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" transform="scale(.78)"/>`,
  hammer: HAMMER,
  columns: COLUMNS,
} as const;
export type IconName = keyof typeof ICONS;

// --- cards ---------------------------------------------------------------------------

/** Band and pale ground of a card face. */
export const CARD_PAINT: Readonly<Record<Card, { readonly band: string; readonly pale: string }>> = {
  ship: { band: '#1F6C8C', pale: '#CBE7EA' },
  plantation: { band: '#4C7D2B', pale: '#E0EBBF' },
  gold_mine: { band: '#936003', pale: '#FBE7AE' },
  building: { band: '#A8452C', pale: '#F6DAC6' },
  ruins: { band: '#5E5870', pale: '#E2DDE6' },
  market: { band: '#8A2F63', pale: '#F3D6E2' },
};
const sky = (ground: string, cloud: string): string =>
  `<rect width="80" height="64" fill="${ground}"/><path d="M0 16Q20 8 44 15T80 10V0H0Z" fill="${cloud}" fill-opacity=".55"/>`;
export const CARD_PICTURES: Readonly<Record<Card, string>> = {
  ship:
    sky('#BFE3E6', '#FFF3D2') +
    `<path d="M0 40Q10 36 20 40T40 40 60 40 80 40V64H0Z" fill="#2E96A6"/><path d="M0 48Q10 44 20 48T40 48 60 48 80 48V64H0Z" fill="#1F7C92"/><circle cx="66" cy="14" r="6" fill="#FFE08A"/><g transform="translate(39,29) scale(1.34)" ${PEN}><path d="M-14 6-11 12.6H9L14.6 4.6 9 6Z" fill="#8A5A34" stroke-width="1.1"/><path d="M-2-19V6M7-13V5" stroke-width="1.2"/><path d="M-9-16Q-2-18 4-16 6.4-9 4-2-2-4-9-2-6.4-9-9-16Z" fill="#FFF7E1" stroke-width="1.1"/><path d="M5.4-11Q10-11.6 13-10.6 14.6-6 13-1.4 9.6-2.6 5.8-1.6 7.4-6 5.4-11Z" fill="#F7E3B8" stroke-width="1.1"/><path d="M-9 -1.6-14 5" stroke-width="1"/><path d="M-2-19 4-17.6-2-16Z" fill="#C4312A" stroke-width=".8"/></g><path d="M12 45q5-3 10 0M54 44q5-3 10 0M30 53q6-3 12 0" fill="none" stroke="#CDEEEA" stroke-width="1.4" stroke-linecap="round"/>`,
  plantation:
    sky('#CFE8D8', '#FFF3CF') +
    `<path d="M0 30Q18 20 38 27T80 22V64H0Z" fill="#8DBA57"/><path d="M0 42Q24 32 80 38V64H0Z" fill="#6C9F3F"/><g stroke="#B98A4E" stroke-width="2.2" stroke-linecap="round" fill="none"><path d="M4 60Q26 46 60 42M20 63Q40 50 74 45M44 64Q58 55 80 51"/></g><g fill="#3E7A33" ${PEN} stroke-width=".9"><path d="M18 50q-6-2-6-8 6 0 6 8 0-8 6-8 0 6-6 8ZM37 47q-6-2-6-8 6 0 6 8 0-8 6-8 0 6-6 8ZM40 59q-6-2-6-8 6 0 6 8 0-8 6-8 0 6-6 8ZM57 55q-6-2-6-8 6 0 6 8 0-8 6-8 0 6-6 8ZM59 43q-5-2-5-7 5 0 5 7 0-7 5-7 0 5-5 7Z"/></g><g ${PEN}><path d="M69 40Q67 28 71 16" fill="none" stroke="#7A5433" stroke-width="2.4"/><path d="M71 16Q64 9 57 14 65 13 71 16 68 8 62 5 70 7 71 16 74 8 80 7 74 11 71 16 78 14 80 21 76 16 71 16Z" fill="#3F8640" stroke-width=".9"/></g>`,
  gold_mine:
    sky('#F6E2B4', '#FFF6DB') +
    `<path d="M-2 64 16 22 28 32 42 10 58 30 66 24 84 64Z" fill="#B59A7A" ${PEN} stroke-width="1.1"/><path d="M42 10 36 28 44 36 38 50M16 22 18 36 12 46M66 24 64 38 70 48" fill="none" stroke="#7A634A" stroke-width="1.2"/><path d="M26 64V48Q26 36 38 36T50 48V64Z" fill="#2E211A" ${PEN} stroke-width="1.1"/><path d="M24 64V44L29 38 33 41V64ZM52 64V44L47 38 43 41V64ZM22 42H54L50 35H26Z" fill="#8A5A34" ${PEN} stroke-width="1"/><g ${PEN} stroke-width="1" fill="#F3B61F"><path d="M56 63 54 56 60 52 66 56 66 63ZM66 63 65 58 70 54 76 58 75 63ZM60 54 60 48 66 46 70 50 68 55Z"/></g><path d="M56 57 60 53M62 51 65 48" stroke="#FFF1C2" stroke-width="1.4" stroke-linecap="round"/>`,
  building:
    sky('#F8DFC8', '#FFF3DA') +
    `<path d="M0 50Q30 42 80 48V64H0Z" fill="#8DBA57"/><g ${PEN} stroke-width="1.1"><path d="M10 56V26H14V22H18V26H23V22H27V26H31V56Z" fill="#EADFC8"/><path d="M18 56V48Q20.5 44 23 48V56Z" fill="#3B2618"/><path d="M20.5 22V9" fill="none"/><path d="M20.5 9Q26 11 31 10 30 13 31 16 26 16 20.5 15Z" fill="#A8452C"/><path d="M41 56V38H71V56Z" fill="#F7EBCF"/><path d="M43 26H69L75 38Q74 41 71 41 68 41 66.6 38 65 41 62 41 59 41 58 38 56 41 53 41 50 41 49 38 47 41 44 41 41 41 37 38Z" fill="#C4603C"/><path d="M46 56V45H54V56Z" fill="#6B4226"/><path d="M58 45H67V51H58Z" fill="#7FB6BC"/></g><path d="M51 26 49 38M61 26 63 38" stroke="#FFE9D2" stroke-width="2.6"/><path d="M12 34H18M22 41H29M13 48H16" stroke="#A8977A" stroke-width="1.2"/>`,
  ruins:
    sky('#DAD5E4', '#F8EFE2') +
    `<path d="M0 50Q30 40 80 48V64H0Z" fill="#7FA356"/><g fill="#CFC6B6" ${PEN} stroke-width="1.1"><path d="M8 56V24H18V56ZM26 56V30H35V56ZM54 56V38L57 35 60 39 64 36V56Z"/><path d="M5 24 7 17H40L42 21 39 25 36 30H24L22 24Z"/><path d="M3 56H70V61H3ZM44 56 42 50 48 46 53 50 52 56Z"/></g><path d="M13 28V52M30.5 34V52M59 43V53" stroke="#968C7A" stroke-width="1.3"/><path d="M9 17Q12 12 18 17M8 30Q4 34 7 42M36 26Q41 30 38 38" fill="none" stroke="#4F8A3A" stroke-width="2" stroke-linecap="round"/><g ${PEN} stroke-width=".9" fill="#F3B61F"><ellipse cx="66" cy="58" rx="5" ry="2.4"/><ellipse cx="73" cy="60" rx="5" ry="2.4"/><ellipse cx="68" cy="55" rx="5" ry="2.4"/></g>`,
  market:
    sky('#F5DDE4', '#FFF3DC') +
    `<path d="M0 54H80V64H0Z" fill="#C99D63"/><g ${PEN} stroke-width="1.1"><path d="M14 22V56M66 22V56" stroke="#6B4226" stroke-width="2.6"/><path d="M10 10H70L77 24Q75 28 71 28 67 28 65 24 63 28 59 28 55 28 53 24 51 28 47 28 43 28 41 24 39 28 35 28 31 28 29 24 27 28 23 28 19 28 16 24 13 28 9 28 4 28 3 24Z" fill="#8A2F63"/><path d="M20 10 16 24M32 10 29 24M44 10H36L41 24M48 10 53 24M60 10 65 24" stroke="#F9DCE8" stroke-width="2.4" fill="none"/><path d="M8 44H72V56H8Z" fill="#A9713F"/><path d="M15 44Q17 33 23 33T31 44ZM49 44Q51 34 57 34T65 44Z" fill="#D94A1B"/><path d="M32 44Q34 31 40 31T48 44Z" fill="#5B3AA6"/></g><path d="M49 44Q51 34 57 34T65 44Z" fill="#F3B61F" ${PEN} stroke-width="1.1"/><path d="M30 56V44M50 56V44" stroke="#6B4226" stroke-width="1.2"/>`,
};
/** One silhouette for each card type. */
export const CARD_MARKS: Readonly<Record<Card, string>> = {
  ship: `<g transform="scale(.74) translate(0,2)"><path d="${HULL}"/><path d="${SAIL}"/></g>`,
  plantation:
    '<path d="M0 10.4Q-1.4 6-1 2.6-8.8 2.4-9.6-5.8-2.4-6-0.2 0 .2-8.6 7.4-10.2 9.6-2.4 1.2 2.8.8 6.4 2 10.4Z"/>',
  gold_mine: '<path d="M-9.6-4.6Q0-12 9.6-4.6 4.4-6.8 1.7-6.4L1.4 10.2H-1.4L-1.7-6.4Q-4.4-6.8-9.6-4.6Z"/>',
  building:
    '<path d="M-8.6 10V-2.6H-10V-8.4H-6.8V-5.6H-3.4V-8.4H-1.6V-5.6H1.6V-8.4H3.4V-5.6H6.8V-8.4H10V-2.6H8.6V10H3V5.4Q0 2-3 5.4V10Z"/>',
  ruins:
    '<path d="M-10-9.4H5L8-6 5.4-4H-10ZM-8.4-2.6H-3.2V7H-8.4ZM3.2 1 5.4-1 7-.2 8.6 1V7H3.2ZM-10 8.2H10V10.6H-10Z"/>',
  market: '<path d="M0-11 8.8-1.4H4V3.4H-4V-1.4H-8.8ZM-4 5.2H4V7.2H-4ZM-4 8.8H4V10.8H-4Z"/>',
};
