import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { runSite } from '../support/site.ts';

const tabbed = table('tabbed', {
  name: f.text({ label: { 'zh-cn': '名称', en: 'Name' }, required: true }),
  note: f.text({ label: { 'zh-cn': '备注', en: 'Note' } }),
});
const parcel = table('tabbed_parcel', {
  kind: f.enum(
    { home: { 'zh-cn': '国内', en: 'Home' }, abroad: { 'zh-cn': '国外', en: 'Abroad' } },
    { default: 'home', input: 'radio', label: { 'zh-cn': '去向', en: 'Kind' } },
  ),
  country: f.text({ label: { 'zh-cn': '国家', en: 'Country' }, when: { kind: 'abroad' } }),
  duty: f.int({ label: { 'zh-cn': '关税', en: 'Duty' }, when: { kind: 'abroad' } }),
  number: f.text({ label: { 'zh-cn': '报关单号', en: 'Number' }, when: { kind: 'abroad' } }),
});
declare module '#resource' {
  interface Tables {
    tabbed: typeof tabbed;
    tabbed_parcel: typeof parcel;
  }
}
const site = runSite([
  parcel.resource({
    path: 'parcel',
    label: { 'zh-cn': '包裹', en: 'Parcels' },
    form: {
      layout: [
        'country',
        { section: { 'zh-cn': '税', en: 'Duties' }, fields: ['duty'] },
        { section: { 'zh-cn': '基本', en: 'Basics' }, tab: true, fields: ['kind'] },
        { section: { 'zh-cn': '海关', en: 'Customs' }, tab: true, fields: ['number'] },
      ],
    },
  }),
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

it('has the tabs and headings only of what is shown with the values at hand, and stays on the one in front', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/parcel' });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Kind', { exact: true }).waitFor();
  const tabs = async (): Promise<string[]> => form.getByRole('tab').allInnerTexts();
  const headings = form.getByRole('region', { name: 'Duties' });
  const choose = (kind: string): Promise<void> => form.getByRole('radio', { name: kind }).check();
  // All fields of the form itself have their conditions.
  expect(await tabs()).toEqual(['Basics']);
  await choose('Abroad');
  await expect.poll(tabs).toEqual(['General', 'Basics', 'Customs']);
  expect(await form.getByRole('tab', { selected: true }).innerText()).toBe('Basics');
  await form.getByRole('tab', { name: 'General' }).click();
  await form.getByLabel('Country', { exact: true }).waitFor();
  expect(await headings.count()).toBe(1);
  await form.getByRole('tab', { name: 'Customs' }).click();
  await form.getByLabel('Number', { exact: true }).fill('7');
  await form.getByRole('tab', { name: 'Basics' }).click();
  await choose('Home');
  await expect.poll(tabs).toEqual(['Basics']);
  expect(await headings.count()).toBe(0);
});
