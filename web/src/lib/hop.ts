/** Figures that change hop, so that the eye finds them. None when motion is unwanted. */
import { isStill } from './settings.svelte';

export interface Figure {
  readonly value: number;
  /** Milliseconds to wait: goods come one after the other. */
  readonly wait?: number;
}
const EASE = 'cubic-bezier(.2,.7,.25,1)';

/** Action for a figure: it hops up when it grows and dips when it shrinks. */
export function hop(node: HTMLElement, first: Figure): { update: (next: Figure) => void } {
  let { value } = first;
  return {
    update(next) {
      const grows = next.value > value;
      const same = next.value === value;
      value = next.value;
      if (same || isStill()) return;
      const middle = grows ? 'translateY(-5px) scale(1.45)' : 'translateY(3px) scale(.8)';
      node.animate([{ transform: 'none' }, { transform: middle, offset: 0.35 }, { transform: 'none' }], {
        duration: 420,
        delay: next.wait ?? 0,
        easing: EASE,
      });
    },
  };
}

/** Action for the cell of a price: the current one slides in from the cell before. */
export function arrive(node: HTMLElement, first: boolean): { update: (next: boolean) => void } {
  let here = first;
  return {
    update(next) {
      const came = next && !here;
      here = next;
      if (came && !isStill())
        node.animate([{ transform: 'translateX(-105%)' }, { transform: 'none' }], {
          duration: 360,
          easing: EASE,
        });
    },
  };
}
