import { beforeEach, expect, it } from 'vitest';
import { commands, page, type Locator } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { addBooks } from '../support/component/list.ts';
import { open, rows, type Visit } from '../support/component/office.tsx';

/** Names go by the language, contrasts by the look: two of the four have all of them. */
const looks: readonly (readonly [string, Visit])[] = [
  ['zh-cn', {}],
  ['en, dark', { language: 'en', dark: true }],
];
const phones: readonly (readonly [string, Visit])[] = [
  ['a phone', { phone: true }],
  ['a phone, dark', { phone: true, dark: true }],
];
const row = page.css('tbody tr[data-row-key]').first();
const form = page.getByRole('dialog');

/** Expects no serious fault once this is seen and nothing moves any more. */
async function expectNoFaults(seen: Locator, what: string): Promise<void> {
  await expect.element(seen).toBeVisible();
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([]);
  expect(await faultsOfPage(), what).toEqual([]);
}

beforeEach(async () => {
  await addBooks('Emma', 'Dune');
  await rows('admin_log').add({ admin_id: 1, username: 'admin', title: 'Sign in', url: '/admin/Index/login' });
});

it.each([...looks, ...phones])('has no serious fault where visitors look: %s', async (_, look) => {
  for (const address of ['/index', '/admin/login', '/user/login', '/401', '/404', '/user']) {
    await open(address, { ...look, visitor: true });
    await expectNoFaults(page.css('h1, .ant-result').first(), address);
  }
});

it.each([...looks, ...phones])('has none once the member centre is open: %s', async (_, look) => {
  await commands.configure({
    open_member_center: 1,
    record_number: '京ICP备1号',
    head_nav: [{ key: 'Docs', value: '/docs' }],
  });
  for (const address of ['/index', '/user']) {
    await open(address, { ...look, visitor: true });
    await expectNoFaults(page.css('h1').first(), address);
  }
});

it.each(looks)('has none in lists: %s', async (_, look) => {
  for (const path of ['library/book', 'auth/group', 'auth/rule', 'auth/adminLog']) {
    await open(`/admin/${path}`, look);
    await expectNoFaults(row, path);
  }
});

it.each(looks)('has none in settings: %s', async (_, look) => {
  await open('/admin/routine/config', look);
  for (const name of [/基础|Basics/, /邮件|Mail/]) {
    await page.getByRole('tab', { name }).click();
    await expectNoFaults(page.getByRole('tabpanel').css('form'), String(name));
  }
});

it.each(looks)('has none on the dashboard: %s', async (_, look) => {
  await open('/admin/dashboard', look);
  await expectNoFaults(page.css('.chart-picture svg').first(), 'charts');
  await page
    .getByRole('button', { name: /显示为表格|Show as table/ })
    .first()
    .click();
  await expectNoFaults(page.css('.dashboard table').first(), 'a table');
});

it.each(looks)('has none in filters and forms: %s', async (_, look) => {
  const group = {
    or: [{ field: 'shelf.id', operator: 'eq', value: 1 }, { not: { or: [{ field: 'hot', operator: 'NULL' }] } }],
  };
  await open(`/admin/library/book?status=draft&filter=${JSON.stringify(group)}`, look);
  await expectNoFaults(page.css('.filter-condition').first(), 'filter');
  await page
    .getByRole('button', { name: /新增|New/ })
    .first()
    .click();
  await expectNoFaults(form.css('.tiptap'), 'form');
});

it('says that a list or a record is still on its way, and has none meanwhile', async () => {
  const manifest = '/api/admin/library.book/manifest';
  const [book] = await rows('book').list({ title: 'Emma' });
  for (const [address, there] of [
    ['/admin/library/book', row],
    [`/admin/library/book/${book!.id}`, page.css('.record-page')],
  ] as const) {
    await commands.answer(manifest, [{ adds: {}, holds: true }]);
    await open(address, { language: 'en' });
    await expectNoFaults(page.getByRole('main').getByRole('status', { name: /^Loading/ }), address);
    await commands.release(manifest);
    await expect.element(there).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('status', { name: /^Loading/ })).not.toBeInTheDocument();
  }
});

it('has none on a phone', async () => {
  await open('/admin/dashboard', { phone: true });
  await expectNoFaults(page.css('.chart-picture svg').first(), 'dashboard');
  await open('/admin/library/book', { phone: true });
  await expectNoFaults(page.css('.row-cards'), 'list');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await expectNoFaults(page.getByRole('navigation', { name: '菜单' }), 'menu');
});
