import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { enableCompileCache } from 'node:module';

// `npm start`: the browser's bundle when its sources have changed, then the server. What Node compiles is kept: the next
// start is faster, and the compiler for TypeScript, which would stay in memory, is not loaded at all. That is why this
// one file is JavaScript.
const root = join(import.meta.dirname, '..');
const compiled = join(root, 'node_modules/.cache/compiled');
enableCompileCache(compiled);
const { takePrepared } = await import('./takePrepared.ts');
if (takePrepared(root) && process.platform !== 'win32') {
  // The program that runs may have been one of the packages that are gone.
  const own = join(root, 'node_modules/node/bin/node');
  const node = existsSync(own) ? own : process.execPath;
  process.execve(node, [node, ...process.execArgv, import.meta.filename], { ...process.env });
}
const { leanEnvironment, leanFlags } = await import('./lean.ts');
const { buildWeb } = await import('./buildWeb.ts');
await buildWeb().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const server = join(root, 'src/server/main.ts');
// The server takes the place of this process, which nothing of the build stays in.
if (process.platform === 'win32') await import('../src/server/main.ts');
else
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...leanFlags, server], {
    NODE_COMPILE_CACHE: compiled,
    ...leanEnvironment,
    ...process.env,
  });
