import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino, type Logger } from 'pino';
import { Problem } from '#resource';
import { createApp, type App } from './app.ts';
import { collectGarbage } from './shared/collectGarbage.ts';
import type { Config } from './config/config.ts';
import { Failures } from './fence/failures.ts';
import { ownerOf } from './fence/owner.ts';
import { loadMessages, terminalLanguage, type Messages } from './shared/messages.ts';
import { logLevelOf, readConfig } from './config/readConfig.ts';

/** Milliseconds in which everything must have ended; requests have less (`limits.ts`). */
const patience = 9_000;
const root = join(import.meta.dirname, '../..');
const messages = loadMessages(root);
const say = (key: string, params: Record<string, unknown>): string =>
  messages.translate(terminalLanguage(process.env), key, params);

/** Closes the running server and ends the process. */
let stop: (() => void) | undefined;
let [isEnding, hasFailed] = [false, false];

try {
  await start(readConfig(process.env, root));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: logLevelOf(process.env), redact: ['req.headers', 'headers'] });
  const failures = new Failures((message, error) => log.error({ err: error }, message));
  surviveForeignErrors(failures, (error) => fail(log, error));
  const open = async (port: number, texts?: Messages): Promise<App> =>
    listening(await createApp(config, { log, failures, restart, messages: texts }), { ...config, port });
  let app = await open(config.port, messages);
  const { port } = app.http.server.address() as { port: number };
  let reopening: Promise<void> | undefined;
  /** Switching plugins makes the application anew, in this process and at the same address. */
  function restart(): void {
    reopening = (reopening ?? Promise.resolve())
      .then(async () => {
        if (isEnding) return;
        await app.close();
        app = await open(port);
      })
      .catch((error: unknown) => {
        process.stderr.write(`${sentenceOf(error)}\n`);
        fail(log, error);
      });
  }
  stop = stopper(async () => {
    await reopening;
    await app.close();
  });
  collectGarbage();
  for (const fault of app.faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${say('start:ready', { address: `http://localhost:${port}` })}\n`);
  if (app.firstAdmin) process.stdout.write(`${say('start:firstPassword', { ...app.firstAdmin })}\n`);
}

async function listening(app: App, config: Config): Promise<App> {
  try {
    await app.http.listen({ port: config.port, host: config.host });
    return app;
  } catch (error) {
    await app.close();
    throw listenProblem(error as NodeJS.ErrnoException, config);
  }
}

/** Errors that nobody caught: those of plugins are noted and the server goes on, all others end it. */
function surviveForeignErrors(failures: Failures, fail: (error: unknown) => void): void {
  const caught =
    (what: string) =>
    (error: unknown): void => {
      const owner = ownerOf(error);
      if (owner === undefined) fail(error);
      else failures.report(owner, what, error);
    };
  process.on('uncaughtException', caught('an error that it did not catch'));
  process.on('unhandledRejection', caught('a promise that it did not wait for'));
}

/** Ends the server in good order, with the code of a failure; at once when it does not run yet or is ending already. */
function fail(log: Logger, error: unknown): void {
  log.fatal({ err: error }, 'stopping after an error');
  if (!stop || isEnding) process.exit(1);
  hasFailed = true;
  stop();
}

function stopper(end: () => Promise<void>): () => void {
  const { close } = closeWithGrace(
    { delay: patience, logger: false, skip: ['uncaughtException', 'unhandledRejection'] },
    async () => {
      isEnding = true;
      await end();
      // What is thrown here gives the process the code 1.
      if (hasFailed) throw new Error('after an error');
    },
  );
  return close;
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
