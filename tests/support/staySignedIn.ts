import type { Page } from 'playwright-core';
import { password } from './testApp.ts';

/** From now on the page is that of the first administrator, who stays signed in on this device. */
export async function staySignedIn(page: Page): Promise<void> {
  const answer = await fetch(new URL('/api/admin/Index/login', page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password, keep: true }),
  });
  const { data } = (await answer.json()) as { data: { userInfo: object } };
  await page.evaluate((identity) => localStorage.setItem('adminInfo', identity), JSON.stringify(data.userInfo));
}
