/** A record inside a link, for games that no server keeps: compressed, then as letters that links may have. */
import { bytesOf } from '../lib/bytes';
import { LINKED } from './place.svelte';

/** Letters of the longest record; what unpacks to more is no record. */
const MOST = 4_000_000;

export async function toLink(record: unknown): Promise<string> {
  const text = new Blob([JSON.stringify(record)]);
  const packed = await bytesOf(text.stream().pipeThrough(new CompressionStream('deflate-raw')), MOST);
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  return LINKED + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The record of a link; null if the link was cut short or holds something else. */
export async function fromLink(code: string): Promise<unknown> {
  try {
    const letters = atob(code.slice(LINKED.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]);
    const bytes = await bytesOf(packed.stream().pipeThrough(new DecompressionStream('deflate-raw')), MOST);
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}
