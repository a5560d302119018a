import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { runExclusive } from './build/lock.ts';
import { packFiles } from './build/pack.ts';
import { terminalTexts } from './say.ts';

// `npm run build`: the browser's bundle, in `dist`. A bundler needs a gigabyte of memory, so it has a process of its own.
const root = join(import.meta.dirname, '..');
const assets = join(root, 'dist/assets');
/** Milliseconds for which pages that are open may still ask for parts of an earlier build. */
const patience = 7 * 86_400_000;

try {
  // Two at once would write and clear the same files.
  await runExclusive(
    join(root, 'dist/.lock'),
    () => console.log(terminalTexts(root)('start:buildWaits')),
    async () => {
      // Advice about sizes would stand above the first password; an error is thrown.
      await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'silent' });
      await packFiles(assets);
      clearOld();
    },
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function clearOld(): void {
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    if (statSync(file).mtimeMs < Date.now() - patience) rmSync(file);
  }
}
