/** Motion of pieces (design, section 7): only transform and opacity, and none when unwanted. */
import type { Point } from './hex';

export const PIECE_TIME = 260;
export const TILE_TIME = 420;
const EASE = 'cubic-bezier(.2,.7,.25,1)';

export interface Ride {
  readonly at: Point;
  /** False while the board is first drawn, and with reduced motion. */
  readonly moves: boolean;
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

/** Action for a piece: it sails when its place changes and rises when it is new. */
export function ride(node: SVGGElement, first: Ride): { update: (next: Ride) => void } {
  let at = first.at;
  if (first.moves)
    node.animate(
      [
        { transform: 'translate(0, -9px) scale(.6)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: PIECE_TIME, easing: EASE },
    );
  return {
    update(next) {
      const far = Math.hypot(next.at[0] - at[0], next.at[1] - at[1]);
      if (next.moves && far > 2)
        node.animate(arc(at, next.at), {
          // A long way takes a little longer, so that the eye can follow.
          duration: Math.min(620, PIECE_TIME + far * 0.45),
          easing: EASE,
        });
      at = next.at;
    },
  };
}
