import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const asked = (path: string, query: object = {}): string => encodeURIComponent(JSON.stringify({ path, query }));

/** Addresses that the page has had since it was opened. */
async function addressesOf(page: Page, address: string): Promise<string[]> {
  await page.addInitScript(() => {
    const addresses: string[] = [];
    Object.assign(window, { addresses });
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history);
      history[name] = (...args) => {
        addresses.push(String(args[2]));
        change(...args);
      };
    }
  });
  await page.goto(address);
  await page.locator('.tab-frame[data-shown="true"]').waitFor();
  return page.evaluate(() => (window as unknown as { addresses: string[] }).addresses);
}

it.each([
  ['/admin', '/admin/loading'],
  ['/admin/no/such?a=b', `/admin/loading/${asked('/admin/no/such', { a: 'b' })}`],
])('leads from %s in the back office to its loading page', async (address, loading) => {
  const page = await site.signedIn({ own: true, at: '/config.json' });
  await expect.poll(() => addressesOf(page, address)).toContain(loading);
});
