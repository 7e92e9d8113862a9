/** The HTTP calls of docs/protocol.md, each one function. */
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

async function call<T>(path: string, asked: Asked = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (asked.body !== undefined) headers['Content-Type'] = 'application/json';
  if (asked.token) headers['Authorization'] = `Bearer ${asked.token}`;
  let answer: Response;
  try {
    answer = await fetch(`${API}/${path}`, {
      method: asked.method ?? (asked.body === undefined ? 'GET' : 'POST'),
      headers,
      credentials: 'omit',
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
  } catch {
    throw new Refusal('unreachable', 'The server does not answer.', 0);
  }
  if (!answer.ok) throw await refusal(answer);
  return (await answer.json()) as T;
}

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const problem = (await answer.json()) as Wire.Problem;
    return new Refusal(problem.code as Wire.RefusalCode, problem.message, answer.status);
  } catch {
    return new Refusal(answer.status >= 500 ? 'try_again' : 'internal', answer.statusText, answer.status);
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

export const serverInfo = (): Promise<Wire.ServerInfo> => call('server');
export const createTable = (body: Wire.CreateTable): Promise<Wire.TableCreated> => call('tables', { body });
export const openTables = (): Promise<Wire.TableList> => call('tables');
export const findTable = (code: string): Promise<Wire.Found> => call('tables/find', { body: { code } });
export const myTables = (held: Wire.Held[]): Promise<Wire.MyTablesAnswer> =>
  call('tables/mine', { body: { held } });
export const tableInfo = (id: string, token: string | null): Promise<Wire.TableInfo> =>
  call(table(id), { token });
export const joinTable = (id: string, body: Wire.JoinTable): Promise<Wire.Seated> =>
  call(`${table(id)}/join`, { body, token: body.code ?? null });
export const command = (id: string, body: Wire.Command, token: string): Promise<unknown> =>
  call(`${table(id)}/deeds`, { body, token });
export const leaveTable = (id: string, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/leave`, { method: 'POST', token });
export const freeSeat = (id: string, seat: number, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/free`, { body: { seat }, token });
export const startTable = (id: string, fill: string | null, token: string): Promise<Wire.TableInfo> =>
  call(`${table(id)}/start`, { body: { fill }, token });
export const record = (id: string, token: string | null): Promise<unknown> =>
  call(`${table(id)}/record`, { token });
export const importRecord = (body: unknown): Promise<Wire.RecordImported> => call('records', { body });

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
