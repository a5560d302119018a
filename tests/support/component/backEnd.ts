import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { BrowserCommand } from 'vitest/node';
import { findShell } from '../../../tools/browser.ts';
import type { Answer } from './answer.ts';
import type { runBackEnd } from './runBackEnd.ts';

type BackEnd = Awaited<ReturnType<typeof runBackEnd>>;

let running: Promise<BackEnd> | undefined;

/**
 * The real server, in vitest's own process. Imported by Node itself: the bundle that vitest makes of its configuration would
 * not find its files.
 */
function backEnd(): Promise<BackEnd> {
  running ??= import(pathToFileURL(join(import.meta.dirname, 'runBackEnd.ts')).href).then(
    (module: { runBackEnd: typeof runBackEnd }) => module.runBackEnd(),
  );
  return running;
}

/** Answers what components ask of the server. */
export function backEndPlugin(): Plugin {
  return {
    name: 'back-end',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!/^\/(?:api\/|config\.json)/.test(request.url ?? '')) return next();
        void backEnd().then(({ app }) => app.http.routing(request, response), next);
      });
    },
    async closeBundle() {
      await (await running)?.close();
    },
  };
}

type Command<Payload extends unknown[]> = BrowserCommand<Payload>;

const begin: Command<[]> = async ({ context, page }) => {
  const { begin: prepare } = await backEnd();
  // Away from what the last test has pointed at.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  held.clear();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return prepare(`${basename(findShell() ?? 'chromium')} ${context.browser()?.version()}`);
};
/** Calls that wait, by their path. */
const held = new Map<string, PromiseWithResolvers<void>>();
/** Answers calls of this path in the place of the server, one after the other; the last answer is that of all others, too. */
const answer: Command<[path: string, answers: readonly Answer[]]> = async ({ page }, path, answers) => {
  let next = 0;
  const released = Promise.withResolvers<void>();
  held.set(path, released);
  await page.route(`**${path}`, async (route) => {
    const { status = 200, body, adds, events, holds } = answers[Math.min(next, answers.length - 1)]!;
    next += 1;
    // It may be let go before the call is here.
    if (holds) await released.promise;
    if (events) return route.fulfill(streamOf(events)).catch(() => {});
    const json = adds ? { ...((await (await route.fetch()).json()) as object), ...adds } : body;
    // Whoever has asked may have gone.
    await route.fulfill({ status, json }).catch(() => {});
  });
};
const streamOf = (events: readonly unknown[]) => ({
  contentType: 'text/event-stream',
  body: events.map((data) => `id: ${randomUUID()}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
});
const release: Command<[path: string]> = async (_, path) => held.get(path)?.resolve();
const setMotion: Command<[]> = ({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' });
const identityOf: Command<[username: string, secret: string]> = async (_, username, secret) =>
  (await backEnd()).identityOf(username, secret);
const rowsCall: Command<[table: string, method: string, args: unknown[]]> = async (_, table, method, args) =>
  (await backEnd()).call(table, method, args);
const addPerson: Command<[username: string, secret: string, nodes: string[]]> = async (_, ...person) =>
  (await backEnd()).addPerson(...person);
const configure: Command<[change: Record<string, unknown>]> = async (_, change) => (await backEnd()).configure(change);
const targetsOf: Command<[captcha: string]> = async (_, captcha) => (await backEnd()).targetsOf(captcha);

/** What tests of components may ask of the process that runs them. */
export const commands = { begin, answer, release, setMotion, identityOf, rowsCall, addPerson, configure, targetsOf };
