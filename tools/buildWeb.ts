import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { terminalTexts } from './say.ts';

const root = join(import.meta.dirname, '..');
/** What the browser's bundle is made of. */
const sources = [
  'src/web/**/*',
  'src/resource/**/*',
  'src/plugin/**/*',
  'plugins/*/web.tsx',
  'plugins/*/web/**/*',
  'plugins/*/locales/**/*',
  'locales/**/*',
  'tools/vite/**/*',
  'vite.config.ts',
  'package-lock.json',
];
const stamp = join(root, 'dist', '.built-from');

/** Builds the browser's bundle into `dist` unless the one there was built from the same sources. */
export async function buildWeb(): Promise<void> {
  const state = stateOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  console.log(terminalTexts(root)('start:building'));
  const { build } = await import('vite');
  // Advice about sizes would stand above the first password; an error is thrown.
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'silent' });
  writeFileSync(stamp, state);
  clearOld(join(root, 'dist/assets'));
}

/** Milliseconds for which pages that are open may still ask for parts of an earlier build. */
const patience = 7 * 86_400_000;

function clearOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).mtimeMs < Date.now() - patience) rmSync(file);
  }
}

/** A digest of every source's name and content. */
function stateOfSources(): string {
  const digest = createHash('sha256');
  for (const file of globSync([...sources], { cwd: root }).toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) digest.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return digest.digest('hex');
}
