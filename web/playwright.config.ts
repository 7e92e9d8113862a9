/** Tests in a real browser against the real server: `npm run e2e`; pictures for the README: `npm run screens`. */
import { defineConfig } from '@playwright/test';
import FLAGS from './chromium-flags.json' with { type: 'json' };

export default defineConfig({
  testDir: 'e2e',
  testMatch: process.env.SCREENS ? 'screens.ts' : '**/*.test.ts',
  outputDir: 'node_modules/.cache/e2e',
  // Each worker has one browser and waits now and then: three keep two cores busy.
  // Tests are independent, so that any worker takes the next one.
  fullyParallel: true,
  workers: process.env.SCREENS ? 1 : 3,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  globalSetup: process.env.SCREENS ? undefined : './e2e/shared.ts',
  forbidOnly: true,
  // What fails is run once more to record a trace, and has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list']],
  use: {
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Letters alike on every machine, for the pictures that are kept.
      args: [...FLAGS, '--font-render-hinting=none'],
    },
  },
});
