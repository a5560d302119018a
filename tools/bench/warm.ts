import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ensureBrowser } from '../browser.ts';
import { buildWeb } from '../buildWeb.ts';
import { startServer, stopServer } from './measure.ts';
import { seed } from './seed.ts';

// `npm run bench:warm [turns] [page] [--rows=1000]`: how long a browser that has been here before waits for the rows of a
// list, measured in the page from the start of the navigation, with what blocked the page meanwhile. The profile lies on
// the disk, as people's do: with it the browser keeps scripts compiled.
const root = join(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const turns = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 15);
const path = args.find((arg) => arg.startsWith('/')) ?? '/admin/bench/article';
const rows = Number(/--rows=(\d+)/.exec(args.join(' '))?.[1] ?? 1000);
const password = 'bench-secret';

/** Milliseconds after the start of the navigation, but for the long tasks, which are milliseconds long. */
interface Seen {
  shape?: number;
  /** The rows as they were, where they still are. */
  snapshot?: number;
  frame?: number;
  rows?: number;
  readonly tasks: number[];
  readonly answers: Record<string, readonly [number, number]>;
}

await buildWeb();
const stored = join(root, '.cache/bench', String(rows));
await seed(stored, rows, root);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
cpSync(stored, join(folder, 'data'), { recursive: true });
const server = await startServer('ours.ts', [], {
  DATA_DIR: join(folder, 'data'),
  ADMIN_PASSWORD: password,
  DATABASE_URL: '',
});
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
try {
  await report();
} finally {
  await context.close();
  await stopServer(server);
  rmSync(folder, { recursive: true });
}

async function report(): Promise<void> {
  await signIn();
  await context.addInitScript(watch);
  // The browser compiles scripts for keeps when it meets them again.
  for (let turn = 0; turn < 5; turn += 1) await visit();
  const seen: Seen[] = [];
  for (let turn = 0; turn < turns; turn += 1) seen.push(await visit());
  console.log(`${path}, ${turns} turns, load ${loadavg()[0]!.toFixed(1)}; milliseconds: median (least – most)`);
  for (const name of ['shape', 'snapshot', 'frame', 'rows'] as const)
    line(
      name,
      seen.map((each) => each[name] ?? Number.NaN),
    );
  line(
    'longest task',
    seen.map(({ tasks }) => Math.max(0, ...tasks)),
  );
  line(
    'long tasks in all',
    seen.map(({ tasks }) => tasks.reduce((sum, each) => sum + each, 0)),
  );
  for (const name of Object.keys(seen[0]!.answers)) {
    line(
      `${name} asked`,
      seen.map(({ answers }) => answers[name]?.[0] ?? Number.NaN),
    );
    line(
      `${name} answered`,
      seen.map(({ answers }) => answers[name]?.[1] ?? Number.NaN),
    );
  }
}

function line(name: string, values: readonly number[]): void {
  const sorted = values.toSorted((one, other) => one - other).map((each) => each.toFixed(0).padStart(5));
  console.log(`${name.padEnd(44)} ${sorted[Math.floor(sorted.length / 2)]}  (${sorted[0]} – ${sorted.at(-1)})`);
}

async function signIn(): Promise<void> {
  const answer = await fetch(`${server.address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, keep: true }),
  });
  const { data } = (await answer.json()) as { data: { userInfo: object } };
  const page = await context.newPage();
  await page.goto(`${server.address}/config.json`);
  await page.evaluate((identity) => localStorage.setItem('adminInfo', identity), JSON.stringify(data.userInfo));
  await page.close();
}

async function visit(): Promise<Seen> {
  const page = await context.newPage();
  await page.goto(server.address + path);
  await page.waitForSelector('tbody tr[data-row-key]');
  await page.waitForLoadState('networkidle');
  // The snapshot of it (table/keepSnapshot.ts).
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('snapshot:')));
  const seen = await seenIn(page);
  await page.close();
  return seen;
}

function seenIn(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen };
    for (const { name, startTime, responseEnd } of performance.getEntriesByType(
      'resource',
    ) as PerformanceResourceTiming[]) {
      const { pathname } = new URL(name);
      if (pathname.startsWith('/api/')) seen.answers[pathname] ??= [startTime, responseEnd];
    }
    return seen;
  });
}

/** Runs in the page before anything else: notes when what stands in it first. */
function watch(): void {
  const seen: Seen = { tasks: [], answers: {} };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (seen.rows === undefined || startTime < seen.rows) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const places = {
    shape: '.boot-frame',
    snapshot: '.boot-snapshot',
    frame: '.admin-menu a',
    rows: 'tbody tr[data-row-key]',
  } as const;
  const names = new Set(['shape', 'snapshot', 'frame', 'rows'] as const);
  // Nothing is looked for in each frame: that alone would take a tenth of the time.
  const changes = new MutationObserver(() => {
    for (const name of names) {
      if (!document.querySelector(places[name])) continue;
      names.delete(name);
      // Painted with the next frame.
      requestAnimationFrame(() => (seen[name] = performance.now()));
    }
    if (!names.has('rows')) changes.disconnect();
  });
  changes.observe(document, { childList: true, subtree: true });
}
