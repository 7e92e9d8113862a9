/** Tests in a real browser against the real server; `npm run e2e`, see e2e/. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    // One browser and one server at a time: games are played to their end on two cores.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
