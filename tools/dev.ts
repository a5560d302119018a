import { existsSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { rewriteUrl } from '../src/server/http/rewriteUrl.ts';
import { passOn } from './dev/proxy.ts';
import { startDevServer } from './dev/server.ts';

// `npm run dev`: one port. Pages come from Vite and change as they are written; calls go to the server, which starts
// anew when one of its sources changes.
const root = join(import.meta.dirname, '..');
const port = Number(process.env['PORT'] || 8000);
const sources = ['src/server', 'src/resource', 'src/plugin', 'resources', 'plugins', 'locales'];
/** Halves of plugins that only the browser loads. */
const isOfBrowser = (file: string): boolean => /^[^/]+\/web(?:\.tsx|\/)/.test(file);

const http = createServer((request, response) => {
  const isCall = /^\/(?:api(?:\/|$)|config\.json)/i.test(rewriteUrl(request.url ?? '/', request.headers));
  if (isCall) void passOn(server, request, response);
  else vite.middlewares(request, response);
});
http.on('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(error.code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another one with PORT.\n` : `${error.message}\n`);
  void stop(1);
});
const vite = await createVite({ configFile: join(root, 'vite.config.ts'), server: { middlewareMode: true, ws: { server: http } } });
const server = startDevServer(root);
const watchers = sources.filter((folder) => existsSync(join(root, folder))).map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || !isOfBrowser(file)) server.restart();
  }));
http.listen(port, process.env['HOST'] || '0.0.0.0', () => void announce());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

async function announce(): Promise<void> {
  if (await server.port()) process.stdout.write(`Developing on http://localhost:${port}  Sign in: http://localhost:${port}/admin/login\n`);
}

async function stop(code: number): Promise<void> {
  for (const watcher of watchers) watcher.close();
  await Promise.all([server.stop(), vite.close()]);
  process.exit(code);
}
