import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { runSite } from '../support/site.ts';

const arrival = table('arrival', { day: f.date({ label: { 'zh-cn': '日期', en: 'Day' }, default: '2026-11-02' }) });
declare module '#resource' {
  interface Tables {
    arrival: typeof arrival;
  }
}
const site = runSite([arrival.resource({ path: 'work/arrival', label: { 'zh-cn': '来访', en: 'Visits' } })]);

// As it is bundled: what a bundle leaves out is there in tests of components.
it.each([
  ['zh-cn', '新增', '2026年11月', '一二三四五六日'],
  ['en', 'New', 'Nov2026', 'SuMoTuWeThFrSa'],
] as const)(
  'names months and days of the week in the language of the page (%s)',
  async (language, add, month, days) => {
    const page = await site.signedIn({ language, at: '/admin/work/arrival' });
    await page.getByRole('button', { name: add, exact: true }).first().click();
    await page.getByRole('dialog').locator('.ant-picker input').click();
    const calendar = page.locator('.ant-picker-dropdown');
    await calendar.getByRole('gridcell').first().or(calendar.locator('.ant-picker-cell').first()).waitFor();
    expect(await calendar.locator('.ant-picker-header-view').innerText()).toBe(month);
    expect((await calendar.locator('th').allInnerTexts()).join('')).toBe(days);
  },
);
