import { buildWeb } from './buildWeb.ts';

// `npm start`: the browser's bundle when its sources have changed, then the server.
await buildWeb();
await import('../src/server/main.ts');
