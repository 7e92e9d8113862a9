/** The HTTP calls of a replay, apart from the others: the start page loads no decoders of games. */
import { Refusal, call, importRecord } from '../lib/api';
import { isOwn, place } from '../local/place.svelte';
import { anything } from '../lib/decode';
import * as is from '../protocol/game_decoders';
import { TableCreated } from '../protocol/lobby_decoders';
import type * as Wire from '../protocol/messages';
import type { GameAddress } from '../session/film';

const query = (params: Record<string, string | number | null | undefined>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== null && value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
};

const source = (from: GameAddress): string => `${from.kind}/${encodeURIComponent(from.id)}`;
export const replay = (from: GameAddress, viewer: string): Promise<Wire.Replay> =>
  call(`${source(from)}/replay${query({ viewer })}`, is.Replay, { token: from.token });
export const frames = (
  from: GameAddress,
  viewer: string,
  after: number,
  count: number,
): Promise<Wire.Frames> =>
  call(`${source(from)}/frames${query({ viewer, after, count })}`, is.Frames, { token: from.token });
export const sourceRecord = (from: GameAddress): Promise<unknown> =>
  call(from.kind === 'records' ? source(from) : `${source(from)}/record`, anything, { token: from.token });
export const playOn = (from: GameAddress, body: Wire.PlayOn): Promise<Wire.TableCreated> =>
  call(`${source(from)}/play-on`, TableCreated, { body, token: from.token });

/**
 * A code under which others can open a finished game of this page: the server keeps its record, or the
 * code holds it where no server answers. Games of a server have theirs already: null.
 */
export async function sharedCode(from: GameAddress): Promise<string | null> {
  if (!isOwn(from.id)) return null;
  const game = await sourceRecord(from);
  try {
    if (!place.inPage) return `record-${(await importRecord(game)).record}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return (await import('../local/linked')).toLink(game);
}
