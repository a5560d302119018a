import { beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import upload from '../server.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
beforeEach(() => site.reset());

/** Rows as uploads leave them. */
async function fill(): Promise<void> {
  const files = site.app.gate.rows('attachment');
  for (const [name, size] of [
    ['a-picture-with-the-long-name-of-a-camera-2026-11-26.png', 500],
    ['half.png', 524_288],
    ['two.png', 2_097_152],
    ['five.png', 5_242_880],
  ] as const) {
    const url = `/storage/default/20261126/${name}`;
    await files.add({
      name,
      size,
      url,
      topic: 'default',
      mimetype: 'image/png',
      suffix: 'png',
      storage: 'local',
      admin_id: 1,
      key: name,
    });
  }
}

const words = {
  en: {
    filter: 'Filter',
    size: 'Size',
    between: 'is between',
    from: 'Size, from',
    to: 'Size, to',
    unit: 'Unit of Size, from',
    search: 'Search',
  },
  'zh-cn': {
    filter: '筛选',
    size: '大小',
    between: '介于',
    from: '大小，从',
    to: '大小，到',
    unit: '“大小，从”的单位',
    search: '搜索',
  },
} as const;

it.each(['en', 'zh-cn'] as const)(
  'fits into a window of 1280, and is filtered by sizes in units that people read (%s)',
  async (language) => {
    await fill();
    const page = await site.signedIn({ language, at: '/admin/routine/attachment' });
    await page.setViewportSize({ width: 1280, height: 800 });
    const names = () => page.locator('tbody tr[data-row-key]').count();
    await expect.poll(names).toBe(4);
    const wide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.list-page *')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
          .map((each) => each.className),
      );
    await expect.poll(wide).toEqual([]);
    // With more room, names are whole: of a camera's pictures and of invoices the ends differ.
    await page.setViewportSize({ width: 1440, height: 800 });
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('tbody tr[data-row-key] *')]
          .filter((each) => getComputedStyle(each).overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.textContent),
      );
    await expect.poll(cut).toEqual([]);
    const text = words[language];
    await page.getByRole('button', { name: text.filter, exact: true }).click();
    const line = page.getByRole('group', { name: text.size, exact: true });
    await line.getByRole('combobox').first().click();
    await page.locator('.ant-select-item-option', { hasText: text.between }).first().click();
    // By a number and a unit, and with the unit written behind the number.
    await line.getByRole('spinbutton', { name: text.from, exact: true }).fill('512');
    await line.getByRole('combobox', { name: text.unit }).click();
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: /^KB$/ })
      .click();
    const to = line.getByRole('spinbutton', { name: text.to, exact: true });
    await to.fill('7');
    await to.fill('');
    await to.press('Tab');
    expect(await to.inputValue()).toBe('');
    await to.fill('2 MB');
    await page.getByRole('button', { name: text.search, exact: true }).filter({ hasText: text.search }).click();
    await expect.poll(names).toBe(2);
    await page.getByText('512.00 kb – 2.00 mb').waitFor();
    const address = page.url();
    // The address says it, and shows it again.
    await page.goto('/admin/routine/attachment');
    await expect.poll(names).toBe(4);
    await page.goto(address);
    await page.getByText('512.00 kb – 2.00 mb').waitFor();
    await expect.poll(names).toBe(2);
  },
);

it.each(['en', 'zh-cn'] as const)(
  'says on a phone what is searched, and uses all of its width (%s)',
  async (language) => {
    await fill();
    const page = await site.signedIn({ language, phone: true, at: '/admin/routine/attachment' });
    const search = page.locator('.quick-search input');
    await search.waitFor();
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      const cut = (): Promise<number> =>
        search.evaluate((input: HTMLInputElement) => {
          const context = document.createElement('canvas').getContext('2d')!;
          context.font = getComputedStyle(input).font;
          return context.measureText(input.placeholder).width - input.clientWidth;
        });
      await expect.poll(cut, { message: String(width) }).toBeLessThan(0);
      const ends = (selector: string): Promise<number> =>
        page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().right));
      expect(await ends('.upload-many .ant-btn'), String(width)).toBe(await ends('.list-toolbar'));
    }
  },
);

it.each([['zh-cn', '会员 7']] as const)(
  'says who has uploaded a file, whether an administrator or a member (%s)',
  async (language, member) => {
    await fill();
    const files = site.app.gate.rows('attachment');
    const [first] = await files.list({}, { sort: 'id' });
    await files.edit(first!.id, { admin_id: null, user_id: 7 });
    const page = await site.signedIn({ language, at: '/admin/routine/attachment' });
    const row = page.locator('tbody tr[data-row-key]', { hasText: first!.name });
    await row.getByText(member, { exact: true }).waitFor();
    await page.locator('tbody').getByText('admin', { exact: true }).first().waitFor();
    await page.goto('/admin/routine/attachment?layout=grid');
    await page.locator('.upload-card').first().waitFor();
    const named = async (name: string): Promise<number> =>
      (await page.locator('.upload-card-facts').allInnerTexts()).filter((facts) => facts.endsWith(`\n${name}`)).length;
    await expect.poll(async () => [await named('admin'), await named(member)]).toEqual([3, 1]);
  },
);

it('asks in Chinese what every table asks before rows are deleted, and says how many files go with them', async () => {
  await fill();
  const page = await site.signedIn({ language: 'zh-cn', at: '/admin/routine/attachment' });
  for (const name of ['two.png', 'five.png']) await page.getByRole('checkbox', { name: `选择“${name}”` }).check();
  await page.getByRole('region', { name: '已选记录' }).getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '确定删除选中记录？' });
  await question.getByText('已选中 2 个附件').waitFor();
  await question.getByRole('button', { name: '取消' }).click();
  expect(await site.app.gate.rows('attachment').count({})).toBe(4);
});
