/**
 * Pictures of screens, compared with the kept ones. Both are shrunk first, so that other fonts and other
 * smoothing hardly show, while a panel that moved, grew or vanished does.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { still } from './still';

const folder = new URL('./pictures/', import.meta.url);
const SHRINK = 8;
/** A spot differs when its colour is off by this much, of 255. */
const SPOT = 40;
/** So many spots may differ. */
const SHARE = 0.02;

/** Why a page does not look as it did; null when it does. UPDATE_PICTURES=1 keeps the new look. */
export async function difference(page: Page, name: string): Promise<string | null> {
  const now = await shrunk(page, await still(page));
  const file = new URL(`${name}.png`, folder);
  if (process.env.UPDATE_PICTURES) {
    await writeFile(file, now);
    return null;
  }
  const before = await readFile(file);
  const share = await compared(page, before, now);
  if (share <= SHARE) return null;
  return `${name}: ${(100 * share).toFixed(1)} % of the picture differs`;
}

const url = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

/** The work is done by the browser on a page of its own, where no policy forbids data addresses. */
async function bench<T>(page: Page, work: (bench: Page) => Promise<T>): Promise<T> {
  const desk = await page.context().newPage();
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

async function shrunk(page: Page, png: Buffer): Promise<Buffer> {
  const scaled = await bench(page, (desk) =>
    desk.evaluate(
      async ([source, by]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [Math.round(image.width / by), Math.round(image.height / by)];
        const paper = canvas.getContext('2d')!;
        paper.imageSmoothingQuality = 'high';
        paper.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/png').split(',')[1]!;
      },
      [url(png), SHRINK] as const,
    ),
  );
  return Buffer.from(scaled, 'base64');
}

/** Share of spots that differ; 1 when not even the size is the same. */
function compared(page: Page, before: Buffer, now: Buffer): Promise<number> {
  return bench(page, (desk) =>
    desk.evaluate(
      async ([a, b, spot]) => {
        const pixels = async (source: string): Promise<ImageData> => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          const paper = canvas.getContext('2d')!;
          paper.drawImage(image, 0, 0);
          return paper.getImageData(0, 0, image.width, image.height);
        };
        const [x, y] = [await pixels(a), await pixels(b)];
        if (x.width !== y.width || x.height !== y.height) return 1;
        let off = 0;
        for (let i = 0; i < x.data.length; i += 4)
          if ([0, 1, 2].some((c) => Math.abs(x.data[i + c]! - y.data[i + c]!) > spot)) off += 1;
        return off / (x.data.length / 4);
      },
      [url(before), url(now), SPOT] as const,
    ),
  );
}
