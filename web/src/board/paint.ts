/** Terrain on a canvas. */
import type { Shape, Terrain } from './terrain';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Path data is parsed once per terrain and reused for every zoom. */
export interface PreparedTerrain {
  readonly under: readonly Prepared[];
  readonly clip: Path2D;
  readonly inside: readonly Prepared[];
  readonly over: readonly Prepared[];
}
interface Prepared {
  readonly shape: Shape;
  readonly path: Path2D;
}

export function prepare(terrain: Terrain): PreparedTerrain {
  const paths = new Map<string, Path2D>();
  const path = (d: string): Path2D => {
    const known = paths.get(d);
    if (known) return known;
    const made = new Path2D(d);
    paths.set(d, made);
    return made;
  };
  const all = (shapes: readonly Shape[]): Prepared[] =>
    shapes.map((shape) => ({ shape, path: path(shape.d) }));
  return {
    under: all(terrain.under),
    clip: path(terrain.clip),
    inside: all(terrain.inside),
    over: all(terrain.over),
  };
}

function draw(context: Context, { shape, path }: Prepared): void {
  context.save();
  if (shape.place) {
    const [sx, sy, x, y] = shape.place;
    context.transform(sx, 0, 0, sy, x, y);
  }
  context.globalAlpha = shape.opacity ?? 1;
  if (shape.fill) {
    context.fillStyle = shape.fill;
    context.fill(path);
  }
  if (shape.stroke) {
    context.strokeStyle = shape.stroke;
    context.lineWidth = shape.width ?? 1;
    context.setLineDash([...(shape.dash ?? [])]);
    context.stroke(path);
  }
  context.restore();
}
/** Draws in board units: the caller has set the transform. */
export function paint(context: Context, terrain: PreparedTerrain): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const s of terrain.under) draw(context, s);
  context.save();
  context.clip(terrain.clip);
  for (const s of terrain.inside) draw(context, s);
  context.restore();
  for (const s of terrain.over) draw(context, s);
}
