/** Confirm keeps its place through all steps of an action: who rests the pointer on it need not look for it. */
import { expect, test } from '@playwright/test';
import { atTheKit } from './browser';
import { drawn, seen } from './player';
import { type Step, SIZES, card, openSample, press, target, tile } from './steps';

const kit = atTheKit();

const ACTIONS: Readonly<Record<string, readonly Step[]>> = {
  plantation: [card('plantation'), target('site')],
  'gold mine': [card('gold_mine'), target('site')],
  'trading post': [card('building'), target('site'), press('build-post')],
  hideout: [card('ship'), target('hideout')],
  docking: [card('ship'), target('coast')],
  exploration: [card('ship'), tile, target('cell')],
  market: [card('market'), press('rise-ebony')],
};

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far the last box is from the others: its lower right corner, and what they have in common. */
function moved(boxes: readonly Edges[]): string[] {
  const [first, ...rest] = boxes;
  if (!first) return ['Confirm was never there'];
  const corners = rest.flatMap(({ right, bottom }, step) => {
    const [x, y] = [right - first.right, bottom - first.bottom];
    return Math.hypot(x, y) > 1 ? [`step ${step + 2}: by ${Math.round(x)}, ${Math.round(y)}`] : [];
  });
  const width = Math.min(...boxes.map((b) => b.right)) - Math.max(...boxes.map((b) => b.left));
  const height = Math.min(...boxes.map((b) => b.bottom)) - Math.max(...boxes.map((b) => b.top));
  return width < 100 || height < 40 ? [...corners, `common: ${width} × ${height}`] : corners;
}

for (const size of SIZES)
  test(`Confirm keeps its place at ${size.width}×${size.height}`, async () => {
    const page = await openSample(kit.browser, `${kit.url}/#/dev/EVERYTHING`, size);
    const faults: Record<string, string[]> = {};
    for (const [name, steps] of Object.entries(ACTIONS)) {
      const boxes: Edges[] = [];
      for (const step of steps) {
        await step(page);
        await drawn(page);
        const confirm = seen(page, 'confirm');
        boxes.push(
          await confirm.evaluate((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
        );
      }
      const found = moved(boxes);
      if (found.length > 0) faults[name] = found;
      for (let back = 0; back < 6; back++) await page.keyboard.press('Escape');
      if ((await page.getByTestId('tab-hand').count()) > 0) await page.getByTestId('tab-hand').press('Enter');
    }
    expect(faults).toEqual({});
  });
