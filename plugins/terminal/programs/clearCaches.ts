import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { main, projectFolder, sizeText, tell } from './program.ts';

// What tools keep to be faster the next time: compiled code, and what bundler and package managers have looked up.
const folders = ['node_modules/.cache', 'node_modules/.vite', 'node_modules/.vite-temp'];

await main(() => {
  let bytes = 0;
  for (const name of folders) {
    const folder = join(projectFolder, name);
    if (!existsSync(folder)) continue;
    const size = sizeOf(folder);
    rmSync(folder, { recursive: true, force: true });
    tell('terminalServer:cache.removed', { name, size: sizeText(size) });
    bytes += size;
  }
  tell('terminalServer:cache.done', { size: sizeText(bytes) });
});

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
