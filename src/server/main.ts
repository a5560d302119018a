import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { Problem } from '#resource';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { loadMessages, terminalLanguage } from './messages.ts';
import { logLevelOf, readConfig } from './readConfig.ts';

/** Milliseconds in which everything must have ended; requests have less (`limits.ts`). */
const patience = 9_000;
const root = join(import.meta.dirname, '../..');
const messages = loadMessages(root);
const say = (key: string, params: Record<string, unknown>): string =>
  messages.translate(terminalLanguage(process.env), key, params);

try {
  await start(readConfig(process.env, root));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: logLevelOf(process.env), redact: ['req.headers', 'headers'] });
  const app = await createApp(config, { log });
  closeWithGrace({ delay: patience, logger: false }, async ({ err: error }) => {
    if (error) log.fatal({ err: error }, 'stopping after an error');
    await app.close();
  });
  try {
    await app.http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw listenProblem(error as NodeJS.ErrnoException, config);
  }
  const { port } = app.http.server.address() as { port: number };
  for (const fault of app.faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${say('start:ready', { address: `http://localhost:${port}` })}\n`);
  if (app.firstAdmin) process.stdout.write(`${say('start:firstPassword', { ...app.firstAdmin })}\n`);
}

function listenProblem(error: NodeJS.ErrnoException, { port, host }: Config): unknown {
  if (error.code === 'EADDRINUSE') return new Problem('start:portTaken', { port });
  if (error.code === 'EACCES') return new Problem('start:portDenied', { port });
  return error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL'
    ? new Problem('start:hostUnknown', { host })
    : error;
}

/** One sentence; what nobody foresaw comes with its message only, and with its stack at LOG_LEVEL=debug. */
function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return say(error.key, { ...error.params });
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return process.env['LOG_LEVEL'] === 'debug' ? (stack ?? message) : message;
}
