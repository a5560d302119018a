import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { runSite } from '../support/site.ts';

const tabbed = table('tabbed', {
  name: f.text({ label: { 'zh-cn': '名称', en: 'Name' }, required: true }),
  note: f.text({ label: { 'zh-cn': '备注', en: 'Note' } }),
});
declare module '#resource' {
  interface Tables {
    tabbed: typeof tabbed;
  }
}
const site = runSite([
  tabbed.resource({
    path: 'tabbed',
    label: { 'zh-cn': '分页', en: 'Tabbed' },
    form: {
      layout: [
        { section: { 'zh-cn': '基本', en: 'Basics' }, tab: true, fields: ['name'] },
        { section: { 'zh-cn': '其他', en: 'Other' }, tab: true, fields: ['note'] },
      ],
    },
  }),
]);

it('opens a form whose fields are all on tabs with the first of them, and saves by key once after “Save and new”', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/tabbed' });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog');
  const name = form.getByLabel('Name', { exact: true });
  await name.fill('One');
  expect(await form.getByRole('tab').allInnerTexts()).toEqual(['Basics', 'Other']);
  await form.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Save and new' }).click();
  await page.getByText('Added “One”').waitFor();
  await name.fill('Two');
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'detached' });
  expect((await site.app.gate.rows('tabbed').list()).map((row) => row.name)).toEqual(['One', 'Two']);
});
