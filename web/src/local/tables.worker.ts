/** The tables of a page: the server's own Python in a worker, its log in IndexedDB. */
import { IndexedBackend } from './indexed';
import type { FromWorker, ToWorker } from './messages';
import { BotPool } from './botPool';
import { startPython } from './python';

/** `ilos.local.page.Page`, as Python hands it out. */
interface Page {
  request(method: string, path: string, tokens: readonly string[], body: string): Promise<string>;
  open(socket: number, path: string): void;
  receive(socket: number, text: string): void;
  close(socket: number): void;
  changed(table: string, head: number): void;
}

/** Workers for bots: more would only take memory, as one table has one bot to move. */
const MOST_BOTS = 3;

const tell = (message: FromWorker): void => postMessage(message);
let page: Promise<Page> | null = null;

async function start(pack: string): Promise<Page> {
  // A private window may refuse to keep anything; then Python keeps it as long as the page is open.
  const onroom = (left: boolean): void => tell({ kind: 'room', left });
  const backend = await IndexedBackend.open(onroom).catch(() => null);
  const cores = navigator.hardwareConcurrency || 2;
  const onshare = (job: string, share: number): void => tell({ kind: 'thinking', job, share });
  const bots = new BotPool(pack, Math.max(1, Math.min(MOST_BOTS, cores - 1)), onshare);
  const others = new BroadcastChannel('ilos-tables');
  const python = await startPython(pack);
  const started = python.pyimport('ilos.local.page').start(
    backend,
    bots,
    (socket: number, text: string) => tell({ kind: 'message', socket, text }),
    (socket: number, code: number) => tell({ kind: 'closed', socket, code }),
    (table: string, head: number) => others.postMessage({ table, head }),
  ) as Page;
  others.onmessage = (event: MessageEvent<{ table: string; head: number }>) =>
    started.changed(event.data.table, event.data.head);
  tell({ kind: 'ready', kept: backend !== null });
  bots.prepare();
  return started;
}

async function obey(message: ToWorker): Promise<void> {
  if (message.kind === 'ping') return tell({ kind: 'pong' });
  if (message.kind === 'start') {
    page = start(message.pack);
    await page;
    return;
  }
  const here = await page;
  if (!here) return;
  switch (message.kind) {
    case 'request': {
      const { id, method, path, tokens, body } = message;
      const answer = JSON.parse(await here.request(method, path, tokens, body)) as [number, string];
      tell({ kind: 'answer', id, status: answer[0], body: answer[1] });
      return;
    }
    case 'open':
      return here.open(message.socket, message.path);
    case 'send':
      return here.receive(message.socket, message.text);
    case 'close':
      return here.close(message.socket);
  }
}

onmessage = (event: MessageEvent<ToWorker>) =>
  void obey(event.data).catch((error: unknown) => tell({ kind: 'failed', why: String(error) }));
