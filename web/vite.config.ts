/** Builds the client into the Python package, where `ilos serve` finds it. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { chunks } from './plugins/chunks';
import { offline } from './plugins/offline';

const server = process.env.ILOS_SERVER ?? 'http://127.0.0.1:8765';

const page = { index: 'index.html', embed: 'embed.html', sw: 'src/offline/sw.ts' };
/** What `vite build --mode …` builds and where: the page of our server, the page as plain files, the kit for tests. */
const MODES: Record<string, { outDir: string; input: Record<string, string> }> = {
  production: { outDir: '../src/ilos/server/web', input: page },
  static: { outDir: '../build/static', input: page },
  kit: { outDir: 'node_modules/.cache/kit', input: { index: 'index.html', kit: 'kit.html' } },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), offline()],
  base: './',
  define: { __SERVER__: JSON.stringify(mode !== 'static') },
  build: {
    outDir: MODES[mode]?.outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Scripts and styles stay in files: the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: MODES[mode]?.input,
      // A service worker keeps its name and lies beside the page.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: chunks },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
}));
