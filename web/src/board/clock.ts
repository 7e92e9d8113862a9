/** When the board does its work: every wait gives back how to call it off. A test hands in its own. */
import { afterFrame } from '../lib/frames';

export interface Clock {
  /** When so many frames have been drawn; at once in a window nobody sees, which draws none. */
  afterFrames(run: () => void, frames: number): () => void;
  later(run: () => void, ms: number): () => void;
  /** When there is nothing else to do. */
  idle(run: () => void): () => void;
}

export const BROWSER: Clock = {
  afterFrames(run, frames) {
    if (!document.hidden) return afterFrame(run, frames);
    run();
    return () => {};
  },
  later(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  idle(run) {
    if (!window.requestIdleCallback) return BROWSER.later(run, 200);
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  },
};
