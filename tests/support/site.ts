import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { modelOf, type Resource } from '#resource';
import { createApp, type App } from '../../src/server/app.ts';
import { ensureBrowser } from '../../tools/browser.ts';
import { temporaryFolder } from './databases.ts';
import { product } from './product.ts';

export const root = join(import.meta.dirname, '../..');
export const password = 'Admin-123';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visit {
  readonly language?: 'zh-cn' | 'en';
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** With the movements most people see; they take time, and what is tested seldom depends on them. */
  readonly motion?: boolean;
  /** Stays open for the tests after this one. */
  readonly kept?: boolean;
}

/** The product in a real browser: the application on a free port, and Chromium. */
export interface Site {
  readonly app: App;
  readonly address: string;
  /** A fresh browser profile. Errors of the page fail the test that caused them. */
  visit(visit?: Visit): Promise<Page>;
  /** A fresh profile that is signed in. */
  signedIn(visit?: Visit & { username?: string; password?: string }): Promise<Page>;
}

/** Runs the product with these tables beside its own for the tests of a file. */
export function runSite(resources: readonly Resource[] = [], dataDir?: string): Site {
  const folder = temporaryFolder();
  const state: { app?: App; browser?: Browser; address?: string } = {};
  const faults: string[] = [];
  beforeAll(async () => {
    state.app = await createApp(
      {
        port: 0,
        host: '127.0.0.1',
        dataDir: dataDir ?? folder(),
        databaseUrl: undefined,
        adminPassword: password,
        timeZone: 'Asia/Shanghai',
        trustProxy: undefined,
        root,
      },
      { loaded: { ...product, models: [...product.models, ...resources.map(modelOf)] } },
    );
    state.address = await state.app.http.listen({ port: 0, host: '127.0.0.1' });
    state.browser = await chromium.launch({ executablePath: await ensureBrowser(), args: flags });
  });
  afterAll(async () => {
    await state.browser?.close();
    await state.app?.close();
    expect(faults).toEqual([]);
  });

  const visit = async (
    { language = 'zh-cn', dark = false, phone = false, motion = false, kept = false }: Visit = {},
    identity?: string,
  ): Promise<Page> => {
    const context = await state.browser!.newContext({
      baseURL: state.address!,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: motion ? 'no-preference' : 'reduce',
      viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      isMobile: phone,
      hasTouch: phone,
      ...(identity === undefined
        ? {}
        : {
            storageState: {
              cookies: [],
              origins: [{ origin: state.address!, localStorage: [{ name: 'adminInfo', value: identity }] }],
            },
          }),
    });
    // Pages that are left open go on working beside those of the next tests.
    if (!kept && expect.getState().currentTestName !== undefined) onTestFinished(() => context.close());
    // Frames of other sites have no storage.
    await context.addInitScript(
      `if (top === self && !localStorage.getItem('lang')) localStorage.setItem('lang', '${language}')`,
    );
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => faults.push(error.message));
    // React tells of what an error boundary has caught.
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        /Error: |Error\b.*\n {4}at |Content Security Policy/.test(message.text()) &&
        faults.push(message.text()),
    );
    page.on(
      'response',
      (response) => response.status() >= 500 && faults.push(`${response.status()} ${response.url()}`),
    );
    return page;
  };
  /** What the sign-in page stores; that page itself is for the tests of signing in. */
  const identityOf = async (username: string, secret: string): Promise<string> => {
    const response = await fetch(`${state.address!}/api/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: secret }),
    });
    const { data } = (await response.json()) as { data: { userInfo: object } };
    return JSON.stringify(data.userInfo);
  };
  return {
    get app() {
      return state.app!;
    },
    get address() {
      return state.address!;
    },
    visit,
    async signedIn({ username = 'admin', password: secret = password, ...rest } = {}) {
      const page = await visit(rest, await identityOf(username, secret));
      await page.goto('/admin');
      // Who has no rights has no page to go on to.
      await page.waitForURL(/\/admin\/(?!login)./);
      return page;
    },
  };
}
