/** What all tests of a run share: one server, and the kit. Started once before them, stopped after them. */
import { build, preview } from 'vite';
import { Server } from './server';

export default async function share(): Promise<() => Promise<void>> {
  const server = new Server();
  const [kit] = await Promise.all([serveKit(), server.start()]);
  process.env.ILOS_E2E_SERVER = server.url;
  process.env.ILOS_E2E_KIT = kit.url;
  return async () => {
    await Promise.all([kit.stop(), server.stop()]);
  };
}

/** The kit and the sample tables are for developers: no server of ours has them. */
async function serveKit(): Promise<{ url: string; stop: () => Promise<void> }> {
  // A page loads a few bundles quicker than a thousand modules.
  await build({ mode: 'kit', logLevel: 'error' });
  const server = await preview({
    mode: 'kit',
    logLevel: 'error',
    preview: { port: 0, host: '127.0.0.1' },
  });
  const at = server.httpServer.address();
  const port = typeof at === 'object' && at ? at.port : 0;
  return { url: `http://127.0.0.1:${String(port)}`, stop: () => server.close() };
}
