/**
 * The painted terrain behind the pieces: a sharp picture of what is seen and, when the
 * board is larger than that, a coarse one of everything below it. Pictures come from
 * the studio; only the newest wish is painted, and the old picture stays until then.
 */
import type { BitmapOrder, Region } from './artist';
import type { LaidTile } from './config';
import { aroundCells, common, contains, grown } from './region';
import type { Studio } from './studio';

/** Pixels of the sharp picture at most; a whole board at usual zoom fits. */
const MOST_PIXELS = 7e6;
const COARSE_PIXELS = 1.2e6;
/** Shadow and rim round the outer tiles. */
const RIM = 10;

export interface Wish {
  readonly tiles: readonly LaidTile[];
  /** What is in view, grown a little, in board units. */
  readonly seen: Region;
  /** CSS pixels per board unit, and device pixels per CSS pixel. */
  readonly scale: number;
  readonly density: number;
  readonly detail: boolean;
}
interface Shown {
  readonly key: string;
  readonly order: BitmapOrder;
}

export class TerrainView {
  private readonly shown = new Map<HTMLCanvasElement, Shown>();
  private wanted: Wish | null = null;
  private busy = false;
  private scale = 1;
  private stopped = false;

  constructor(
    private readonly studio: Studio,
    private readonly sharp: HTMLCanvasElement,
    private readonly coarse: HTMLCanvasElement,
    /** Called with the tiles that are now to be seen. */
    private readonly onPainted: (tiles: readonly LaidTile[]) => void,
  ) {}

  stop(): void {
    this.stopped = true;
    this.wanted = null;
  }

  /** Lays the pictures out for another size of the stage. */
  place(scale: number): void {
    this.scale = scale;
    for (const canvas of this.shown.keys()) this.layOut(canvas);
  }
  private layOut(canvas: HTMLCanvasElement): void {
    const region = this.shown.get(canvas)?.order.region;
    if (!region) return;
    const { style } = canvas;
    style.left = `${region.x * this.scale}px`;
    style.top = `${region.y * this.scale}px`;
    style.width = `${region.width * this.scale}px`;
    style.height = `${region.height * this.scale}px`;
  }

  wish(wish: Wish): void {
    this.wanted = wish;
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    try {
      while (this.wanted && !this.stopped) {
        const wish: Wish = this.wanted;
        this.wanted = null;
        await this.fulfil(wish).catch(() => {
          // No picture to be had: the pieces are shown on bare paper rather than not at all.
          if (!this.stopped) this.onPainted(wish.tiles);
        });
      }
    } finally {
      this.busy = false;
    }
  }

  private async fulfil(wish: Wish): Promise<void> {
    if (!wish.tiles.length) {
      for (const canvas of [this.sharp, this.coarse]) this.clear(canvas);
      this.onPainted([]);
      return;
    }
    const key = JSON.stringify(wish.tiles.map((t) => [t.tile, t.cell, t.rotation]));
    const all = grown(aroundCells(wish.tiles.map((t) => t.cell)), RIM);
    const sharpness = wish.scale * wish.density;
    const whole = all.width * all.height * sharpness ** 2 <= MOST_PIXELS;
    const region = whole ? all : common(all, wish.seen);
    const stale = this.shown.get(this.sharp)?.key !== key;
    if (region && (stale || !this.covers(wish, region, sharpness)))
      await this.paint(this.sharp, key, { tiles: wish.tiles, region, scale: sharpness, detail: wish.detail });
    if (this.stopped) return;
    if (region) this.onPainted(wish.tiles);
    if (whole) this.clear(this.coarse);
    else if (this.shown.get(this.coarse)?.key !== key) {
      const scale = Math.min(sharpness, Math.sqrt(COARSE_PIXELS / (all.width * all.height)));
      await this.paint(this.coarse, key, { tiles: wish.tiles, region: all, scale, detail: scale > 0.5 });
      if (!region && !this.stopped) this.onPainted(wish.tiles);
    }
  }
  private covers(wish: Wish, region: Region, sharpness: number): boolean {
    const order = this.shown.get(this.sharp)?.order;
    if (!order || order.detail !== wish.detail) return false;
    const ratio = order.scale / sharpness;
    return ratio > 0.97 && ratio < 1.6 && contains(order.region, region);
  }

  private async paint(canvas: HTMLCanvasElement, key: string, order: BitmapOrder): Promise<void> {
    const bitmap = await this.studio.picture(order);
    if (this.stopped) {
      bitmap.close();
      return;
    }
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    this.shown.set(canvas, { key, order });
    canvas.hidden = false;
    this.layOut(canvas);
  }
  private clear(canvas: HTMLCanvasElement): void {
    if (!this.shown.delete(canvas)) return;
    canvas.hidden = true;
    canvas.width = canvas.height = 1;
  }
}
