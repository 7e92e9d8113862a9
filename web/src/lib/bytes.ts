/** Bytes of a stream, up to a limit: what is compressed may unpack to any size. */

export class TooLarge extends Error {}

/** All bytes of a stream; throws TooLarge as soon as there are more than `most`. */
export async function bytesOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new TooLarge(`more than ${most} bytes`);
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
