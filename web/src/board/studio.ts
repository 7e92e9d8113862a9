/**
 * The page's side of the artist: asks the worker for tiles and pictures of terrain and
 * keeps the tiles by design. Without workers or their canvases it paints in the page.
 */
import { report } from '../lib/report';
import type { Tile } from '../protocol/messages';
import type { Artist, BitmapOrder, WorkerAnswer, WorkerRequest } from './artist';
import { designKey } from './design';
import type { TileGeometry } from './tile';

type Order = WorkerRequest extends infer Request
  ? Request extends WorkerRequest
    ? Omit<Request, 'id'>
    : never
  : never;
type Waiting = { resolve: (answer: WorkerAnswer) => void; reject: (error: Error) => void };

export class Studio {
  private readonly tiles = new Map<string, TileGeometry>();
  private readonly coming = new Map<string, Promise<void>>();
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  #local: Promise<Artist> | null = null;
  /** The artist in the page; few browsers need it, so it is loaded by those. */
  private local(): Promise<Artist> {
    return (this.#local ??= import('./artist').then((module) => new module.Artist()));
  }
  private orders = 0;

  constructor() {
    if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return;
    try {
      this.worker = new Worker(new URL('./artist.worker.ts', import.meta.url), { type: 'module' });
      this.worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => this.deliver(data);
      this.worker.onerror = (event) => {
        report('the painting worker stopped', event.message);
        this.giveUpWorker();
      };
    } catch (error) {
      report('the painting worker did not start', error);
      this.worker = null;
    }
  }

  private deliver(answer: WorkerAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.kind === 'failed') waiting?.reject(new Error(answer.reason));
    else waiting?.resolve(answer);
  }
  /** The worker could not start: everything asked so far is refused and asked again in the page. */
  private giveUpWorker(): void {
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error('The painting worker stopped.'));
    this.waiting.clear();
  }
  private ask(worker: Worker, order: Order): Promise<WorkerAnswer> {
    const id = ++this.orders;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ ...order, id });
    });
  }

  /** The tile if it is known already. */
  known(tile: Tile): TileGeometry | undefined {
    return this.tiles.get(designKey(tile));
  }

  /** Makes all these tiles known. */
  async learn(tiles: readonly Tile[]): Promise<void> {
    const wanted = new Map(tiles.map((t) => [designKey(t), t]));
    const unknown = [...wanted].filter(([key]) => !this.tiles.has(key) && !this.coming.has(key));
    if (unknown.length) {
      const work = this.compute(unknown.map(([, tile]) => tile));
      for (const [key] of unknown)
        this.coming.set(
          key,
          work.finally(() => this.coming.delete(key)),
        );
    }
    await Promise.all([...wanted.keys()].flatMap((key) => this.coming.get(key) ?? []));
  }
  private async compute(tiles: readonly Tile[]): Promise<void> {
    const geometries = await this.geometries(tiles);
    geometries.forEach((g, i) => this.tiles.set(designKey(tiles[i]!), g));
  }
  private async geometries(tiles: readonly Tile[]): Promise<readonly TileGeometry[]> {
    if (this.worker)
      try {
        const answer = await this.ask(this.worker, { kind: 'geometry', tiles: plain(tiles) });
        if (answer.kind === 'geometry') return answer.geometries;
      } catch (error) {
        report('the painting worker failed, so the page paints', error);
        // Below the page does it itself.
      }
    const artist = await this.local();
    return tiles.map((t) => artist.geometry(t));
  }

  async picture(order: BitmapOrder): Promise<ImageBitmap> {
    if (this.worker)
      try {
        const answer = await this.ask(this.worker, { kind: 'bitmap', order: plain(order) });
        if (answer.kind === 'bitmap') return answer.bitmap;
      } catch (error) {
        report('the painting worker failed, so the page paints', error);
        // Below the page does it itself.
      }
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(order.region.width * order.scale);
    canvas.height = Math.ceil(order.region.height * order.scale);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gave no canvas to paint on.');
    (await this.local()).paint(context, order);
    return createImageBitmap(canvas);
  }
}
/** Reactive proxies cannot be sent to a worker; the data is small and plain. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

let studio: Studio | null = null;
/** One studio for the whole page. */
export const theStudio = (): Studio => (studio ??= new Studio());
