/** Sounds, when they are on. What makes them is loaded with the first click: nothing sounds before. */
import { settings } from './settings.svelte';
import type { SoundName } from './synth';

export type { SoundName };

let synth: Promise<typeof import('./synth')> | null = null;
/** A file that does not come means silence: a sound is never the only signal. */
const silence = (): void => {};

/** Call from a click: browsers let sound start only then. */
export function wake(): void {
  synth ??= import('./synth');
  synth.then((made) => made.wake(), silence);
}

export function play(name: SoundName): void {
  if (!settings.muted) synth?.then((made) => made.play(name, settings.volume), silence);
}
