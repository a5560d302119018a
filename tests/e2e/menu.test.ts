import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dashboard,
  groups,
  menu,
  officeOf,
  pathOf,
  softly,
  tabNames,
  tasksPath,
  toolNamed,
  words,
} from '../support/backOffice.ts';
import { inChinese, inEnglish, languages, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';
import { tasks } from '../support/tasks.ts';

const site = runSite([...library, ...tasks]);
const begin = officeOf(site);

const elsewhere: Server = createServer((_request, response) => response.end('<h1>Elsewhere</h1>'));
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const rules = site.app.gate.rows('admin_rule');
  const url = addressOf(elsewhere);
  await rules.add({
    type: 'menu',
    status: 1,
    title: 'Framed',
    name: 'framed',
    path: 'framed',
    menu_type: 'iframe',
    url,
  });
  await rules.add({ type: 'menu', status: 1, title: 'Linked', name: 'linked', path: 'linked', menu_type: 'link', url });
  for (const name of ['One', 'Two', 'Three'])
    await site.app.gate.rows('task').add({ name, done: name === 'Three' ? 1 : 0 });
});
afterAll(() => void elsewhere.close());

it.each(inChinese)(
  'has directories, pages with numbers, sites in windows and sites in frames in its menu (%s)',
  async (language) => {
    const names = words[language];
    const page = await begin(language, dashboard);
    const side = menu(page, language);
    await side.getByText(names.work).click();
    const entry = side.getByRole('link', { name: new RegExp(`^${names.tasks}`) });
    await entry.waitFor();
    await expect.poll(() => entry.locator('.count-badge').innerText()).toBe('2');
    await entry.click();
    await page.waitForURL(`**${tasksPath}`);
    await expect.poll(() => page.title()).toBe(`${names.tasks} - Ai Chat`);
    await side.getByText(names.work).click();
    await entry.waitFor({ state: 'hidden' });
    // Closed, the directory has what its entries had to tell.
    const closed = side.locator('.ant-menu-submenu-title', { hasText: names.work }).locator('.count-badge');
    await expect.poll(() => closed.innerText()).toBe('2');
    const opened = page.context().waitForEvent('page');
    await side.getByRole('link', { name: 'Linked' }).click();
    const window = await opened;
    await window.getByText('Elsewhere').waitFor();
    expect(await window.evaluate(() => window.opener)).toBeNull();
    await window.close();
    expect(pathOf(page)).toBe(tasksPath);
    await side.getByRole('link', { name: 'Framed' }).click();
    await page.waitForURL(`**/admin/iframe/${encodeURIComponent(addressOf(elsewhere))}`);
    await page.frameLocator('iframe').getByText('Elsewhere').waitFor();
    await expect.poll(() => page.title()).toBe('Framed - Ai Chat');
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.tasks, 'Framed']);
  },
);

it.each(inEnglish)(
  'finds pages by title and directory, opens windows, and says when there is none (%s)',
  async (language) => {
    const names = words[language];
    const { search } = layoutTexts[language];
    const page = await begin(language, dashboard);
    const ask = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: search.placeholder }).fill(text);
    };
    const found = async (): Promise<string[]> =>
      (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]!.trim());
    await ask('xyzzy');
    await page.getByText(search.nothing).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await ask(names.access);
    await expect.poll(found).toContain(names.groups);
    expect(await found()).not.toContain(names.tasks);
    await page.getByRole('option', { name: names.groups }).click();
    await page.waitForURL(`**${groups}`);
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await toolNamed(page, search.open).click();
    await page.getByRole('combobox', { name: search.placeholder }).fill('linked');
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Enter');
    await (await opened).close();
    expect(pathOf(page)).toBe(groups);
  },
);

it.each(languages)('names every page of the menu, and shows none of its keys (%s)', async (language) => {
  const page = await begin(language, dashboard);
  const { menus } = (
    await page.evaluate(async (lang) => {
      const { token } = JSON.parse(localStorage.getItem('adminInfo')!) as { token: string };
      return (await (
        await fetch('/api/admin/Index/index', { headers: { batoken: token, 'think-lang': lang } })
      ).json()) as { data: { menus: Rule[] } };
    }, language)
  ).data;
  const pages = pagesOf(menus);
  expect(pages.length).toBeGreaterThan(8);
  for (const { path, title } of pages) {
    await softly(page, `/admin/${path}`);
    await expect.poll(() => page.title(), { message: path }).toBe(`${title} - Ai Chat`);
    await page
      .locator('.tab-frame[data-shown="true"]')
      .locator('table, form, .dashboard, .ant-tabs, .modules')
      .first()
      .waitFor();
    expect(await page.locator('h1').first().innerText(), path).toBe(title);
    // The name of a command is no key.
    const said = (await page.locator('body').innerText()).replaceAll('npm run db:plan', '');
    expect(said, path).not.toMatch(/\b[a-z]+:[a-z]\w+|\b(?:config|tab|title|cache)\.\w+/);
  }
});

interface Rule {
  readonly type: string;
  readonly menu_type: string;
  readonly path: string;
  readonly title: string;
  readonly children?: readonly Rule[];
}

const pagesOf = (rules: readonly Rule[]): readonly Rule[] =>
  rules.flatMap((rule) => [
    ...(rule.type === 'menu' && rule.menu_type === 'tab' ? [rule] : []),
    ...pagesOf(rule.children ?? []),
  ]);

it('marks the icons of a folded menu with what their entries have to tell', async () => {
  const page = await site.signedIn({ language: 'en', at: tasksPath });
  await page.getByRole('button', { name: 'Collapse the menu' }).click();
  const mark = menu(page, 'en').locator('.menu-marked .count-badge');
  await expect.poll(() => mark.allInnerTexts()).toEqual(['2']);
  expect(await mark.isVisible()).toBe(true);
  // Whole, within the entry that cuts what goes beyond it.
  const boxOf = (place: Locator) => place.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);
  const [box, around] = [
    await boxOf(mark),
    await boxOf(mark.locator('xpath=ancestor::*[contains(@role, "menuitem")][1]')),
  ];
  expect(box.height).toBe(16);
  expect(box.top).toBeGreaterThanOrEqual(around.top);
});

it('hands keys to the page that an entry has led to, while the focus is in the menu', async () => {
  const page = await site.signedIn({ language: 'en', at: tasksPath });
  await page.locator('tbody tr[data-row-key]').first().waitFor();
  const entry = menu(page, 'en').getByRole('link', { name: /^Tasks/ });
  await entry.focus();
  await page.keyboard.press('n');
  await expect.poll(() => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).count()).toBe(1);
});
