import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { f, table } from '#resource';
import { runSite } from '../support/site.ts';

const parcel = table('parcel', {
  name: f.text({ required: true, unique: true, label: { 'zh-cn': '名称', en: 'Name' } }),
  note: f.textarea({ label: { 'zh-cn': '备注', en: 'Note' } }),
  address: f.textarea({ label: { 'zh-cn': '地址', en: 'Address' } }),
  labels: f.images({ label: { 'zh-cn': '标签图', en: 'Labels' } }),
  picture: f.image({ label: { 'zh-cn': '图片', en: 'Picture' } }),
  paper: f.file({ label: { 'zh-cn': '文件', en: 'Paper' } }),
  count: f.int({ label: { 'zh-cn': '数量', en: 'Count' }, help: { 'zh-cn': '整数', en: 'How many there are' } }),
  price: f.money({ label: { 'zh-cn': '价格', en: 'Price' } }),
  weight: f.decimal({ scale: 3, label: { 'zh-cn': '重量', en: 'Weight' } }),
});
declare module '#resource' {
  interface Tables {
    parcel: typeof parcel;
  }
}
const site = runSite([parcel.resource({ path: 'post/parcel', label: { 'zh-cn': '包裹', en: 'Parcels' } })]);

beforeEach(async () => {
  const parcels = site.app.gate.rows('parcel');
  const ids = (await parcels.list()).map(({ id }) => id);
  if (ids.length > 0) await parcels.del(ids);
  await parcels.add({ name: 'Books', count: 3 });
});

const begin = async (language: 'zh-cn' | 'en', phone = false): Promise<{ page: Page; form: Locator }> => {
  const page = await site.signedIn({ language, phone });
  await page.goto('/admin/post/parcel');
  await page.getByText('Books', { exact: true }).waitFor();
  return { page, form: page.getByRole('dialog') };
};
const add = { 'zh-cn': '新增', en: 'Add' };
const save = { 'zh-cn': '保存', en: 'Save' };
const focused = (form: Locator, label: string | RegExp): Promise<void> =>
  form.getByLabel(label).and(form.locator(':focus')).waitFor();

it('can be typed in as soon as it is open, for a new row and for one that is loaded', async () => {
  const { page, form } = await begin('zh-cn');
  await page.getByRole('button', { name: add['zh-cn'] }).click();
  await focused(form, '名称');
  await page.keyboard.type('Stones');
  expect(await form.getByLabel('名称').inputValue()).toBe('Stones');
  await form.getByRole('button', { name: save['zh-cn'] }).click();
  await page.getByText('Stones', { exact: true }).waitFor();
  await page.locator('tr', { hasText: 'Books' }).getByRole('button', { name: '编辑' }).click();
  await focused(form, '名称');
  await expect.poll(() => form.getByLabel('名称').inputValue()).toBe('Books');
});

it('brings up no keyboard on a phone', async () => {
  const { page, form } = await begin('en', true);
  await page.getByRole('button', { name: add.en }).click();
  await form.getByLabel('Name').waitFor();
  await expect.poll(() => form.evaluate((box) => box.getAnimations({ subtree: true }).length)).toBe(0);
  expect(await form.locator('input:focus').count()).toBe(0);
});

it('puts the focus on the first refused field, label and message in sight, by the rules of the browser and of the server', async () => {
  const { page, form } = await begin('en');
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.getByRole('button', { name: add.en }).click();
  await focused(form, 'Name');
  await form.getByLabel('Weight').fill('1');
  await form.getByRole('button', { name: save.en }).click();
  await focused(form, 'Name');
  const body = (await form.locator('.ant-drawer-body').boundingBox())!;
  await expect
    .poll(async () => (await form.getByText('Name', { exact: true }).boundingBox())!.y)
    .toBeGreaterThanOrEqual(body.y);
  const message = (await form.locator('.ant-form-item-explain-error').first().boundingBox())!;
  const next = (await form.getByText('Note', { exact: true }).boundingBox())!;
  expect(next.y - message.y - message.height).toBeGreaterThanOrEqual(8);

  // Only the server knows that the name is taken.
  await form.getByLabel('Name').fill('Books');
  await form.getByLabel('Weight').focus();
  await form.getByRole('button', { name: save.en }).click();
  await form.getByText('Already in use, please choose another').waitFor();
  await focused(form, 'Name');
});

