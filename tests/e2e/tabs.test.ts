import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  admins,
  dashboard,
  groups,
  keyOf,
  menu,
  officeOf,
  other,
  pathOf,
  softly,
  switchTo,
  tabNames,
  tabs,
  tasksPath,
  toolInMenu,
  toolNamed,
  words,
} from '../support/backOffice.ts';
import { addSuperior } from '../support/addPerson.ts';
import { inChinese, inEnglish, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';
import { tasks } from '../support/tasks.ts';

const site = runSite([...library, ...tasks]);
const begin = officeOf(site);
const beginMoving = officeOf(site, true);

it.each(inEnglish)(
  'asks once before what was typed is lost, and changes nothing for who goes on editing (%s)',
  async (language) => {
    const { home, cache, tab } = layoutTexts[language];
    const next = other(language);
    const ways: readonly [(page: Page) => Promise<void>, (page: Page) => Promise<unknown>][] = [
      [
        async (page) => {
          await (await toolInMenu(page, cache.browser)).click();
        },
        // After all caches are cleared everything is fetched anew.
        (page) => page.waitForEvent('load', { timeout: 120_000 }),
      ],
      [
        async (page) => {
          await (await toolInMenu(page, home)).click();
        },
        (page) => page.waitForURL('**/index'),
      ],
      [(page) => toolNamed(page, switchTo[next]).click(), (page) => menu(page, next).waitFor()],
    ];
    for (const [leave, isLeft] of ways) {
      const page = await beginMoving(language, tasksPath);
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await page.getByRole('button', { name: words[language].add }).first().click();
      const input = page.getByRole('dialog').getByRole('textbox').first();
      await input.fill('Half');
      await leave(page);
      // A click while the question appears would be lost.
      await page.locator('.ant-modal-confirm:not(.ant-zoom-appear)').waitFor();
      await page.getByRole('button', { name: tab.keep }).click();
      await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' });
      expect([await input.inputValue(), await keyOf(page, 'lang'), pathOf(page)]).toEqual([
        'Half',
        language,
        tasksPath,
      ]);
      await leave(page);
      await page.locator('.ant-modal-confirm:not(.ant-zoom-appear)').waitFor();
      const left = isLeft(page);
      await page.getByRole('button', { name: tab.discard }).click();
      await left;
      expect(asked).toEqual([]);
      page.removeAllListeners('dialog');
    }
  },
);

it.each(inChinese)('does with tabs what their menu says (%s)', async (language) => {
  const { tab } = layoutTexts[language];
  const names = words[language];
  const page = await begin(language, dashboard, admins, groups, tasksPath);
  const choose = async (title: string, action: keyof typeof tab): Promise<void> => {
    await tabs(page, language).getByRole('link', { name: title, exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: tab[action], exact: true }).click();
    await page.locator('.ant-dropdown:visible').waitFor({ state: 'hidden' });
  };
  await page.getByRole('button', { name: names.add }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await choose(names.tasks, 'renew');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose(names.groups, 'fullScreen');
  await page.waitForURL(`**${groups}`);
  await menu(page, language).waitFor({ state: 'hidden' });
  const shown = page.locator('.tab-frame[data-shown="true"]');
  await expect.poll(() => shown.evaluate((frame) => frame.getBoundingClientRect().width)).toBe(1280);
  await page.reload();
  await page.getByRole('button', { name: tab.exitFullScreen }).click();
  await menu(page, language).waitFor();
  await choose(names.admins, 'close');
  await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.groups, names.tasks]);
  await tabs(page, language)
    .getByRole('button', { name: tab.closeOne.replace('{{title}}', names.groups) })
    .click();
  await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.tasks]);
  await page.waitForURL(`**${tasksPath}`);
  await choose(names.dashboard, 'closeOthers');
  await expect.poll(() => tabNames(page)).toEqual([names.dashboard]);
  await page.waitForURL(`**${dashboard}`);
  await tabs(page, language).getByRole('link').click({ button: 'right' });
  for (const action of ['closeOthers', 'closeAll'] as const)
    expect(await page.getByRole('menuitem', { name: tab[action] }).getAttribute('aria-disabled')).toBe('true');
});

