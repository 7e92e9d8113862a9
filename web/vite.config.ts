/** Builds the client into the Python package, where `ilos serve` finds it. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { offline } from './plugins/offline';

const server = process.env.ILOS_SERVER ?? 'http://127.0.0.1:8765';

// `vite build --mode static`: the same page as plain files, for a host without our server.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), offline()],
  base: './',
  define: { __SERVER__: JSON.stringify(mode !== 'static') },
  build: {
    outDir: mode === 'static' ? '../build/static' : '../src/ilos/server/web',
    emptyOutDir: true,
    target: 'es2022',
    // Scripts and styles stay in files: the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', embed: 'embed.html', sw: 'src/offline/sw.ts' },
      // A service worker keeps its name and lies beside the page.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
}));
