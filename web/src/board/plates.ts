/** Outlines of site plates where they lie on the board, to be joined into one shape. */
import type { PlateShape } from '../art/shapes';
import type { Point } from './hex';

/** On the board a plate is drawn a little larger than in the sheet of shapes; half its ink counts too. */
const DRAWN = (35 / 32) * 1.045;

const f1 = (n: number): string => n.toFixed(1);

/** A closed path round a plate in the middle of a site. */
export function plateOutline(shape: PlateShape, [x, y]: Point, grow: number): string {
  const k = DRAWN * grow;
  const from = (dx: number, dy: number): string => `M${f1(x + dx * k)} ${f1(y + dy * k)}`;
  const by = (...steps: readonly number[]): string => steps.map((n) => f1(n * k)).join(' ');
  switch (shape) {
    case 'round':
      return `${from(-12.6, 0)}a${by(12.6, 12.6)} 0 1 1 ${by(25.2, 0)} ${by(12.6, 12.6)} 0 1 1 ${by(-25.2, 0)}Z`;
    case 'hex':
      return `${from(0, -14.4)}l${by(12.5, 7.2, 0, 14.4, -12.5, 7.2, -12.5, -7.2, 0, -14.4)}Z`;
    case 'diamond':
      return `${from(0, -15.2)}l${by(15.2, 15.2, -15.2, 15.2, -15.2, -15.2)}Z`;
    case 'arch':
      return `${from(-12, 12.6)}v${by(-14.6)}a${by(12, 12.4)} 0 0 1 ${by(24, 0)}v${by(14.6)}Z`;
  }
}