it.each(inEnglish)(
  'closes tabs by keyboard and middle click, all but that of the first page (%s)',
  async (language) => {
    const { tab } = layoutTexts[language];
    const names = words[language];
    const page = await beginMoving(language, dashboard, admins, groups, tasksPath);
    await tabs(page, language).getByRole('link', { name: names.admins, exact: true }).click({ button: 'middle' });
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.groups, names.tasks]);
    await tabs(page, language).getByRole('link', { name: names.groups }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.tasks]);
    // The focus goes on to the next tab.
    await tabs(page, language).getByRole('link', { name: names.tasks }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+F10');
    const inFocus = (name: string): Promise<void> =>
      page.getByRole('menuitem', { name, exact: true }).and(page.locator(':focus')).waitFor();
    await inFocus(tab.renew);
    await page.keyboard.press('ArrowUp');
    await inFocus(tab.closeAll);
    await page.keyboard.press('Enter');
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard]);
    await page.waitForURL(`**${dashboard}`);
  },
);

it.each(inEnglish)(
  'calls the tab of a record by its name after a reload, and nowhere after signing out (%s)',
  async (language) => {
    const { account, signOut } = layoutTexts[language];
    const names = words[language];
    const { gate } = site.app;
    const { id } = await gate.rows('task').add({ name: 'Call Ada' });
    // Whose session ends here; that of the first administrator is for all tests.
    const [username, secret] = ['namer', 'Namer-123'];
    await addSuperior(gate, username, secret);
    const page = await site.signedIn({ language, username, password: secret, at: `${tasksPath}/${id}` });
    await expect.poll(() => tabNames(page)).toEqual(['Call Ada']);
    await softly(page, groups);
    await expect.poll(() => tabNames(page)).toEqual(['Call Ada', names.groups]);
    await page.reload();
    await page.getByRole('region', { name: names.groups }).getByRole('table').first().waitFor();
    expect(await tabNames(page)).toEqual(['Call Ada', names.groups]);
    await page.getByTitle(account, { exact: true }).click();
    await page.getByRole('menuitem', { name: signOut }).click();
    await page.waitForURL(/\/admin\/login/);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Call Ada');
  },
);

const lost = {
  'zh-cn': {
    first: '图书',
    pages: '尚未保存的页面：图书和任务。在这些页面填写的内容将会丢失。',
    anew: '所有页面将以该语言重新打开：English。',
  },
  en: {
    first: 'Books',
    pages: 'Unsaved changes on: Books and Tasks. What you typed there will be lost.',
    anew: ' All pages will reload in 简体中文.',
  },
} as const;

it.each(inChinese)(
  'says on which pages something would be lost, and what becomes of them, with the focus on the way back (%s)',
  async (language) => {
    const { tab, account, home } = layoutTexts[language];
    const page = await begin(language, '/admin/library/book', tasksPath);
    const { add, tasks: last } = words[language];
    for (const title of [lost[language].first, last]) {
      await tabs(page, language).getByRole('link', { name: title, exact: true }).click();
      const shown = page.getByRole('region', { name: title, exact: true });
      await shown.getByRole('button', { name: add }).first().click();
      await shown.getByRole('dialog').getByRole('textbox').first().fill('Half');
    }
    const reported = async (): Promise<string> => {
      await page.getByRole('button', { name: tab.keep }).and(page.locator(':focus')).waitFor();
      const text = await page.locator('.ant-modal-confirm-content').innerText();
      await page.keyboard.press('Enter');
      await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' });
      return text;
    };
    await toolNamed(page, switchTo[other(language)]).click();
    expect(await reported()).toBe(lost[language].pages + lost[language].anew);
    await page.getByTitle(account, { exact: true }).click();
    await page.getByRole('menuitem', { name: home }).click();
    await page.getByText(lost[language].pages, { exact: true }).waitFor();
    await page.getByRole('button', { name: tab.discard }).click();
    await page.waitForURL('**/index');
  },
);
