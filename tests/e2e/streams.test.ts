import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { build, type Rolldown } from 'vite';
import { definePlugin, eventStream, type PluginRequest, type StreamEvent } from '#plugin';
import { ensureShell } from '../../tools/browser.ts';
import { temporaryFolder } from '../support/databases.ts';
import { password, root, startServer, type TestServer } from '../support/server.ts';

/** What the pages of these tests have. */
declare global {
  interface Window {
    streams: typeof import('../../src/web/http/streams.ts');
    got: string[];
    ender: AbortController;
    failed: string;
  }
}

let written = 0;
let isComplete = false;
const waiting = new Set<() => void>();
/** Streams that are open at the server, by the name that their clients give them. */
const openNow: string[] = [];
let mostOpen = 0;
/** Three, and one that a tab has let go, which the server may hear of after the next has come. */
const mostAtOnce = 4;
const wake = (): void => waiting.forEach((go) => go());
const write = (last: number): void => {
  written = last;
  wake();
};

async function* events({ query, signal, lastEventId }: PluginRequest): AsyncGenerator<StreamEvent> {
  const name = String(query['name']);
  openNow.push(name);
  mostOpen = Math.max(mostOpen, openNow.length);
  signal.addEventListener('abort', wake);
  try {
    for (let id = Number(lastEventId ?? 0) + 1; !signal.aborted;) {
      if (id <= written) yield { id: id++, data: { name } };
      else if (isComplete) return;
      else
        await new Promise<void>((resolve) => {
          const go = (): void => {
            waiting.delete(go);
            resolve();
          };
          waiting.add(go);
        });
    }
  } finally {
    openNow.splice(openNow.indexOf(name), 1);
  }
}

const plugin = definePlugin({
  name: 'tabs',
  routes: [
    {
      method: 'GET',
      url: '/admin/tabs.own/index',
      node: 'signed-in',
      handler: (request) => eventStream(events(request)),
    },
    { method: 'GET', url: '/admin/tabs.call/index', node: 'signed-in', handler: () => 'answered' },
    {
      method: 'GET',
      url: '/admin/tabs.breaks/index',
      node: 'signed-in',
      handler: () =>
        eventStream(
          (async function* () {
            yield { data: 1 };
            throw new Error('broke');
          })(),
        ),
    },
  ],
});

const folder = temporaryFolder();
let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let script: string;
let clock = 1_800_000_000;

beforeAll(async () => {
  server = await startServer(
    { dataDir: folder(), databaseUrl: undefined },
    { plugins: [plugin], limits: { rights: 100, heartbeat: 1000 }, now: () => clock },
  );
  const [made] = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: join(root, 'src/web/http/streams.ts'), formats: ['iife'], name: 'streams' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput[];
  script = `${made!.output[0].code};window.streams = streams;`;
  browser = await chromium.launch({ executablePath: await ensureShell(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  [written, isComplete, mostOpen] = [0, false, 0];
  const { json } = await server.request('POST', '/api/admin/Index/login', {
    body: { username: 'admin', password, keep: 1 },
  });
  context = await browser.newContext({ baseURL: server.address });
  const identity = JSON.stringify(json.data['userInfo']);
  await context.addInitScript((info) => {
    if (!localStorage.getItem('adminInfo')) localStorage.setItem('adminInfo', info);
  }, identity);
  await context.route('**/admin/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<p>tab' }));
});
afterEach(async () => {
  await context.close();
  await expectNoStream();
});
const expectNoStream = (): Promise<void> => expect.poll(() => openNow).toEqual([]);

/** Opens a tab that reads a stream. */
async function openTab(name: string, shared = false, url = '/admin/tabs.own/index'): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/admin/blank');
  await page.evaluate(script);
  await page.evaluate(
    ([name, shared, url]) => {
      window.got = [];
      window.failed = '';
      window.ender = new AbortController();
      void (async () => {
        try {
          for await (const { id } of window.streams.stream(url, {
            query: { name },
            shared,
            signal: window.ender.signal,
          }))
            window.got.push(id);
          window.got.push('complete');
        } catch (error) {
          window.failed = (error as Error).message;
        }
      })();
    },
    [name, shared, url] as const,
  );
  return page;
}
const openTabs = (shared: boolean): Promise<Page[]> =>
  Promise.all(Array.from({ length: 8 }, (_, n) => openTab(shared ? 'all' : `tab ${n}`, shared)));
const gotIn = (page: Page): Promise<string[]> => page.evaluate(() => window.got);
const upTo = (last: number): string[] => Array.from({ length: last }, (_, n) => String(n + 1));
/** Every tab makes a call of its own, as pages do. */
const callFrom = (pages: readonly Page[]): Promise<string[]> =>
  Promise.all(
    pages.map((page) =>
      page.evaluate(async () => {
        const { token } = JSON.parse(localStorage.getItem('adminInfo')!) as { token: string };
        const answer = await fetch('/api/admin/tabs.call/index', { headers: { batoken: token } });
        return ((await answer.json()) as { data: string }).data;
      }),
    ),
  );
const show = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

