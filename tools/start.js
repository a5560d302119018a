import { buildWeb } from './buildWeb.ts';

// `npm start`: the browser's bundle when its sources have changed, then the server.
await buildWeb().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await import('../src/server/main.ts');
