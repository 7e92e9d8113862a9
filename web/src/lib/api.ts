/** The HTTP calls of docs/protocol.md, each one function. */
import { askToKeepGames, isOwn, ownOffer, ownTables, place, withoutServer } from '../local/place.svelte';
import * as is from '../protocol/lobby_decoders';
import type * as Wire from '../protocol/messages';
import { type Shape, anything, decode } from './decode';
import { report } from './report';

/** A refused call: a code to translate and the server's own sentence. */
export class Refusal extends Error {
  constructor(
    readonly code: Wire.RefusalCode | 'unreachable',
    message: string,
    readonly status: number,
    /** Of a refused record: the event, and the section of the rules that it breaks. */
    readonly event: number | null = null,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

export const API = 'api/v1';

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  readonly token?: string | null;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

export async function call<T>(path: string, shape: Shape<T>, asked: Asked = {}): Promise<T> {
  const owner = /^(?:tables|records)\/([^/?]+)/.exec(path)?.[1];
  const ask = owner !== undefined && isOwn(owner) ? askPage : askServer;
  return read(shape, await ask(path, asked));
}

/** Where new tables and records go. */
async function make<T>(path: string, shape: Shape<T>, body: unknown): Promise<T> {
  if (!place.inPage) return read(shape, await askServer(path, { body }));
  askToKeepGames();
  return read(shape, await askPage(path, { body }));
}

const methodOf = (asked: Asked): string => asked.method ?? (asked.body === undefined ? 'GET' : 'POST');

export async function askServer(path: string, asked: Asked): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (asked.body !== undefined) headers['Content-Type'] = 'application/json';
  if (asked.token) headers['Authorization'] = `Bearer ${asked.token}`;
  try {
    const answer = await fetch(`${API}/${path}`, {
      method: methodOf(asked),
      headers,
      credentials: 'omit',
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    throw new Refusal('unreachable', 'The server does not answer.', 0);
  }
}

/** The same question to the tables in this page. */
export async function askPage(path: string, asked: Asked): Promise<Answer> {
  const tokens = asked.token ? [asked.token] : [];
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  try {
    const answer = await (await ownTables()).request(methodOf(asked), path, tokens, body);
    return { status: answer.status, text: answer.body };
  } catch {
    throw new Refusal('unreachable', 'The page does not answer.', 0);
  }
}

export function read<T>(shape: Shape<T>, { status, text }: Answer): T {
  if (status >= 400) throw refusal(status, text);
  try {
    return decode(shape, JSON.parse(text));
  } catch (error) {
    report('an answer of the server cannot be read', error);
    throw new Refusal('protocol_version', 'The page cannot read the answer of the server.', status);
  }
}

function refusal(status: number, text: string): Refusal {
  try {
    const problem = decode(is.Problem, JSON.parse(text));
    return new Refusal(problem.code, problem.message, status, problem.event, problem.rule);
  } catch {
    return new Refusal(status >= 500 ? 'try_again' : 'internal', `HTTP ${status}`, status);
  }
}

export const table = (id: string): string => `tables/${encodeURIComponent(id)}`;
/** What can be played here: by the server, or in the page when no server answers. */
export async function serverInfo(): Promise<Wire.ServerInfo> {
  try {
    if (withoutServer) throw new Refusal('unreachable', 'There is no server.', 0);
    const info = await call('server', is.ServerInfo);
    place.inPage = false;
    return info;
  } catch (error) {
    const gone =
      error instanceof Refusal && (error.status === 0 || error.status === 404 || error.status >= 500);
    const offer = gone ? await ownOffer() : null;
    if (!offer) throw error;
    place.inPage = true;
    return offer;
  }
}
export const createTable = (body: Wire.CreateTable): Promise<Wire.TableCreated> =>
  make('tables', is.TableCreated, body);
export const openTables = (): Promise<Wire.TableList> => call('tables', is.TableList);
export const findTable = (code: string): Promise<Wire.Found> =>
  call('tables/find', is.Found, { body: { code } });
/** The own games, wherever they are played; those of a server that does not answer are left out. */
export async function myTables(held: Wire.Held[]): Promise<Wire.MyTablesAnswer> {
  const ask = async (
    some: Wire.Held[],
    how: (path: string, asked: Asked) => Promise<Answer>,
  ): Promise<readonly Wire.MyTable[]> =>
    some.length === 0
      ? []
      : read(is.MyTablesAnswer, await how('tables/mine', { body: { held: some } })).tables;
  const [own, others] = await Promise.allSettled([
    ask(
      held.filter((one) => isOwn(one.table)),
      askPage,
    ),
    ask(
      held.filter((one) => !isOwn(one.table)),
      askServer,
    ),
  ]);
  return { tables: [own, others].flatMap((found) => (found.status === 'fulfilled' ? found.value : [])) };
}
export const tableInfo = (id: string, token: string | null): Promise<Wire.TableInfo> =>
  call(table(id), is.TableInfo, { token });
export const joinTable = (id: string, body: Wire.JoinTable): Promise<Wire.Seated> =>
  call(`${table(id)}/join`, is.Seated, { body, token: body.code ?? null });
export const command = (id: string, body: Wire.Command, token: string): Promise<unknown> =>
  call(`${table(id)}/commands`, anything, { body, token });
export const leaveTable = (id: string, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/leave`, is.TableInfo, { method: 'POST', token });
export const freeSeat = (id: string, seat: number, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/free`, is.TableInfo, { body: { seat }, token });
export const offerSeat = (id: string, seat: number, token: string): Promise<Wire.SeatOffered> =>
  call(`${table(id)}/offer`, is.SeatOffered, { body: { seat }, token });
export const takeOver = (id: string, body: Wire.TakeOver): Promise<Wire.Seated> =>
  call(`${table(id)}/take-over`, is.Seated, { body, token: body.code ?? null });
export const startTable = (id: string, fill: string | null, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/start`, is.TableInfo, { body: { fill }, token });
export const shufflePart = (id: string, body: Wire.ShufflePart, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/nonce`, is.TableInfo, { body, token });
export const record = (id: string, token: string | null): Promise<unknown> =>
  call(`${table(id)}/record`, anything, { token });
export const importRecord = (body: unknown): Promise<Wire.RecordImported> =>
  make('records', is.RecordImported, body);
