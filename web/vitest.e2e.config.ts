/** Tests in a real browser against the real server: `npm run e2e`; pictures for the README: `npm run screens`. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  test: {
    include: mode === 'screens' ? ['e2e/screens.ts'] : ['e2e/**/*.test.ts'],
    environment: 'node',
    // One browser and one server at a time: games are played to their end on two cores.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Generous, for busy machines: a poll ends as soon as its condition holds.
    expect: { poll: { timeout: 120_000, interval: 50 } },
  },
}));
