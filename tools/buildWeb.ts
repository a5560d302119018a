import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCurrent } from './build/sources.ts';
import { run } from './run.ts';
import { terminalTexts } from './say.ts';

const root = join(import.meta.dirname, '..');

/**
 * Builds the browser's bundle into `dist` unless the one there was built from the same sources. Where the bundler is not
 * installed, in production, the bundle that is there is served as it is.
 */
export async function buildWeb(): Promise<void> {
  if (isCurrent(root)) return;
  const say = terminalTexts(root);
  if (!existsSync(join(root, 'node_modules/vite'))) {
    if (!existsSync(join(root, 'dist/index.html'))) throw new Error(say('start:cannotBuild'));
    process.stderr.write(`${say('start:oldBundle')}\n`);
    return;
  }
  // Modules have addresses, in which these begin something else.
  if (/[#?]/.test(root)) throw new Error(say('start:wrongFolder', { folder: root }));
  console.log(say('start:building'));
  const { code, output } = await run(process.execPath, [join(root, 'tools/build.ts')], { cwd: root });
  if (code !== 0) throw new Error(output.trim());
}
