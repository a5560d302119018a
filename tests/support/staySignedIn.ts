import type { Page } from 'playwright-core';
import { password } from './testApp.ts';

/** From now on the page is that of this administrator, who stays signed in on this device; nothing is left of who was here. */
export async function staySignedIn(page: Page, username = 'admin', secret = password): Promise<void> {
  const answer = await fetch(new URL('/api/admin/Index/login', page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret, keep: true }),
  });
  const { data } = (await answer.json()) as { data: { userInfo: object } };
  await page.evaluate((identity) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('snapshot:')) localStorage.removeItem(key);
    localStorage.setItem('adminInfo', identity);
  }, JSON.stringify(data.userInfo));
}