it('reads what eight tabs share over one connection, and goes on when the tab is closed that reads it', async () => {
  const tabs = await openTabs(true);
  await expect.poll(() => openNow).toEqual(['all']);
  write(3);
  for (const tab of tabs) await expect.poll(() => gotIn(tab)).toEqual(upTo(3));
  expect(await callFrom(tabs)).toEqual(tabs.map(() => 'answered'));
  for (let last = 4; tabs.length > 1; last += 1) {
    const reading = (await Promise.all(tabs.map(holdsLock))).indexOf(true);
    await tabs.splice(reading, 1)[0]!.close();
    write(last);
    for (const tab of tabs) await expect.poll(() => gotIn(tab)).toEqual(upTo(last));
    await expect.poll(() => openNow).toEqual(['all']);
  }
  isComplete = true;
  wake();
  await expect.poll(() => gotIn(tabs[0]!)).toContain('complete');
  // The server may hear of the next reader before it hears that the one before has gone.
  expect(mostOpen).toBeLessThanOrEqual(2);
});

/** Whether the tab is the one that reads for all. */
async function holdsLock(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const own = await new Promise<string>((resolve) => {
      void navigator.locks.request(`who ${Math.random()}`, async (lock) => {
        const { held: all = [] } = await navigator.locks.query();
        resolve(all.find((each) => each.name === lock!.name)!.clientId!);
      });
    });
    return held.some((lock) => lock.name!.startsWith('events ') && lock.clientId === own);
  });
}

it('opens three of eight streams at a time, so that calls are answered, and the next when one is closed', async () => {
  write(1);
  const tabs = await openTabs(false);
  await expect.poll(() => openNow.length).toBe(3);
  expect(await callFrom(tabs)).toEqual(tabs.map(() => 'answered'));
  expect(mostOpen).toBe(3);
  for (let left = 8; left > 0; left -= 1) {
    const names = [...openNow];
    expect(names).toHaveLength(Math.min(left, 3));
    const number = Number(names[0]!.slice(4));
    await expect.poll(() => gotIn(tabs[number]!)).toEqual(['1']);
    await tabs[number]!.evaluate(() => window.ender.abort());
    await expect.poll(() => !openNow.includes(names[0]!) && openNow.length === Math.min(left - 1, 3)).toBe(true);
  }
  expect(mostOpen).toBeLessThanOrEqual(mostAtOnce);
});

it('gives the tab that somebody looks at the connection of one that nobody does, which misses nothing', async () => {
  write(1);
  const hidden = await Promise.all(Array.from({ length: 3 }, (_, n) => openTab(`hidden ${n}`)));
  for (const tab of hidden) await expect.poll(() => gotIn(tab)).toEqual(['1']);
  await Promise.all(hidden.map((tab) => show(tab, 'hidden')));
  const seen = await openTab('seen');
  await expect.poll(() => gotIn(seen)).toEqual(['1']);
  write(5);
  await expect.poll(() => gotIn(seen)).toEqual(upTo(5));
  await seen.close();
  for (const tab of hidden) await expect.poll(() => gotIn(tab)).toEqual(upTo(5));
  expect(mostOpen).toBeLessThanOrEqual(mostAtOnce);
});

it('is open in the tab that somebody looks at only, where tabs cannot know of each other, and misses nothing', async () => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  write(1);
  const tab = await openTab('no locks');
  await expect.poll(() => gotIn(tab)).toEqual(['1']);
  await show(tab, 'hidden');
  await expectNoStream();
  write(3);
  await show(tab, 'visible');
  await expect.poll(() => gotIn(tab)).toEqual(upTo(3));
  await expect.poll(() => openNow).toEqual(['no locks']);
});

it('goes on with a new token when the old one has expired', async () => {
  write(2);
  const tab = await openTab('token');
  await expect.poll(() => gotIn(tab)).toEqual(upTo(2));
  const before = await tab.evaluate(() => localStorage.getItem('adminInfo'));
  clock += 90_000;
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('adminInfo'))).not.toBe(before);
  write(4);
  isComplete = true;
  wake();
  await expect.poll(() => gotIn(tab)).toEqual([...upTo(4), 'complete']);
});

it('says what the server says of a stream that fails or is refused', async () => {
  const broken = await openTab('x', false, '/admin/tabs.breaks/index');
  await expect.poll(() => broken.evaluate(() => window.failed)).toMatch(/服务器内部错误|Server internal error/);
  const missing = await openTab('x', false, '/admin/tabs.nowhere/index');
  await expect.poll(() => missing.evaluate(() => window.failed)).not.toBe('');
});

it('is thrown when it cannot be opened again for as long as its reader is patient, and goes on before', async () => {
  write(1);
  const tab = await openTab('other');
  let refused = 0;
  await tab.route('**/tabs.own/index*', async (route) => {
    refused += 1;
    await (refused === 2 ? route.continue() : route.abort());
  });
  const read = (patience: number): Promise<unknown> =>
    tab.evaluate(async (milliseconds) => {
      const options = { query: { name: 'patient' }, patience: milliseconds, signal: window.ender.signal };
      try {
        for await (const { id } of window.streams.stream('/admin/tabs.own/index', options)) return id;
        return 'complete';
      } catch (error) {
        return (error as { statusCode?: number }).statusCode;
      }
    }, patience);
  expect(await read(60_000)).toBe('1');
  expect(refused).toBe(2);
  expect(await read(2000)).toBe(0);
  expect(refused).toBeGreaterThan(3);
});
