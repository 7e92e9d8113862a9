/** Motion of pieces: only transform and opacity, and none when unwanted. */
import { stretch } from '../lib/settings.svelte';
import type { Point } from './hex';

const PIECE_TIME = 260;
export const TILE_TIME = 420;
const EASE = 'cubic-bezier(.2,.7,.25,1)';

/** none: the board is first drawn; fade: motion is unwanted. */
export type Motion = 'none' | 'fade' | 'full';
export interface Ride {
  readonly at: Point;
  readonly motion: Motion;
}

/** Frames of a ship's way to where it now lies: an arc, higher for longer ways. */
export function arc(from: Point, to: Point): Keyframe[] {
  const dx = from[0] - to[0];
  const dy = from[1] - to[1];
  const lift = Math.min(60, 10 + Math.hypot(dx, dy) * 0.12);
  return Array.from({ length: 9 }, (_, i) => {
    const t = i / 8;
    const x = dx * (1 - t);
    const y = dy * (1 - t) - Math.sin(Math.PI * t) * lift;
    return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` };
  });
}

const FADE: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];
const RISE: Keyframe[] = [
  { transform: 'translate(0, -9px) scale(.6)', opacity: 0 },
  { transform: 'none', opacity: 1 },
];

/** Action for a piece: it sails when its place changes and rises when it is new. */
export function ride(node: SVGGElement, first: Ride): { update: (next: Ride) => void } {
  let { at } = first;
  if (first.motion === 'full') node.animate(RISE, { duration: PIECE_TIME * stretch(), easing: EASE });
  else if (first.motion === 'fade') node.animate(FADE, 80);
  return {
    update(next) {
      const far = Math.hypot(next.at[0] - at[0], next.at[1] - at[1]);
      // A long way takes a little longer, so that the eye can follow.
      const duration = Math.min(620, PIECE_TIME + far * 0.45) * stretch();
      if (far > 2 && next.motion === 'full') node.animate(arc(at, next.at), { duration, easing: EASE });
      else if (far > 2 && next.motion === 'fade') node.animate(FADE, 80);
      at = next.at;
    },
  };
}
