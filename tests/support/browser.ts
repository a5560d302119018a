import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { ensureBrowser, ensureShell, quietFlags, roomForNew } from '../../tools/browser.ts';
import { root } from './testApp.ts';

/** What a browser tells a page of who sits before it. */
export interface Look {
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** With the movements most people see; they take time, and what is tested seldom depends on them. */
  readonly motion?: boolean;
  /** In Chromium as people have it: the shell without windows shows no PDF. */
  readonly whole?: boolean;
}
type Stored = Readonly<Record<string, string>>;

/** A name of this machine that a browser does not trust as it does `localhost`: as an address in a local network. */
export const plainHost = 'plain.test';

const flags = [
  ...quietFlags,
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  // No page lives long enough for what compilers make of it in the background: a tenth of all that pages cost, or more.
  `--js-flags=--no-opt --no-maglev ${roomForNew}`,
];

/** By whether it is the whole one. */
const browsers = new Map<boolean, Promise<Browser>>();
/** Pages that no test uses now, by site and look: a new one would start a process, fetch and compile everything again. */
const idle = new Map<string, Page[]>();

async function launch(isWhole: boolean): Promise<Browser> {
  const executablePath = await (isWhole ? ensureBrowser() : ensureShell());
  const launched = await chromium.launch({ executablePath, args: flags });
  console.log(`Pages are opened in ${basename(executablePath)} ${launched.version()}`);
  return launched;
}

function browserFor({ whole = false }: Look): Promise<Browser> {
  const browser = browsers.get(whole) ?? launch(whole);
  browsers.set(whole, browser);
  return browser;
}

const viewportOf = ({ phone }: Pick<Look, 'phone'>) =>
  phone ? { width: 390, height: 844 } : { width: 1280, height: 800 };

const mediaOf = ({ dark, motion }: Look) =>
  ({ colorScheme: dark ? 'dark' : 'light', reducedMotion: motion ? 'no-preference' : 'reduce' }) as const;

async function newContext(address: string, look: Look): Promise<BrowserContext> {
  const { phone } = look;
  const context = await (
    await browserFor(look)
  ).newContext({
    baseURL: address,
    ...mediaOf(look),
    viewport: viewportOf({ phone }),
    isMobile: phone ?? false,
    hasTouch: phone ?? false,
  });
  // Limits are for what hangs; whoever shares the machine makes everything slow.
  context.setDefaultTimeout(90_000);
  return context;
}

/**
 * An empty page with nothing stored but this, which earlier tests may have used; or a window of its own beside it, which has
 * what the browser has fetched and compiled.
 */
export async function openPage(address: string, look: Look, stored: Stored, isOwn = false): Promise<Page> {
  const key = [address, look.dark, look.phone, look.motion, look.whole].join();
  const page = idle.get(key)?.pop() ?? (await newPage(address, look));
  await page.context().clearCookies();
  await page.evaluate((items) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, stored);
  const shown = isOwn ? await page.context().newPage() : page;
  closeAfterTest(shown, async (hasFailed) => {
    if (hasFailed || !(await isCleanedUp(page))) return page.context().close();
    await page.setViewportSize(viewportOf(look));
    await page.emulateMedia({ media: null, ...mediaOf(look) });
    idle.set(key, [...(idle.get(key) ?? []), page]);
  });
  return shown;
}

async function newPage(address: string, look: Look): Promise<Page> {
  const page = await (await newContext(address, look)).newPage();
  await page.goto('/config.json');
  return page;
}

/** Whether the page can be used again: one that goes elsewhere by itself just now, as after a sign-in in another window, cannot. */
async function isCleanedUp(page: Page): Promise<boolean> {
  try {
    await cleanUp(page);
    return true;
  } catch {
    return false;
  }
}

/** Undoes what tests do to pages; what only a new window or profile undoes (scripts before those of the page, a clock) is for such. */
async function cleanUp(page: Page): Promise<void> {
  for (const event of ['console', 'dialog', 'pageerror', 'request', 'response'] as const)
    page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  for (const other of page.context().pages()) if (other !== page) await other.close();
  // What the test has typed is lost.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/config.json');
  page.removeAllListeners('dialog');
}

/** The same in a profile of its own, for one test. */
export async function openFreshPage(address: string, look: Look, stored: Stored): Promise<Page> {
  const context = await newContext(address, look);
  // Frames of other sites have no storage. Whoever signs out stays signed out.
  await context.addInitScript((items) => {
    if (top !== self || localStorage.getItem('lang')) return;
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
  }, stored);
  const page = await context.newPage();
  closeAfterTest(page, () => context.close());
  return page;
}

/** Closes the page after its test; what it was like when the test failed is written to a folder. */
function closeAfterTest(page: Page, close: (hasFailed: boolean) => Promise<void>): void {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await describePage(page, task.name, said);
    await close(hasFailed);
  });
}

/** Writes a picture, the address, what assistive technology sees and what the console says to `.cache/failures`. */
async function describePage(page: Page, test: string, said: readonly string[]): Promise<void> {
  const folder = join(root, '.cache/failures');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${test.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 100)}-${Date.now()}`);
  try {
    await page.screenshot({ path: `${file}.png`, timeout: 5000 });
    const seen = await page.locator('body').ariaSnapshot({ timeout: 5000 });
    writeFileSync(`${file}.txt`, [page.url(), seen, ...said].join('\n\n'));
    console.log(`The page of a failed test: ${file}.png and .txt`);
  } catch (error) {
    console.log(`The page of a failed test cannot be shown: ${(error as Error).message}`);
  }
}
