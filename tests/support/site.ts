import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ServerPlugin } from '#plugin';
import { modelOf, type Resource } from '#resource';
import type { App } from '../../src/server/app.ts';
import { openFreshPage, openPage, type Look } from './browser.ts';
import { takeFront, type Front } from './front.ts';
import { startTestApp, type TestApp } from './testApp.ts';

export { password, root } from './testApp.ts';

interface Visit extends Look {
  readonly language?: 'zh-cn' | 'en';
  /** In a profile that nobody has used, which fetches and compiles everything again: for who changes its clock or its permissions. */
  readonly fresh?: boolean;
  /** In a window that nobody has used: for who puts scripts before those of the page. */
  readonly own?: boolean;
  /** For who stops requests on purpose: errors fail no test. */
  readonly faulty?: boolean;
  /** The same for whose plugins throw; nothing of the page is stopped, and it has what was fetched before. */
  readonly throwing?: boolean;
}
interface SignedInVisit extends Visit {
  readonly username?: string;
  readonly password?: string;
  /** The page to open; where signing in leads unless told. */
  readonly at?: string;
}

export interface Visits {
  /** A page of somebody who has not been here before. Errors of the page fail the test that caused them. */
  visit(visit?: Visit): Promise<Page>;
  /** The same, signed in and at some page. */
  signedIn(visit?: SignedInVisit): Promise<Page>;
}

/** The product in a real browser: the application on a free port, and Chromium. */
export interface Site extends Visits, Pick<TestApp, 'configure' | 'identityOf' | 'reset'> {
  readonly app: App;
  readonly address: string;
}

/**
 * By their tables and plugins: files with the same ones share an application, which begins with each of them as it was at
 * first. A plugin that is made with options of a file is that file's alone.
 */
const apps = new Map<string, Promise<TestApp>>();
const numbers = new Map<ServerPlugin, number>();
const numberOf = (plugin: ServerPlugin): number => {
  if (!numbers.has(plugin)) numbers.set(plugin, numbers.size);
  return numbers.get(plugin)!;
};

async function start(
  resources: readonly Resource[],
  plugins: readonly ServerPlugin[],
  now?: () => number,
): Promise<TestApp> {
  const own = plugins.flatMap((plugin) => plugin.resources ?? []);
  const testApp = await startTestApp([...resources, ...own], plugins, now);
  await testApp.app.http.listen({ port: 0, host: '127.0.0.1' });
  return testApp;
}

/**
 * Runs the product with these tables and plugins beside its own for the tests of a file; by this clock, in unix seconds, where
 * one is given.
 */
export function runSite(
  resources: readonly Resource[] = [],
  plugins: readonly ServerPlugin[] = [],
  now?: () => number,
): Site {
  let running: TestApp;
  let front: Front;
  beforeAll(async () => {
    const key = [...resources.map((resource) => modelOf(resource).name), ...plugins.map(numberOf)].join();
    if (!now && !apps.has(key)) apps.set(key, start(resources, plugins));
    running = await (now ? start(resources, plugins, now) : apps.get(key)!);
    await running.reset();
    front = await takeFront();
    front.serve(running.app.http.server);
  });
  afterEach(() => expect(running.errors()).toEqual([]));
  afterAll(async () => {
    front.free();
    // Nobody else goes by its clock.
    if (now) await running.close();
  });
  return {
    ...visitsTo(() => ({ address: front.address, identityOf: running.identityOf })),
    get app() {
      return running.app;
    },
    get address() {
      return front.address;
    },
    configure: (change) => running.configure(change),
    reset: () => running.reset(),
    identityOf: (username, secret) => running.identityOf(username, secret),
  };
}

/** Opens pages of a site that runs somewhere. */
export function visitsTo(site: () => Pick<Site, 'address' | 'identityOf'>): Visits {
  const faults: string[] = [];
  afterEach(() => expect(faults.splice(0)).toEqual([]));

  const visit = async (look: Visit = {}, identity?: string): Promise<Page> => {
    const { language = 'zh-cn', fresh, own, faulty, throwing } = look;
    const stored = { lang: language, ...(identity === undefined ? {} : { adminInfo: identity }) };
    const { address } = site();
    const page = await (fresh ? openFreshPage(address, look, stored) : openPage(address, look, stored, own));
    if (!faulty && !throwing) watchFaults(page, faults);
    // A page that is there takes a moment until its requests can be stopped, and one may slip through: this one is asked before
    // it is opened.
    if (faulty) await page.route('**/nothing-asks-for-this', (route) => route.abort());
    return page;
  };
  return {
    visit,
    async signedIn({ username, password, at = '/admin', ...look } = {}) {
      const page = await visit(look, await site().identityOf(username, password));
      await page.goto(at);
      // Who has no rights has no page to go on to.
      if (at === '/admin') await page.waitForURL(/\/admin\/(?!login)./);
      return page;
    },
  };
}

function watchFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message));
  // React tells of what an error boundary has caught.
  const isFault = /Error: |Error\b.*\n {4}at |Content Security Policy/;
  page.on('console', (message) => {
    if (message.type() === 'error' && isFault.test(message.text())) faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
}
