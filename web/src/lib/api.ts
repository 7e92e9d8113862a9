/** The HTTP calls of docs/protocol.md, each one function. */
import { isOwn, ownOffer, ownTables, place, withoutServer } from '../local/place.svelte';
import type * as Wire from '../protocol/messages';

/** A refused call: a code to translate and the server's own sentence. */
export class Refusal extends Error {
  constructor(
    readonly code: Wire.RefusalCode | 'unreachable',
    message: string,
    readonly status: number,
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

async function call<T>(path: string, asked: Asked = {}): Promise<T> {
  const owner = /^(?:tables|records)\/([^/?]+)/.exec(path)?.[1];
  return read(await (owner !== undefined && isOwn(owner) ? askPage(path, asked) : askServer(path, asked)));
}

/** Where new tables and records go. */
const make = async <T>(path: string, body: unknown): Promise<T> =>
  read(await (place.inPage ? askPage(path, { body }) : askServer(path, { body })));

const methodOf = (asked: Asked): string => asked.method ?? (asked.body === undefined ? 'GET' : 'POST');

async function askServer(path: string, asked: Asked): Promise<Answer> {
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
async function askPage(path: string, asked: Asked): Promise<Answer> {
  const tokens = asked.token ? [asked.token] : [];
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  try {
    const answer = await (await ownTables()).request(methodOf(asked), path, tokens, body);
    return { status: answer.status, text: answer.body };
  } catch {
    throw new Refusal('unreachable', 'The page does not answer.', 0);
  }
}

function read<T>(answer: Answer): T {
  const { status, text } = answer;
  if (status < 400) return JSON.parse(text) as T;
  try {
    const problem = JSON.parse(text) as Wire.Problem;
    throw new Refusal(problem.code as Wire.RefusalCode, problem.message, status);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(status >= 500 ? 'try_again' : 'internal', `HTTP ${status}`, status);
  }
}

const table = (id: string): string => `tables/${encodeURIComponent(id)}`;
const query = (params: Record<string, string | number | null | undefined>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== null && value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
};

/** What can be played here: by the server, or in the page when no server answers. */
export async function serverInfo(): Promise<Wire.ServerInfo> {
  try {
    if (withoutServer) throw new Refusal('unreachable', 'There is no server.', 0);
    const info = await call<Wire.ServerInfo>('server');
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
export const createTable = (body: Wire.CreateTable): Promise<Wire.TableCreated> => make('tables', body);
export const openTables = (): Promise<Wire.TableList> => call('tables');
export const findTable = (code: string): Promise<Wire.Found> => call('tables/find', { body: { code } });
/** The own games, wherever they are played; those of a server that does not answer are left out. */
export async function myTables(held: Wire.Held[]): Promise<Wire.MyTablesAnswer> {
  const ask = async (
    some: Wire.Held[],
    how: (path: string, asked: Asked) => Promise<Answer>,
  ): Promise<Wire.MyTable[]> =>
    some.length === 0
      ? []
      : read<Wire.MyTablesAnswer>(await how('tables/mine', { body: { held: some } })).tables;
  const elsewhere = withoutServer ? [] : held.filter((one) => !isOwn(one.table));
  const [own, others] = await Promise.allSettled([
    ask(
      held.filter((one) => isOwn(one.table)),
      askPage,
    ),
    ask(elsewhere, askServer),
  ]);
  return { tables: [own, others].flatMap((found) => (found.status === 'fulfilled' ? found.value : [])) };
}
export const tableInfo = (id: string, token: string | null): Promise<Wire.TableInfo> =>
  call(table(id), { token });
export const joinTable = (id: string, body: Wire.JoinTable): Promise<Wire.Seated> =>
  call(`${table(id)}/join`, { body, token: body.code ?? null });
export const command = (id: string, body: Wire.Command, token: string): Promise<unknown> =>
  call(`${table(id)}/commands`, { body, token });
export const leaveTable = (id: string, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/leave`, { method: 'POST', token });
export const freeSeat = (id: string, seat: number, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/free`, { body: { seat }, token });
export const startTable = (id: string, fill: string | null, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/start`, { body: { fill }, token });
export const shufflePart = (id: string, body: Wire.ShufflePart, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/nonce`, { body, token });
export const record = (id: string, token: string | null): Promise<unknown> =>
  call(`${table(id)}/record`, { token });
export const importRecord = (body: unknown): Promise<Wire.RecordImported> => make('records', body);

/** A replay comes from a table or, as `record-…`, from an imported record. */
export interface Source {
  readonly kind: 'tables' | 'records';
  readonly id: string;
  readonly token: string | null;
}
const source = (from: Source): string => `${from.kind}/${encodeURIComponent(from.id)}`;
export const replay = (from: Source, viewer: string): Promise<Wire.Replay> =>
  call(`${source(from)}/replay${query({ viewer })}`, { token: from.token });
export const frames = (from: Source, viewer: string, after: number, count: number): Promise<Wire.Frames> =>
  call(`${source(from)}/frames${query({ viewer, after, count })}`, { token: from.token });
export const sourceRecord = (from: Source): Promise<unknown> =>
  call(from.kind === 'records' ? source(from) : `${source(from)}/record`, { token: from.token });
export const playOn = (from: Source, body: Wire.PlayOn): Promise<Wire.TableCreated> =>
  call(`${source(from)}/play-on`, { body, token: from.token });

/** A hint at a server's table, found in this page from what the server shows to the seat that is to move. */
export async function hintInPage(
  id: string,
  tokens: readonly string[],
  command: Wire.AskHint,
): Promise<Wire.ServerMessage | null> {
  const seen = await askServer(`${table(id)}/view`, { token: tokens.join(', ') });
  if (seen.status !== 200) return null;
  const body = { command, table: id, seen: JSON.parse(seen.text) as unknown };
  const answer = await askPage('hints', { body });
  if (answer.status === 200) return read(answer);
  const { code, message, version = null } = JSON.parse(answer.text) as Wire.Problem;
  return { type: 'refused', id: command.id, code: code as Wire.RefusalCode, message, version };
}

/**
 * A code under which others can open a finished game of this page: the server keeps its record, or the
 * code holds it where no server answers. Games of a server have theirs already: null.
 */
export async function sharedCode(from: Source): Promise<string | null> {
  if (!isOwn(from.id)) return null;
  const game = await sourceRecord(from);
  try {
    if (!place.inPage) return `record-${(await importRecord(game)).record}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return (await import('../local/linked')).toLink(game);
}
