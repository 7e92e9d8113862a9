/** Zstandard, which browsers do not unpack themselves; loaded when a file needs it. */
import { Decompress } from 'fzstd';

/** As `DecompressionStream`. */
export class ZstdStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const unpacking = new Decompress();
    super({
      transform: (chunk, controller) => {
        unpacking.ondata = (data) => controller.enqueue(data);
        unpacking.push(chunk);
      },
      flush: (controller) => {
        unpacking.ondata = (data) => controller.enqueue(data);
        unpacking.push(new Uint8Array(), true);
      },
    });
  }
}
