import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);

it('puts a record on paper without the frame, black on white in the dark too, and all of it', async () => {
  const { id } = await site.app.gate.rows('book').add({ title: 'Emma', price: '3' });
  const page = await site.signedIn({ language: 'en', dark: true, at: `/admin/library/book/${id}` });
  const title = page.getByRole('heading', { name: 'Emma', level: 2 });
  await title.waitFor();
  const colorOf = (property: 'color' | 'backgroundColor', of = title): Promise<string> =>
    of.evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await colorOf('color')).not.toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'print' });
  expect(await colorOf('color')).toBe('rgb(0, 0, 0)');
  expect(await colorOf('backgroundColor', page.locator('.admin-panel'))).toBe('rgba(0, 0, 0, 0)');
  for (const frame of ['.admin-sider', '.admin-header', '.record-tools', '.record-history'])
    expect(await page.locator(frame).isVisible()).toBe(false);
  expect(await page.locator('.record-back').getByText('Books').isVisible()).toBe(true);
  const widthOf = (place: string): Promise<number> =>
    page.locator(place).evaluate((each) => each.getBoundingClientRect().width);
  expect(await widthOf('.record-main')).toBe(await widthOf('body'));
  // What is longer than the window goes on.
  await page.setViewportSize({ width: 794, height: 200 });
  const isWhole = () => {
    const bottom = document.querySelector('.record-page')!.getBoundingClientRect().bottom + scrollY;
    return bottom > innerHeight && document.documentElement.scrollHeight >= Math.floor(bottom);
  };
  expect(await page.evaluate(isWhole)).toBe(true);
  await page.emulateMedia({ media: null });
  expect(await page.evaluate(isWhole)).toBe(false);
});

it('puts all tables that refer to a record on paper, each under its name', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/admin/1' });
  const tabs = page.locator('.record-related').getByRole('tab');
  await tabs.first().waitFor();
  const names = await tabs.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  // The browser's own dialog would wait for somebody.
  const printed = page.evaluate(() => new Promise<void>((resolve) => (window.print = resolve)));
  await page.keyboard.press('Control+p');
  await printed;
  await page.emulateMedia({ media: 'print' });
  const shown = page.locator('.related-name').filter({ visible: true });
  expect(await shown.allTextContents()).toEqual(names);
  expect(await page.locator('.record-related .list-page').filter({ visible: true }).count()).toBe(names.length);
});

it.each([false, true])('puts a list on paper under its name, without what is for hands (phone: %s)', async (phone) => {
  await site.reset();
  await site.app.gate.rows('book').add({ title: 'Emma', price: '3' });
  const page = await site.signedIn({ language: 'en', phone, at: '/admin/library/book' });
  await page.locator('[data-row-key]', { hasText: 'Emma' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const seen = page.locator('.list-page');
  expect(await seen.locator('.page-heading').getByText('Books').isVisible()).toBe(true);
  expect(await seen.getByText('Emma').isVisible()).toBe(true);
  // Which of the rows these are: others may be on further pages. The screen of a phone has no room for it.
  expect(await seen.getByText('1–1 of 1').isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  expect(await seen.getByText('1–1 of 1').isVisible()).toBe(!phone);
  await page.emulateMedia({ media: 'print' });
  expect(await seen.locator('.ant-pagination-item').filter({ visible: true }).count()).toBe(0);
  expect(await seen.getByRole('button', { name: 'New' }).isVisible()).toBe(false);
  expect(await seen.locator('[data-row-key] input[type=checkbox]').isVisible()).toBe(false);
});