it.each([
  ['zh-cn', 'https://… 或 /路径', '图片', '文件', '标签图'],
  ['en', 'https://… or /path', 'Picture', 'Paper', 'Labels'],
] as const)(
  'says what an address looks like, and shows no picture of what is none (%s)',
  async (language, hint, picture, paper, labels) => {
    const { page, form } = await begin(language);
    await page.getByRole('button', { name: add[language] }).click();
    for (const label of [picture, paper])
      expect(await form.getByLabel(label, { exact: true }).getAttribute('placeholder')).toBe(hint);
    await form.getByRole('group', { name: labels }).getByRole('button').last().click();
    expect(await form.getByLabel(`${labels} 1`, { exact: true }).getAttribute('placeholder')).toBe(hint);
    await form.getByLabel(picture, { exact: true }).fill('cat.png');
    await form.getByLabel(`${labels} 1`, { exact: true }).fill('dog.png');
    expect(await form.locator('.cell-empty').count()).toBe(0);
  },
);

it('keeps numbers as they were typed, and says what is wrong with them', async () => {
  const { page, form } = await begin('zh-cn');
  await page.getByRole('button', { name: add['zh-cn'] }).click();
  await form.getByLabel('名称').fill('Sand');
  const wrong = { 价格: '12.345', 数量: '1.5', 重量: '0.12345' };
  for (const [label, typed] of Object.entries(wrong)) {
    await form.getByLabel(label).click();
    await page.keyboard.type(typed);
  }
  await form.getByRole('button', { name: save['zh-cn'] }).click();
  await expect.poll(() => form.locator('.ant-form-item-explain-error').count()).toBe(3);
  for (const [label, typed] of Object.entries(wrong)) expect(await form.getByLabel(label).inputValue()).toBe(typed);
  for (const [label, typed] of Object.entries({ 价格: '12.3', 数量: '7', 重量: '0.125' })) {
    await form.getByLabel(label).fill('');
    await page.keyboard.type(`${typed}abc`);
  }
  await form.getByRole('button', { name: save['zh-cn'] }).click();
  await form.waitFor({ state: 'hidden' });
  const [sand] = await site.app.gate.rows('parcel').list({ name: 'Sand' });
  expect(sand).toMatchObject({ price: '12.30', count: 7, weight: 0.125 });
});

it('says nothing against a field any more while it is changed', async () => {
  const { page, form } = await begin('en');
  await page.getByRole('button', { name: add.en }).click();
  await form.getByRole('button', { name: save.en }).click();
  const error = form.locator('.ant-form-item-explain-error');
  await error.waitFor();
  await focused(form, 'Name');
  await page.keyboard.type('S');
  await error.waitFor({ state: 'detached' });
  expect(await form.getByLabel('Name').and(form.locator(':focus')).inputValue()).toBe('S');
  await page.keyboard.press('Backspace');
  await form.getByLabel('Note').focus();
  await error.waitFor();
});

it('keeps the help below a refused field apart from the next one', async () => {
  const { page, form } = await begin('en');
  await page.getByRole('button', { name: add.en }).click();
  await focused(form, 'Name');
  const boxOf = async (words: string) => (await form.getByText(words, { exact: true }).boundingBox())!;
  const textBottom = (): Promise<number> =>
    form.getByText('How many there are').evaluate((help) => {
      const text = document.createRange();
      text.selectNodeContents(help);
      return text.getBoundingClientRect().bottom;
    });
  const room = async (): Promise<number> => (await boxOf('Price')).y - (await textBottom());
  expect(await room()).toBeGreaterThan(20);
  await form.getByLabel('Count').fill('1.5');
  await form.getByLabel('Price').focus();
  await form.locator('.ant-form-item-explain-error').waitFor();
  await expect.poll(room).toBeGreaterThan(20);
});

it.each([
  ['zh-cn', '放弃未保存的修改？', '取消', '继续编辑'],
  ['en', 'Discard unsaved changes?', 'Cancel', 'Keep editing'],
] as const)('discards nothing by an Enter pressed by habit (%s)', async (language, question, cancel, keep) => {
  const { page, form } = await begin(language);
  await page.getByRole('button', { name: add[language] }).click();
  await form.getByLabel(/^(?:名称|Name)$/).fill('Half');
  await form.getByRole('button', { name: cancel }).click();
  const title = page.locator('.ant-modal-confirm-title').filter({ hasText: question });
  await title.waitFor();
  await page.getByRole('button', { name: keep }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await title.waitFor({ state: 'detached' });
  expect(await form.getByLabel(/^(?:名称|Name)$/).inputValue()).toBe('Half');
});
