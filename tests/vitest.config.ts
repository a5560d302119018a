import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findShell, quietFlags, roomForNew } from '../tools/browser.ts';
import { sharedImports } from '../tools/vite/sharedImports.ts';
import { backEndPlugin, commands } from './support/component/backEnd.ts';
import { memoryFolder } from './support/memoryFolder.ts';

const root = new URL('..', import.meta.url).pathname;
/** Plugins that are packages of their own find them too. */
const resolve = { alias: sharedImports(root) };

const shard = process.env['TEST_SHARD'] ?? '1';
/** Tests of components: ours, and those of plugins. */
const components = ['tests/web/**/*.test.tsx', 'plugins/*/tests/**/*.test.tsx'];

// Every file of tests, and every program that one starts, is a process of its own: they compile what they share once.
process.env['NODE_COMPILE_CACHE'] ??= `${root}.cache/compile`;

// For `os.tmpdir()`, in workers and in programs that they start.
const temporary = process.env['VITEST_WORKER_ID'] === undefined ? memoryFolder() : undefined;
if (temporary) process.env['TMPDIR'] = temporary;

/** Room for what lives a moment: without it, a tenth of what tests cost goes to the collector, which begins with a megabyte. */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** What each kind of test needs, one kind after the other; `vitest run --config tests/vitest.config.ts --project unit` runs one kind. */
export default defineConfig({
  root,
  test: {
    reporters: ['default'],
    // What a page looked like when its test failed.
    attachmentsDir: '.cache/failures',
    // The process that runs vitest does next to nothing meanwhile.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        root,
        resolve,
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['tests/unit/**/*.test.ts', 'tests/web/**/*.test.ts'],
          setupFiles: process.env['MUTATE'] === undefined ? [] : ['tests/support/mutants.ts'],
          execArgv,
          // Limits are for what hangs; whoever shares the machine makes everything slow.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        root,
        resolve,
        test: {
          name: 'api',
          sequence: { groupOrder: 1 },
          include: [
            'tests/api/**/*.test.ts',
            'tests/security/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/{examples,own}/**/*.test.ts',
            'plugins/*/tests/**/*.test.ts',
          ],
          // A plugin with dependencies that are not installed here.
          exclude: ['**/node_modules/**', 'tests/examples/workspace/**'],
          globalSetup: ['tests/support/globalSetup.ts'],
          setupFiles: process.env['MUTATE'] === undefined ? [] : ['tests/support/mutants.ts'],
          execArgv,
          // Loading the server takes longer than most files: a worker loads it once. Applications live side by side.
          isolate: false,
          // Limits are for what hangs; whoever shares the machine makes everything slow.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
      {
        root,
        resolve,
        // Measurements, floods and hundreds of kills, by hand: `npm run prove`. One after the other, so that they measure themselves.
        test: {
          name: 'prove',
          sequence: { groupOrder: 2 },
          include: ['tests/prove/**/*.test.ts', 'plugins/*/tests/**/*.prove.ts'],
          globalSetup: ['tests/support/globalSetup.ts'],
          // Fifty starts take ten minutes where others use the machine too.
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          fileParallelism: false,
        },
      },
      {
        // Components are drawn by themselves in a browser, before the real server.
        root,
        resolve,
        plugins: [backEndPlugin()],
        // Of several processes at once (tools/test.ts) each bundles libraries for itself.
        cacheDir: `node_modules/.vite${shard === '1' ? '' : `-${shard}`}`,
        // In tests, antd gives all elements one and the same id.
        define: { 'process.env.NODE_ENV': '"development"' },
        // Whatever is found only while tests run would begin them anew.
        optimizeDeps: {
          // Workers are named by address only, which is no import.
          entries: ['src/web/main.tsx', '{src/web,plugins/*/web}/**/*Worker.ts', ...components],
        },
        test: {
          name: 'web',
          sequence: { groupOrder: 3 },
          include: components,
          exclude: ['**/node_modules/**'],
          setupFiles: ['tests/support/component/setup.ts'],
          isolate: false,
          // Limits are for what hangs; whoever shares the machine makes everything slow.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            // The room of a desktop; setup.ts gives it back to each file.
            viewport: { width: 1280, height: 800 },
            // Libraries are bundled before the first page is there.
            connectTimeout: 300_000,
            provider: playwright({
              launchOptions: { executablePath: findShell(), args: [...quietFlags, `--js-flags=${roomForNew}`] },
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium' }],
            locators: { exact: false },
            commands,
          },
        },
      },
      {
        root,
        resolve,
        // As many at a time as there are workers, each with a server and a browser of its own for all of its files.
        test: {
          name: 'e2e',
          sequence: { groupOrder: 4 },
          include: ['tests/e2e/**/*.test.ts', 'plugins/*/tests/**/*.e2e.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          isolate: false,
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
});
