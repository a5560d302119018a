import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { f, table } from '#resource';
import { runSite, violationsOf } from '#browser';
import { project } from '../server.ts';

const deal = table('deal', { title: f.text({ required: true, max: 50, label: { 'zh-cn': '标题', en: 'Title' } }) });
const site = runSite(
  [],
  [
    project(),
    definePlugin({ name: 'deals', resources: [deal.resource({ path: 'sale/deal', traits: { project: true } })] }),
  ],
);
beforeEach(() => site.reset());

declare module '#resource' {
  interface Tables {
    deal: typeof deal;
  }
}

/** Two projects, the first with two products, the second of which is not active. */
async function addProjects() {
  const projects = site.app.gate.rows('auth_project');
  const tower = await projects.add({ name: 'Tower' });
  const lift = await projects.add({ name: 'Lift', pid: tower.id });
  const door = await projects.add({ name: 'Door', pid: tower.id, status: 0 });
  const bridge = await projects.add({ name: 'Bridge' });
  return { tower, lift, door, bridge };
}
const option = (page: Page, title: string) =>
  page.locator('.ant-cascader-menu:visible').getByTitle(title, { exact: true });
const found = (page: Page, path: string) => page.getByRole('menuitemcheckbox', { name: path, exact: true });

it('a word finds what stands below projects that nobody has opened, at the top and in a form', async () => {
  const { lift } = await addProjects();
  const page = await site.signedIn({ language: 'en', at: '/admin/sale/deal' });
  const choice = page.getByRole('combobox', { name: 'Project', exact: true });
  await choice.click();
  await choice.fill('lif');
  await found(page, 'Tower / Lift').click();
  await page.locator('.project-switch').getByTitle('Tower / Lift', { exact: true }).waitFor();
  await choice.click();
  await option(page, 'All projects').click();

  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Title' }).fill('found');
  const field = form.getByRole('combobox', { name: 'Project' });
  await field.click();
  await field.fill('LIFT');
  await found(page, 'Tower / Lift').click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => site.app.gate.rows('deal').list()).toMatchObject([{ title: 'found', project_id: lift.id }]);
});

it('what is not active is chosen for no row, and found where a list is filtered', async () => {
  const { door } = await addProjects();
  await site.app.gate.rows('deal').add({ title: 'old', project_id: door.id } as never);
  await site.app.gate.rows('deal').add({ title: 'of none' });
  const page = await site.signedIn({ language: 'en', at: '/admin/sale/deal' });
  const cell = (text: string) => page.getByRole('cell', { name: text, exact: true });
  await cell('of none').waitFor();
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).click();
  await option(page, 'Tower').click();
  await option(page, 'Door').waitFor();
  expect(await option(page, 'Door').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('search', { name: 'Filter' });
  await filter.getByRole('combobox', { name: 'Project' }).last().click();
  await option(page, 'Tower').click();
  await option(page, 'Door').click();
  await filter.getByRole('button', { name: 'Search' }).click();
  await cell('of none').waitFor({ state: 'detached' });
  await cell('old').waitFor();
});

it('a project that is called otherwise is so at the top, once the page hears of it', async () => {
  const { gate } = site.app;
  const { bridge } = await addProjects();
  await gate.rows('auth_project_choice').add({ admin_id: 1, project_id: bridge.id });
  const page = await site.signedIn({ language: 'en', at: '/config.json' });
  // Who hears of which table is for the tests of the stream.
  const renamed = Promise.withResolvers<void>();
  await page.route('**/ajax/changes*', async (route) => {
    await renamed.promise;
    await route.fulfill({ contentType: 'text/event-stream', body: 'id: 1\ndata: {"tables":["auth/project"]}\n\n' });
  });
  await page.goto('/admin/sale/deal');
  const named = (name: string) => page.locator('.project-switch').getByTitle(name, { exact: true });
  await named('Bridge').waitFor();
  // Pages listen once they are used.
  await page.keyboard.press('Shift');
  await gate.rows('auth_project').edit(bridge.id, { name: 'Viaduct' });
  expect(await named('Bridge').count()).toBe(1);
  renamed.resolve();
  await named('Viaduct').waitFor();
});

it.each<['zh-cn' | 'en', boolean]>([
  ['zh-cn', false],
  ['en', true],
])('has no fault while it is open, in %s, dark: %s', async (language, dark) => {
  await addProjects();
  const page = await site.signedIn({ language, dark, at: '/admin/sale/deal' });
  await page.getByRole('combobox', { name: language === 'en' ? 'Project' : '项目', exact: true }).click();
  await option(page, 'Tower').click();
  await option(page, 'Lift').waitFor();
  expect(await violationsOf(page, ['serious', 'critical'])).toEqual([]);
});

it('is 300 pixels wide where the header has room, and narrower where it has none', async () => {
  await addProjects();
  const page = await site.signedIn({ language: 'en', at: '/admin/sale/deal' });
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return (await page.locator('.project-switch').first().boundingBox())?.width;
  };
  await page.locator('.project-switch').first().waitFor();
  await expect.poll(() => widthAt(1440)).toBe(300);
  await expect.poll(() => widthAt(1280)).toBe(180);
});

it.each<['zh-cn' | 'en', number]>([
  ['zh-cn', 4],
  ['en', 3],
])('leaves the names of pages that are open room beside it at 1440 pixels (%s)', async (language, least) => {
  await addProjects();
  const page = await site.signedIn({ language, at: '/config.json' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const names = ['dashboard', 'auth/admin', 'auth/group', 'auth/rule', 'routine/config', 'sale/deal'];
  const tabsView = names.map((name) => ({ path: `/admin/${name}`, search: '' }));
  await page.evaluate((view) => localStorage.setItem('storeTabViewConfig', view), JSON.stringify({ tabsView }));
  await page.goto('/admin/dashboard');
  await page.locator('.project-switch').first().waitFor();
  const whole = () =>
    page.locator('.tab-bar ul').evaluate((bar) => {
      const { left, right } = bar.getBoundingClientRect();
      const isWhole = (tab: Element): boolean =>
        tab.getBoundingClientRect().left >= left && tab.getBoundingClientRect().right <= right;
      return [...bar.children].filter(isWhole).length;
    });
  await expect.poll(whole).toBeGreaterThanOrEqual(least);
});

it('asks for a level again that could not be loaded, once it is opened again', async () => {
  await addProjects();
  const page = await site.signedIn({ language: 'en', at: '/admin/sale/deal', faulty: true });
  await page.route('**/auth.project/getProject?lv=2*', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Project', exact: true }).click();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('lv=2'));
  await option(page, 'Tower').click();
  await failed;
  await expect.poll(() => page.locator('.ant-cascader-menu-item-loading').count()).toBe(0);
  await page.unroute('**/auth.project/getProject?lv=2*');
  await option(page, 'Tower').click();
  await option(page, 'Lift').waitFor();
});
