/**
 * A person's part of the fair shuffle: the table gets its hash when they sit down, and the part itself only
 * once everything else is fixed. docs/fair-shuffles.md says what that proves.
 */
import type { TableInfo } from '../protocol/messages';
import { shufflePart } from './api';
import { heldFor, hold } from './session';

export interface Part {
  readonly nonce: string;
  /** Empty where the browser computes none (a page without https): then the nonce is public from the start. */
  readonly hash: string;
  /** What was fixed before the nonce was opened. */
  readonly sealed?: Seal;
  /** Whether the table took the nonce, so that the record must have it. */
  readonly isOpened?: boolean;
}
type Seal = Pick<TableInfo, 'commitment' | 'nonce_hashes'>;

const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

export async function newPart(): Promise<Part> {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return { nonce, hash: '' };
  return {
    nonce,
    hash: hex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(nonce)))),
  };
}

/** What is sent when a person sits down. */
export const offered = (part: Part): { nonce: string } | { nonce_hash: string } =>
  part.hash ? { nonce_hash: part.hash } : { nonce: part.nonce };

const isSame = (a: Seal, b: Seal): boolean =>
  a.commitment === b.commitment && a.nonce_hashes.join() === b.nonce_hashes.join();

/**
 * Open the own part if the table asks for it, and keep what was fixed before.
 * It is opened for one shuffle only: a server that knows it could make another to its liking.
 */
export async function openPart(info: TableInfo): Promise<void> {
  const held = heldFor(info.id);
  const part = held?.part;
  const token = held?.tokens[0];
  if (!part || !token || !info.unopened.some((chair) => info.nonce_hashes[chair] === part.hash)) return;
  const sealed = { commitment: info.commitment, nonce_hashes: info.nonce_hashes };
  if (!info.commitment || !isSame(part.sealed ?? sealed, sealed)) return;
  hold(info.id, { part: { ...part, sealed } }, held.at);
  await shufflePart(info.id, { nonce: part.nonce }, token)
    .then(() => hold(info.id, { part: { ...part, sealed, isOpened: true } }, held.at))
    .catch(() => {
      // Another tab was faster, or the line is down: the table asks again, or deals without.
    });
}

/** Commit to a part at a table where one sits without: a rematch, or a seat that was handed over. */
export async function commitPart(info: TableInfo, chair: number): Promise<void> {
  const held = heldFor(info.id);
  const token = held?.tokens[0];
  if (!token || info.commitment !== '' || info.nonce_hashes[chair] !== '' || held.part) return;
  const part = await newPart();
  if (!part.hash) return;
  hold(info.id, { part }, held.at);
  await shufflePart(info.id, { nonce_hash: part.hash }, token).catch(() => {
    // The game began meanwhile: it is dealt without.
  });
}

/** Whether a record has the shuffle that was fixed before the own part was opened, and that part. */
export function isOurShuffle(record: unknown, part: Part | null | undefined): boolean {
  if (!part?.sealed) return true;
  const { fair } = record as { fair?: { commitment: string; hashes?: string[]; nonces?: string[] } };
  if (!fair?.hashes || !isSame(part.sealed, { commitment: fair.commitment, nonce_hashes: fair.hashes }))
    return false;
  return (
    !part.isOpened || fair.hashes.some((hash, i) => hash === part.hash && fair.nonces?.[i] === part.nonce)
  );
}
