/** The person's settings: language, sound, motion, night chart, warnings. Kept in the browser. */
import type { Language } from '../i18n/message';
import { preferredLanguage, setLanguage } from '../i18n/index.svelte';
import { load, save } from './storage';

export type Choice = 'system' | 'on' | 'off';
export type Speed = 'slow' | 'normal' | 'fast' | 'instant';
export interface Settings {
  language: Language | null;
  name: string;
  /** Play now: how many bots, and how strong; null: as most people like it. */
  opponents: number;
  level: string | null;
  volume: number;
  muted: boolean;
  reducedMotion: Choice;
  /** How fast bots and animations go; null: normal, slow while the coach still explains. */
  speed: Speed | null;
  night: Choice;
  /** Ask before ending a turn while an action could still be paid. */
  warnEndTurn: boolean;
  /** Ask before a move that turns up a tile. */
  warnReveal: boolean;
  /** Browser notification when it is my turn. */
  notify: boolean;
  textView: boolean;
  /** Coach notes seen so far; null switches them off. */
  notes: string[] | null;
  /** Hide what spectators write. */
  hideSpectators: boolean;
}

const DEFAULTS: Settings = {
  language: null,
  name: '',
  opponents: 3,
  level: null,
  volume: 0.6,
  muted: false,
  reducedMotion: 'system',
  speed: null,
  night: 'system',
  warnEndTurn: false,
  warnReveal: false,
  notify: false,
  textView: false,
  notes: [],
  hideSpectators: false,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...load<Partial<Settings>>('settings', {}) });

const asks = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null;
const darkQuery = asks('(prefers-color-scheme: dark)');
const motionQuery = asks('(prefers-reduced-motion: reduce)');
const system = $state({ dark: darkQuery?.matches ?? false, reduced: motionQuery?.matches ?? false });
darkQuery?.addEventListener('change', (event) => (system.dark = event.matches));
motionQuery?.addEventListener('change', (event) => (system.reduced = event.matches));

export const isNight = (): boolean => (settings.night === 'system' ? system.dark : settings.night === 'on');
export const isStill = (): boolean =>
  settings.speed === 'instant' ||
  (settings.reducedMotion === 'system' ? system.reduced : settings.reducedMotion === 'on');

/** So many notes of the coach, and a person has seen what matters. */
const LEARNT = 4;
export const speed = (): Speed =>
  settings.speed ?? (settings.notes !== null && settings.notes.length < LEARNT ? 'slow' : 'normal');
/** Milliseconds between two moves of others. */
const PACE: Readonly<Record<Speed, number>> = { slow: 1500, normal: 600, fast: 250, instant: 0 };
export const pace = (): number => PACE[speed()];
/** How much longer or shorter than usual things move. */
const STRETCH: Readonly<Record<Speed, number>> = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };
export const stretch = (): number => STRETCH[speed()];

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  save('settings', $state.snapshot(settings));
  if (part.language) void setLanguage(part.language);
}

export function startLanguage(): Promise<void> {
  return setLanguage(settings.language ?? preferredLanguage(navigator.languages));
}
