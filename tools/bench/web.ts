import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ensureBrowser, quietFlags } from '../browser.ts';
import { buildWeb } from '../buildWeb.ts';
import { startServer, stopServer } from './measure.ts';
import { seed } from './seed.ts';

// `npm run bench:web [kbit/s] [milliseconds of latency] [page]`: what a browser with an empty cache asks for on a slow
// line until the rows of a list are there, and when the frame and the rows are seen. Nothing of it is a limit here:
// tests/e2e/size.test.ts holds counts and sizes.
const root = join(import.meta.dirname, '../..');
const [kilobits = 400, latency = 400] = process.argv
  .slice(2)
  .filter((arg) => /^\d+$/.test(arg))
  .map(Number);
const path = process.argv.slice(2).find((arg) => arg.startsWith('/')) ?? '/admin/bench/article';
const password = 'bench-secret';

/** What is waited for, in the order in which it appears. */
const milestones = {
  'shape of the page': '.boot-frame, .admin-header',
  menu: '.boot-side a, .admin-menu a',
  'frame with its code': '.admin-menu a',
  rows: 'tbody tr[data-row-key], .dashboard-figure, form',
} as const;

interface Loaded {
  readonly url: string;
  readonly type: string;
  /** Bytes on the wire. */
  bytes: number;
  /** Milliseconds after the navigation. */
  readonly asked: number;
  ended: number;
}

await buildWeb();
const stored = join(root, '.cache/bench/1000');
await seed(stored, 1000, root);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
cpSync(stored, folder, { recursive: true });
const server = await startServer('ours.ts', [], { DATA_DIR: folder, ADMIN_PASSWORD: password, DATABASE_URL: '' });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: [...quietFlags] });
try {
  console.log(`Chromium ${browser.version()}, ${kilobits} kbit/s, ${latency} ms, ${path}\n`);
  await report(browser);
} finally {
  await browser.close();
  await stopServer(server);
  rmSync(folder, { recursive: true });
}

async function report(from: Browser): Promise<void> {
  const context = await signedIn(from);
  const page = await context.newPage();
  const loaded = await watch(page);
  const began = performance.now();
  const seen = Object.entries(milestones).map(async ([name, selector]) => {
    await page.waitForSelector(selector, { timeout: 120_000 });
    return { name, after: performance.now() - began, requests: loaded.length, bytes: bytesOf(loaded) };
  });
  await page.goto(server.address + path, { waitUntil: 'commit' });
  for (const { name, after, requests, bytes } of await Promise.all(seen))
    console.log(
      `${name.padEnd(22)} ${(after / 1000).toFixed(1).padStart(6)} s after ${String(requests).padStart(3)} requests, ${kilobytes(bytes)}`,
    );
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  console.log(
    `${'everything'.padEnd(22)} ${' '.repeat(14)}${String(loaded.length).padStart(3)} requests, ${kilobytes(bytesOf(loaded))}\n`,
  );
  for (const { url, type, bytes, asked, ended } of loaded)
    console.log(
      `${asked.toFixed(0).padStart(6)} – ${ended.toFixed(0).padStart(6)} ms ${kilobytes(bytes)}  ` +
        `${type.padEnd(11)} ${new URL(url).pathname}`,
    );
}

/** A browser that has signed in but has nothing in its cache. */
async function signedIn(from: Browser): Promise<BrowserContext> {
  const answer = await fetch(`${server.address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { data } = (await answer.json()) as { data: { userInfo: object } };
  const localStorage = [{ name: 'adminInfo', value: JSON.stringify(data.userInfo) }];
  return from.newContext({ storageState: { cookies: [], origins: [{ origin: server.address, localStorage }] } });
}

/** Slows the line down and notes all that goes over it. */
async function watch(page: Page): Promise<readonly Loaded[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: (kilobits * 1000) / 8,
    uploadThroughput: (kilobits * 1000) / 8,
  });
  const began = performance.now();
  const byId = new Map<string, Loaded>();
  const loaded: Loaded[] = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return;
    const one = { url: request.url, type: type ?? '', bytes: 0, asked: performance.now() - began, ended: 0 };
    byId.set(requestId, one);
    loaded.push(one);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    Object.assign(byId.get(requestId) ?? {}, { bytes: encodedDataLength, ended: performance.now() - began });
  });
  return loaded;
}

function bytesOf(loaded: readonly Loaded[]): number {
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0);
}
function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0).padStart(5)} kB`;
}
