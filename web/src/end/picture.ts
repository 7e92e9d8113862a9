/** The result as a picture to share, drawn in the page: a card with the ranking, its goods and the wealth over the rounds. */
import { symbols } from '../art/symbols';
import { type Colour, RESOURCES, type ResourceCounts } from '../protocol/messages';
import type { Series } from './ranking';

export interface Summary {
  readonly title: string;
  readonly lines: readonly string[];
  readonly date: string;
  /** What one of each good was worth at the end. */
  readonly prices: ResourceCounts;
  readonly rows: readonly {
    readonly place: number;
    readonly colour: Colour;
    readonly name: string;
    readonly stock: ResourceCounts;
    readonly value: number;
  }[];
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [1200, 630];
const [LEFT, RIGHT] = [62, WIDTH - 62];
const [INK, INK_2, RULE, DEEP] = ['#3b2618', '#6a4d33', '#d5be8f', '#0d4a60'];
/** Where the columns of goods begin, and how wide one is. */
const [GOODS, GOOD] = [470, 142];

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
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(x, y + height + 2);
  pen.lineTo(x + width, y + height + 2);
  pen.stroke();
  for (const { values, paint, edge } of series)
    for (const [colour, thick] of [
      [edge, 7],
      [paint, 4],
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

/** The chart's paper: waves of light, lines of the rose, a frame. */
function drawPaper(pen: CanvasRenderingContext2D): void {
  const light = pen.createRadialGradient(420, 200, 60, 600, 320, 820);
  for (const [at, colour] of [
    [0, '#fbf2da'],
    [0.6, '#f2e4c1'],
    [1, '#dfc795'],
  ] as const)
    light.addColorStop(at, colour);
  pen.fillStyle = light;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = 'rgb(122 90 44 / 16%)';
  pen.lineWidth = 1.2;
  for (let ray = 0; ray < 32; ray += 1) {
    const angle = (ray * Math.PI) / 16;
    pen.beginPath();
    pen.moveTo(...ROSE);
    pen.lineTo(ROSE[0] + 1500 * Math.cos(angle), ROSE[1] + 1500 * Math.sin(angle));
    pen.stroke();
  }
  pen.strokeStyle = INK;
  for (const [inset, width] of [
    [18, 5],
    [29, 1.6],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeRect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset);
  }
}

const ROSE = [1092, 112] as const;
/** The compass rose: eight, four and four points, each half light and half dark. */
function drawRose(pen: CanvasRenderingContext2D): void {
  pen.save();
  pen.translate(...ROSE);
  pen.scale(0.86, 0.86);
  pen.strokeStyle = '#7a5a2c';
  pen.lineWidth = 1.3;
  pen.beginPath();
  pen.arc(0, 0, 58, 0, 2 * Math.PI);
  pen.stroke();
  pen.strokeStyle = '#4a2f1b';
  for (const [count, length, first, dark] of [
    [8, 44, 22.5, '#c9a262'],
    [4, 58, 45, '#2c7e90'],
    [4, 74, 0, '#b5402e'],
  ] as const)
    for (let point = 0; point < count; point += 1) {
      pen.save();
      pen.rotate(((point * 360) / count + first) * (Math.PI / 180));
      for (const [side, colour] of [
        [8, '#fff7e1'],
        [-8, dark],
      ] as const) {
        pen.beginPath();
        pen.moveTo(0, -length);
        pen.lineTo(side, -8);
        pen.lineTo(0, 0);
        pen.closePath();
        pen.fillStyle = colour;
        pen.fill();
        pen.stroke();
      }
      pen.restore();
    }
  pen.restore();
}

/** Who came where, with how much of each good; the prices stand above. Returns where it ends. */
async function drawRanking(pen: CanvasRenderingContext2D, top: number, summary: Summary): Promise<number> {
  const { rows, prices } = summary;
  const step = rows.length > 4 ? 44 : 50;
  const column = (i: number): number => GOODS + i * GOOD;
  for (const [i, good] of RESOURCES.entries()) {
    pen.drawImage(await sign(`r-${good}`, 34), column(i), top - 28);
    pen.fillStyle = INK_2;
    pen.font = '700 22px "Alegreya Sans", sans-serif';
    pen.fillText(`× ${prices[good]}`, column(i) + 40, top - 3);
  }
  for (const [i, row] of rows.entries()) {
    const line = top + 20 + step * (i + 0.7);
    pen.fillStyle = row.place === 1 ? '#fff1c4' : 'rgb(255 250 236 / 55%)';
    pen.beginPath();
    pen.roundRect(LEFT - 10, line - step * 0.7, RIGHT - LEFT + 20, step - 5, 10);
    pen.fill();
    pen.fillStyle = INK;
    if (row.place === 1) pen.drawImage(await sign('u-crown', 32), LEFT, line - 27);
    else {
      pen.font = '800 26px Alegreya, serif';
      pen.fillText(String(row.place), LEFT + 10, line);
    }
    pen.drawImage(await sign(`shield-${row.colour}`, 38), LEFT + 46, line - 30);
    pen.font = '800 29px Alegreya, serif';
    pen.fillText(row.name, LEFT + 96, line, GOODS - LEFT - 120);
    pen.font = '700 25px "Alegreya Sans", sans-serif';
    for (const [place, good] of RESOURCES.entries()) {
      pen.fillStyle = row.stock[good] > 0 ? INK : '#a58a63';
      pen.fillText(String(row.stock[good]), column(place) + 8, line);
    }
    pen.fillStyle = INK;
    pen.textAlign = 'right';
    pen.font = '900 32px Alegreya, serif';
    pen.fillText(String(row.value), RIGHT - 6, line);
    pen.textAlign = 'left';
  }
  return top + 20 + step * rows.length;
}

export async function resultPicture(summary: Summary): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d')!;
  await document.fonts.ready;
  drawPaper(pen);
  drawRose(pen);
  pen.fillStyle = DEEP;
  pen.font = 'italic 900 40px Alegreya, serif';
  pen.fillText('Ilôs', LEFT, 82);
  const named = pen.measureText('Ilôs').width;
  pen.fillStyle = INK_2;
  pen.font = '500 22px "Alegreya Sans", sans-serif';
  pen.fillText(summary.date, LEFT + named + 18, 82);
  pen.fillStyle = INK;
  pen.font = '800 44px Alegreya, serif';
  let y = write(pen, summary.title, LEFT, 134, 920, 46);
  pen.fillStyle = INK_2;
  pen.font = '500 23px "Alegreya Sans", sans-serif';
  for (const line of summary.lines) y = write(pen, line, LEFT, y - 10, 940, 29) + 8;
  const end = await drawRanking(pen, y + 32, summary);
  if (HEIGHT - end > 100) drawChart(pen, summary.series, LEFT, end + 12, RIGHT - LEFT, HEIGHT - end - 58);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
