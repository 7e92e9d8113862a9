/** The kit and the sample tables are for developers: only their own server has them. */
import { createServer, type ViteDevServer } from 'vite';
import { test } from '@playwright/test';

/** A development server for the tests of a file; its address once it runs. */
export function atTheKit(): { readonly url: string } {
  const kit = { url: '' };
  let vite: ViteDevServer;
  test.beforeAll(async () => {
    // Nothing may reload a page in the middle of a test: neither a file that was saved meanwhile nor a
    // library that is bundled when it is first asked for.
    vite = await createServer({
      logLevel: 'error',
      server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    await vite.listen();
    const at = vite.httpServer!.address();
    kit.url = `http://127.0.0.1:${String(typeof at === 'object' && at ? at.port : 0)}`;
  });
  test.afterAll(() => vite.close());
  return kit;
}
