/** The result as a picture to share, drawn in the page. */
import { symbols } from '../art/symbols';
import type { Series } from './ranking';

export interface Summary {
  readonly title: string;
  readonly lines: readonly string[];
  readonly rows: readonly { readonly sign: string; readonly name: string; readonly value: number }[];
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [1200, 630];
const [INK, INK_2, PAPER, RULE] = ['#3b2618', '#6a4d33', '#f0e2bf', '#d5be8f'];

/** A symbol of the page as an image that a canvas can draw. */
async function sign(id: string, size: number): Promise<HTMLImageElement> {
  const { box, body } = symbols().get(id)!;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box.join(' ')}">${body}</svg>`;
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** Text within a width, in as many lines as it takes; the next line's place. */
function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  step: number,
): number {
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && pen.measureText(longer).width > width) {
      pen.fillText(line, x, y);
      y += step;
      line = word;
    } else line = longer;
  }
  pen.fillText(line, x, y);
  return y + step;
}

function drawChart(
  pen: CanvasRenderingContext2D,
  series: readonly Series[],
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const count = Math.max(2, ...series.map(({ values }) => values.length));
  const top = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  pen.strokeStyle = RULE;
  pen.lineWidth = 2;
  pen.strokeRect(x, y, width, height);
  for (const { values, paint, edge } of series)
    for (const [colour, thick] of [
      [edge, 8],
      [paint, 5],
    ] as const) {
      if (!colour) continue;
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.beginPath();
      values.forEach((value, i) => {
        if (value != null)
          pen.lineTo(x + (i * width) / (count - 1), y + height - (value / top) * (height - 12));
      });
      pen.stroke();
    }
}

export async function resultPicture({ title, lines, rows, series }: Summary): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d')!;
  await document.fonts.ready;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = INK;
  pen.lineWidth = 6;
  pen.strokeRect(20, 20, WIDTH - 40, HEIGHT - 40);
  pen.fillStyle = '#0d4a60';
  pen.font = 'italic 900 44px Alegreya, serif';
  pen.textAlign = 'right';
  pen.fillText('Ilôs', WIDTH - 56, 84);
  pen.textAlign = 'left';
  pen.fillStyle = INK;
  pen.font = '800 46px Alegreya, serif';
  let y = write(pen, title, 56, 92, WIDTH - 230, 52);
  pen.fillStyle = INK_2;
  pen.font = '500 25px "Alegreya Sans", sans-serif';
  for (const line of lines) y = write(pen, line, 56, y - 6, WIDTH - 112, 32);
  const start = Math.max(y + 30, 240);
  const step = Math.min(66, (HEIGHT - 50 - start) / rows.length);
  for (const [i, row] of rows.entries()) {
    const middle = start + step * i;
    pen.drawImage(await sign(row.sign, 48), 56, middle - 34);
    pen.fillStyle = INK;
    pen.font = '800 32px Alegreya, serif';
    pen.fillText(row.name, 118, middle, 280);
    pen.textAlign = 'right';
    pen.fillText(String(row.value), 470, middle);
    pen.textAlign = 'left';
  }
  drawChart(pen, series, 530, start - 40, WIDTH - 590, HEIGHT - start - 14);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
