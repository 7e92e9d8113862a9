/** A folder of plain files, served by Python's own file server: what any file host does. */
import { spawn, type ChildProcess } from 'node:child_process';

export class Files {
  url = '';
  #process: ChildProcess | null = null;

  constructor(readonly folder: string) {}

  /** Start, or start again on the same port. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : '0';
    const words = ['-u', '-m', 'http.server', port, '--bind', '127.0.0.1', '--directory', this.folder];
    const child = spawn('python', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = child;
    const found = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const said = /port (\d+)/.exec(chunk.toString());
        if (said) resolve(said[1]!);
      });
      child.once('exit', (code) => reject(new Error(`the file server ended with ${String(code)}`)));
    });
    this.url = `http://127.0.0.1:${found}/`;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await gone;
  }
}
