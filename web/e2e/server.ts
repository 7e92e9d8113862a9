/** The real server on a free port and a database of its own, started and killed by the tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bots answer at once and nobody is slowed down: a test asks for more hints than a person. */
const QUICK = {
  ILOS_BOT_PAUSE: '0',
  ILOS_HINTS_PER_MINUTE: '0',
  ILOS_MESSAGES_PER_10S: '0',
  ILOS_CREATIONS_PER_MINUTE: '0',
};

export class Server {
  readonly data = mkdtempSync(join(tmpdir(), 'ilos-e2e-'));
  url = '';
  private process: ChildProcess | null = null;

  /** Start, or start again on the same port and data after a kill. */
  async start(): Promise<void> {
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
    rmSync(this.data, { recursive: true, force: true });
  }
}
