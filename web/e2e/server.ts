/** The real server, and what a test asks of it by HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeatPlan, TableCreated, TableSettings } from '../src/protocol/messages';

/** Bots answer at once and nobody is slowed down: a test asks for more hints than a person. */
const QUICK = {
  ILOS_BOT_PAUSE: '0',
  ILOS_HINTS_PER_MINUTE: '0',
  ILOS_MESSAGES_PER_10S: '0',
  ILOS_CREATIONS_PER_MINUTE: '0',
  ILOS_REQUESTS_PER_10S: '0',
  ILOS_CHAT_PER_MINUTE: '0',
  ILOS_IMPORTS_PER_MINUTE: '0',
  ILOS_RECORDS_PER_ADDRESS: '0',
  ILOS_RECORD_STORAGE_PER_ADDRESS: '0',
  ILOS_WORK_PER_MINUTE: '0',
  ILOS_HANDSHAKES_PER_MINUTE: '0',
  ILOS_FRAMES_PER_10S: '0',
  ILOS_PAGES_PER_10S: '0',
  ILOS_CONNECTIONS_PER_ADDRESS: '0',
  ILOS_TABLES_PER_ADDRESS: '0',
};

/** A server that listens at an address. */
export class Host {
  constructor(public url = '') {}

  /** A table opened by the HTTP call that the start page uses too. */
  async table(seats: SeatPlan[], settings: TableSettings = {}, start = true): Promise<TableCreated> {
    const answer = await fetch(`${this.url}/api/v1/tables`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ seats, settings, start }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as TableCreated;
  }

  /** A seat against gentle bots: its personal link. */
  async against(bots: number, settings: TableSettings = {}): Promise<string> {
    const rivals = Array.from({ length: bots }, () => ({ kind: 'bot' as const, bot: 'gentle' }));
    const made = await this.table([{ kind: 'mine', name: 'Heron' }, ...rivals], settings);
    return this.seat(made);
  }

  /** The personal link of one of the seats that the opener holds. */
  seat(made: TableCreated, which = 0): string {
    return `${this.url}/#/t/${made.table.id}?key=${made.keys[which]!.token}`;
  }
}

/** The real server on a free port and a database of its own, started and killed by a test. */
export class Server extends Host {
  private data = '';
  private process: ChildProcess | null = null;

  /** Start, or start again on the same port and data after a kill. */
  async start(): Promise<void> {
    this.data ||= mkdtempSync(join(tmpdir(), 'ilos-e2e-'));
    const port = this.url ? new URL(this.url).port : '0';
    const words = ['serve', '--no-browser', '--port', port, '--data', this.data];
    const settings = { ...process.env, ...QUICK };
    const child = spawn('ilos', words, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    this.url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const listen = (chunk: Buffer): void => {
        said += chunk.toString();
        const found = /http:\/\/[\d.]+:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}:\n${said}`)));
    });
  }

  /** kill -9: nothing is tidied up. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child) return;
    this.process = null;
    child.removeAllListeners('exit');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    if (this.data) rmSync(this.data, { recursive: true, force: true });
  }
}
