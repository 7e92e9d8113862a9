/**
 * Figures of the soundings, drawn with a pen instead of set as text: they are ornament of the paper,
 * pale on purpose, and nothing to read. Each fills a box of 6 × 10
 * and is made of pairs of numbers only.
 */
const FIGURES = [
  'M3 0C1 0 0 2.5 0 5S1 10 3 10 6 7.5 6 5 5 0 3 0Z',
  'M1.4 1.8 4 0 4 10',
  'M.3 2.4C.6.8 1.7 0 3 0 4.7 0 5.8 1 5.8 2.6 5.8 5 .8 7.4.2 10L6 10',
  'M.4 1.6C1 .6 1.9 0 3 0 4.6 0 5.6 1 5.6 2.4 5.6 3.9 4.4 4.8 2.4 4.8 4.6 4.8 6 5.8 6 7.4 6 9 4.7 10 3 10 1.7 10 .7 9.4.1 8.3',
  'M4.6 10 4.6 0 0 7 6.2 7',
  'M5.4 0 1.2 0 .7 4.6C1.3 4.1 2.1 3.8 3 3.8 4.8 3.8 6 5 6 6.8 6 8.7 4.7 10 2.9 10 1.6 10 .7 9.5.1 8.6',
  'M5.2.6C4.6.2 4 0 3.4 0 1.4 0 0 2.4 0 5.8 0 8.4 1.2 10 3 10 4.8 10 6 8.8 6 7 6 5.2 4.8 4 3.1 4 1.6 4 .4 4.8 0 6',
  'M0 0 6 0 2.2 10',
  'M3 0C1.5 0 .5 1 .5 2.4S1.5 4.8 3 4.8 5.5 3.8 5.5 2.4 4.5 0 3 0M3 4.8C1.2 4.8 0 5.8 0 7.4S1.2 10 3 10 6 9 6 7.4 4.8 4.8 3 4.8',
  'M.8 9.4C1.4 9.8 2 10 2.6 10 4.6 10 6 7.6 6 4.2 6 1.6 4.8 0 3 0 1.2 0 0 1.2 0 3 0 4.8 1.2 6 2.9 6 4.4 6 5.6 5.2 6 4',
] as const;

const NUMBERS = /(\d+\.?\d*|\.\d+) ?(\d+\.?\d*|\.\d+)/g;
const SIZE = 0.84;
/** Leaning as a hand writes: tan 14°. */
const LEAN = 0.249;

/**
 * The pen strokes of a number written at a place, as path data. The points are moved here and not by
 * a `transform`: every transform inside the chart would cost the browser time in each frame.
 */
export const written = (number: number, left: number, top: number): string =>
  [...String(number)]
    .map((figure, i) =>
      FIGURES[Number(figure)]!.replace(NUMBERS, (_, x: string, y: string) => {
        const across = left + SIZE * (Number(x) + 8 * i - LEAN * Number(y));
        return `${across.toFixed(1)} ${(top + SIZE * Number(y)).toFixed(1)} `;
      }),
    )
    .join('');
