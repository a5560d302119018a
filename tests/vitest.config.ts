import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/** What each kind of test needs; `vitest run --config tests/vitest.config.ts --project unit` runs one kind. */
export default defineConfig({
  root,
  test: {
    reporters: ['default'],
    // The process that runs vitest does next to nothing meanwhile.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/web/**/*.test.{ts,tsx}'],
          setupFiles: process.env['REACHED_FOLDER'] === undefined ? [] : ['tests/support/reached.ts'],
          testTimeout: 20_000,
        },
      },
      {
        root,
        test: {
          name: 'api',
          include: [
            'tests/api/**/*.test.ts',
            'tests/security/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/{examples,own}/**/*.test.ts',
            'plugins/*/tests/**/*.test.ts',
          ],
          globalSetup: ['tests/support/globalSetup.ts'],
          setupFiles: process.env['REACHED_FOLDER'] === undefined ? [] : ['tests/support/reached.ts'],
          // Limits are for what hangs; whoever shares the machine makes everything slow.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        root,
        // Measurements, floods and hundreds of kills, by hand: `npm run prove`. One after the other, so that they measure themselves.
        test: {
          name: 'prove',
          include: ['tests/prove/**/*.test.ts'],
          globalSetup: ['tests/support/globalSetup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        root,
        // One browser after the other: two cores run a server and Chromium. A busy machine gets a second try, which the report names.
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
