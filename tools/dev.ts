import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { createServer as createVite, type ErrorPayload } from 'vite';
import { rewriteUrl } from '../src/server/http/rewriteUrl.ts';
import { passOn } from './dev/proxy.ts';
import { startDevServer, type Restart } from './dev/server.ts';
import { terminalTexts } from './say.ts';

// `npm run dev`: one port. Pages come from Vite and change as they are written; calls go to the server, which starts
// anew when one of its sources changes.
const root = join(import.meta.dirname, '..');
const port = Number(process.env['PORT'] || 8000);
const sources = ['src/server', 'src/resource', 'src/plugin', 'resources', 'plugins', 'locales'];
const say = terminalTexts(root);
/** Files that a line names at most. */
const mostNamed = 3;

const http = createServer((request, response) => {
  const isCall = /^\/(?:api(?:\/|$)|config\.json)/i.test(rewriteUrl(request.url ?? '/', request.headers));
  if (isCall) void passOn(server, say('dev:answerEnded'), request, response);
  else vite.middlewares(request, response);
});
http.on('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(error.code === 'EADDRINUSE' ? `${say('start:portTaken', { port })}\n` : `${error.message}\n`);
  void stop(1);
});
const vite = await createVite({
  configFile: join(root, 'vite.config.ts'),
  server: { middlewareMode: true, ws: { server: http } },
});
// The bundler watches only where the page stands. Its watcher sees what Node's own misses: files that take another's place.
vite.watcher.add(sources.map((folder) => join(root, folder)));
let isAnnounced = false;
/** What open pages stay under, and those that are opened meanwhile. */
let broken: ErrorPayload | undefined;
vite.ws.on('connection', (page) => broken && page.send(JSON.stringify(broken)));
const server = startDevServer(root, showRestart);
// A folder counts too: a file that is written as soon as its folder is there may go unseen.
vite.watcher.on('all', (_event, path) => {
  const file = relative(root, path).replaceAll(sep, '/');
  if (isOfServer(file)) server.restart(file);
});
http.listen(port, process.env['HOST'] || '0.0.0.0', () => void announce());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

/** Halves of plugins that only the browser loads are not. */
function isOfServer(file: string): boolean {
  return sources.some((folder) => file.startsWith(`${folder}/`)) && !/^plugins\/[^/]+\/web(?:\.tsx$|\/|$)/.test(file);
}

/** Says where the pages are, once: as soon as there is a server behind them. */
async function announce(): Promise<void> {
  if (isAnnounced || (await server.port()) === undefined || isAnnounced) return;
  isAnnounced = true;
  // With `PORT=0` the system chooses one.
  const address = `http://localhost:${(http.address() as AddressInfo).port}`;
  process.stdout.write(`${say('dev:ready', { address })}\n`);
}

/** Pages follow a server that runs; they stay where they are, under what is wrong, when a change has broken something. */
function showRestart({ files, isRunning, complaint, isNews }: Restart): void {
  const named = `${files.slice(0, mostNamed).join(', ')}${files.length > mostNamed ? ' …' : ''}`;
  process.stdout.write(`${say(isRunning ? 'dev:restarted' : 'dev:ended', { files: named })}\n`);
  const isBroken = complaint !== '' && (!isRunning || isNews || files.some((file) => complaint.includes(file)));
  broken = isBroken ? { type: 'error', err: { message: complaint, stack: '' } } : undefined;
  vite.ws.send(broken ?? { type: 'full-reload' });
  if (isRunning) void announce();
}

async function stop(code: number): Promise<void> {
  await Promise.all([server.stop(), vite.close()]);
  process.exit(code);
}
