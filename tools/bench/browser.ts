import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { ensureBrowser, quietFlags } from '../browser.ts';
import { scriptBudgets } from './scriptBudgets.ts';
import type { Server } from './measure.ts';

/** What the browser loads and how long rows take to appear, against our server with its bundle. */
export async function measureBrowser({ address }: Server, password: string): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: [...quietFlags] });
  try {
    return await measureIn(browser, address, password);
  } finally {
    await browser.close();
  }
}

async function measureIn(browser: Browser, address: string, password: string): Promise<boolean> {
  const context = await browser.newContext();
  const scripts = weigh(context);
  const page = await context.newPage();
  await page.goto(`${address}/admin/login`);
  await page.getByRole('textbox').first().fill('admin');
  await page.locator('input[type=password]').fill(password);
  const signIn = await scripts();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  const state = await context.storageState();
  await context.close();

  const cold = await browser.newContext({ storageState: state });
  const listScripts = weigh(cold);
  const first = await timeToRows(cold, address);
  const list = await listScripts();
  const again = await timeToRows(cold, address);
  await cold.close();
  console.log(
    `\nBrowser\nJavaScript of the sign-in page       ${kilobytes(signIn)}  of ${kilobytes(scriptBudgets.signIn).trim()} gzip\n` +
      `JavaScript of a list page            ${kilobytes(list)}  of ${kilobytes(scriptBudgets.list).trim()} gzip`,
  );
  console.log(
    `navigation to rows, empty cache      ${first.toFixed(0).padStart(6)} ms\n` +
      `navigation to rows, filled cache     ${again.toFixed(0).padStart(6)} ms`,
  );
  return signIn < scriptBudgets.signIn && list < scriptBudgets.list;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0).padStart(6)} kB`;

/** Bytes of all scripts that the context has loaded, gzipped. */
function weigh(context: BrowserContext): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  context.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function timeToRows(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${address}/admin/bench/article`);
  await page.waitForSelector('tr.ant-table-row');
  const took = performance.now() - began;
  await page.waitForLoadState('networkidle');
  await page.close();
  return took;
}
