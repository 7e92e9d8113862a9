/** The artist in a thread of its own, so that painting never holds up the page. */
import { Artist, type WorkerAnswer, type WorkerRequest } from './artist';

const artist = new Artist();
const scope = self as unknown as DedicatedWorkerGlobalScope;

function answer(request: WorkerRequest): void {
  const { id } = request;
  if (request.kind === 'geometry') {
    const geometries = request.tiles.map((t) => artist.geometry(t));
    scope.postMessage({ id, kind: 'geometry', geometries } satisfies WorkerAnswer);
    return;
  }
  const { region, scale } = request.order;
  const canvas = new OffscreenCanvas(Math.ceil(region.width * scale), Math.ceil(region.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gave no canvas to paint on.');
  artist.paint(context, request.order);
  const bitmap = canvas.transferToImageBitmap();
  scope.postMessage({ id, kind: 'bitmap', bitmap } satisfies WorkerAnswer, [bitmap]);
}

scope.onmessage = ({ data }: MessageEvent<WorkerRequest>): void => {
  try {
    answer(data);
  } catch (error) {
    scope.postMessage({ id: data.id, kind: 'failed', reason: String(error) } satisfies WorkerAnswer);
  }
};
