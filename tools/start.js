import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// `npm start`: the browser's bundle when its sources have changed, then the server. What Node compiles is kept: the next
// start is faster, and the compiler for TypeScript, which would stay in memory, is not loaded at all. That is why this
// one file is JavaScript.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { buildWeb } = await import('./buildWeb.ts');
await buildWeb().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await import('../src/server/main.ts');
