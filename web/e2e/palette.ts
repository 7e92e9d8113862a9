/** Pictures with 256 colours: a third of the size, and hardly to be told apart on a README. */
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

interface Indexed {
  readonly width: number;
  readonly height: number;
  readonly palette: number[];
  /** One byte a pixel, as base64. */
  readonly pixels: string;
}

/** The same picture with at most 256 colours. */
export async function reduced(page: Page, png: Buffer): Promise<Buffer> {
  const desk = await page.context().newPage();
  try {
    return written(await desk.evaluate(indexed, `data:image/png;base64,${png.toString('base64')}`));
  } finally {
    await desk.close();
  }
}

/** In the browser: median cut over the colours in use, five bits a channel. */
async function indexed(source: string): Promise<Indexed> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  const { width, height } = image;
  [canvas.width, canvas.height] = [width, height];
  const paper = canvas.getContext('2d')!;
  paper.drawImage(image, 0, 0);
  const { data } = paper.getImageData(0, 0, width, height);
  const keyAt = (i: number): number =>
    ((data[i]! >> 3) << 10) | ((data[i + 1]! >> 3) << 5) | (data[i + 2]! >> 3);
  type Colour = { key: number; count: number; sum: [number, number, number] };
  const colours = new Map<number, Colour>();
  for (let i = 0; i < data.length; i += 4) {
    const key = keyAt(i);
    const colour = colours.get(key) ?? { key, count: 0, sum: [0, 0, 0] };
    colour.count += 1;
    for (const c of [0, 1, 2] as const) colour.sum[c] += data[i + c]!;
    colours.set(key, colour);
  }
  const channel = (colour: Colour, c: 0 | 1 | 2): number => colour.sum[c] / colour.count;
  const spread = (box: Colour[]): { c: 0 | 1 | 2; weight: number } =>
    ([0, 1, 2] as const)
      .map((c) => {
        const values = box.map((colour) => channel(colour, c));
        const range = Math.max(...values) - Math.min(...values);
        return { c, weight: range * Math.sqrt(box.reduce((n, colour) => n + colour.count, 0)) };
      })
      .reduce((a, b) => (b.weight > a.weight ? b : a));
  const boxes = [{ box: [...colours.values()], ...spread([...colours.values()]) }];
  while (boxes.length < 256) {
    boxes.sort((a, b) => a.weight - b.weight);
    const widest = boxes.pop()!;
    if (widest.box.length < 2) {
      boxes.push(widest);
      break;
    }
    const sorted = widest.box.sort((a, b) => channel(a, widest.c) - channel(b, widest.c));
    const half = sorted.reduce((n, colour) => n + colour.count, 0) / 2;
    let [at, seen] = [0, 0];
    while (at < sorted.length - 1 && seen + sorted[at]!.count <= half) seen += sorted[at++]!.count;
    for (const box of [sorted.slice(0, Math.max(1, at)), sorted.slice(Math.max(1, at))])
      boxes.push({ box, ...spread(box) });
  }
  const where = new Map<number, number>();
  const palette = boxes.flatMap(({ box }, index) => {
    const count = box.reduce((n, colour) => n + colour.count, 0);
    for (const colour of box) where.set(colour.key, index);
    return ([0, 1, 2] as const).map((c) => Math.round(box.reduce((n, x) => n + x.sum[c], 0) / count));
  });
  let pixels = '';
  for (let i = 0; i < data.length; i += 4) pixels += String.fromCharCode(where.get(keyAt(i))!);
  return { width, height, palette, pixels: btoa(pixels) };
}

/** A PNG file with a palette. */
function written({ width, height, palette, pixels }: Indexed): Buffer {
  const bytes = Buffer.from(pixels, 'base64');
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) bytes.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
