import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { modelOf, type Resource } from '#resource';
import { createApp, type App } from '../../src/server/app.ts';
import { loadResources } from '../../src/server/loadResources.ts';
import { ensureBrowser } from '../../tools/browser.ts';
import { temporaryFolder } from './databases.ts';

export const root = join(import.meta.dirname, '../..');
export const password = 'Admin-123';
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export interface Visit {
  readonly language?: 'zh-cn' | 'en';
  readonly dark?: boolean;
  readonly phone?: boolean;
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
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    const loaded = await loadResources(root);
    state.app = await createApp(
      { port: 0, host: '127.0.0.1', dataDir: dataDir ?? folder(), databaseUrl: undefined, adminPassword: password, timeZone: 'Asia/Shanghai', trustProxy: undefined, root },
      { loaded: { ...loaded, models: [...loaded.models, ...resources.map(modelOf)] } },
    );
    state.address = await state.app.http.listen({ port: 0, host: '127.0.0.1' });
    state.browser = await chromium.launch({ executablePath: await ensureBrowser(), args: flags });
  });
  afterAll(async () => {
    await state.browser?.close();
    await state.app?.close();
    expect(faults).toEqual([]);
  });

  const visit = async ({ language = 'zh-cn', dark = false, phone = false }: Visit = {}): Promise<Page> => {
    const context = await state.browser!.newContext({
      baseURL: state.address!, colorScheme: dark ? 'dark' : 'light', viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, isMobile: phone, hasTouch: phone,
    });
    contexts.push(context);
    // Frames of other sites have no storage.
    await context.addInitScript(`if (top === self && !localStorage.getItem('lang')) localStorage.setItem('lang', '${language}')`);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => faults.push(error.message));
    // React tells of what an error boundary has caught.
    page.on('console', (message) => message.type() === 'error' && /Error: |Error\b.*\n {4}at |Content Security Policy/.test(message.text()) && faults.push(message.text()));
    page.on('response', (response) => response.status() >= 500 && faults.push(`${response.status()} ${response.url()}`));
    return page;
  };
  const signIn = async (page: Page, username: string, secret: string): Promise<void> => {
    await page.goto('/admin/login');
    await page.getByLabel(/^(?:用户名|Username)$/).fill(username);
    await page.getByLabel(/^(?:密码|Password)$/).fill(secret);
    await page.getByRole('button', { name: /^(?:登录|Sign in)$/ }).click();
    await page.waitForURL(/\/admin\/(?!login)/);
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
      const page = await visit(rest);
      await signIn(page, username, secret);
      return page;
    },
  };
}
