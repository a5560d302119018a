import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { keepUnsaved } from '../../src/web/navigation/reload.ts';
import { drafts } from '../../src/web/table/drafts.ts';
import { readDrafts } from '../../src/web/table/storedDrafts.ts';

const form = page.getByRole('dialog');
const errors = form.css('.ant-form-item-explain-error');
const add = { 'zh-cn': '新增', en: 'New' };
const save = { 'zh-cn': '保存', en: 'Save' };
const field = (label: string): Locator => form.getByLabelText(label, { exact: true });
const valueOf = (label: string): string => (field(label).element() as HTMLInputElement).value;
const boxOf = async (place: Locator): Promise<DOMRect> => (await place.findElement()).getBoundingClientRect();

beforeEach(() => rows('parcel').add({ name: 'Books', count: 3 }));

/** Opens the form of a new parcel. */
async function begin(language: 'zh-cn' | 'en'): Promise<void> {
  await open('/admin/post/parcel', { language });
  await expect.element(row('Books')).toBeVisible();
  await page.getByRole('button', { name: add[language] }).click();
  await expect.element(field(language === 'en' ? 'Name' : '名称')).toHaveFocus();
}

it('can be typed in as soon as it is open, for a new row and for one that is loaded', async () => {
  await begin('zh-cn');
  await userEvent.keyboard('Stones');
  expect(valueOf('名称')).toBe('Stones');
  await form.getByRole('button', { name: save['zh-cn'] }).click();
  await expect.element(row('Stones')).toBeVisible();
  await row('Books').getByRole('button', { name: '编辑' }).click();
  await expect.element(field('名称')).toHaveFocus();
  await expect.element(field('名称')).toHaveValue('Books');
});

it('puts the focus on the first refused field, label and message in sight, by the rules of the browser and of the server', async () => {
  await begin('en');
  await page.viewport(1280, 480);
  await field('Weight').fill('1');
  await form.getByRole('button', { name: save.en }).click();
  await expect.element(field('Name')).toHaveFocus();
  const { y: top } = await boxOf(form.css('.ant-drawer-body'));
  await expect.poll(async () => (await boxOf(form.getByText('Name', { exact: true }))).y).toBeGreaterThanOrEqual(top);
  await expect
    .poll(async () => (await boxOf(form.getByText('Note', { exact: true }))).y - (await boxOf(errors.first())).bottom)
    .toBeGreaterThanOrEqual(8);

  // Only the server knows that the name is taken.
  await field('Name').fill('Books');
  await focus(field('Weight'));
  await form.getByRole('button', { name: save.en }).click();
  await expect.element(form.getByText('Already in use. Please choose another')).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
});

it.each([
  ['zh-cn', 'https://… 或 /路径', '图片', '文件', '标签图'],
  ['en', 'https://… or /path', 'Picture', 'Paper', 'Labels'],
] as const)(
  'says what an address looks like, and shows no picture of what is none (%s)',
  async (language, hint, picture, paper, labels) => {
    await begin(language);
    for (const label of [picture, paper]) await expect.element(field(label)).toHaveAttribute('placeholder', hint);
    await form.getByRole('group', { name: labels }).getByRole('button').last().click();
    await expect.element(field(`${labels} 1`)).toHaveAttribute('placeholder', hint);
    await field(picture).fill('cat.png');
    await field(`${labels} 1`).fill('dog.png');
    expect(form.css('.cell-empty').elements()).toHaveLength(0);
  },
);

it('keeps numbers as they were typed, and says what is wrong with them', async () => {
  await begin('zh-cn');
  await field('名称').fill('Sand');
  const wrong = { 价格: '12.345', 数量: '1.5', 重量: '0.12345' };
  for (const [label, typed] of Object.entries(wrong)) {
    await field(label).click();
    await userEvent.keyboard(typed);
  }
  await form.getByRole('button', { name: save['zh-cn'] }).click();
  await expect.poll(() => errors.elements().length).toBe(3);
  for (const [label, typed] of Object.entries(wrong)) expect(valueOf(label)).toBe(typed);
  for (const [label, typed] of Object.entries({ 价格: '12.3', 数量: '7', 重量: '0.125' })) {
    await field(label).fill('');
    await userEvent.keyboard(`${typed}abc`);
    expect(valueOf(label)).toBe(typed);
  }
  await form.getByRole('button', { name: save['zh-cn'] }).click();
  await expectGone(form);
  const [sand] = await rows('parcel').list({ name: 'Sand' });
  expect(sand).toMatchObject({ price: '12.30', count: 7, weight: 0.125 });
});

it('says nothing against a field any more while it is changed', async () => {
  await begin('en');
  await form.getByRole('button', { name: save.en }).click();
  await expect.element(errors).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
  await userEvent.keyboard('S');
  await expectGone(errors);
  await expect.element(field('Name')).toHaveFocus();
  expect(valueOf('Name')).toBe('S');
  await press('Backspace');
  await focus(field('Note'));
  await expect.element(errors).toBeVisible();
});

it('says nothing against a required field that was only passed, until it is saved or changed', async () => {
  await begin('en');
  await field('Count').fill('1.5');
  await focus(field('Note'));
  // By the time that the one is there the other would be too.
  await expect.element(form.getByText('Please enter a whole number')).toBeVisible();
  expect(errors.elements()).toHaveLength(1);
  await form.getByRole('button', { name: save.en }).click();
  await expect.poll(() => errors.elements().length).toBe(2);
  await field('Count').fill('2');
  await focus(field('Name'));
  await field('Note').fill('1');
  await expect.poll(() => errors.elements().length).toBe(1);
});

it('says what is wrong with a field that was left only when no pointer is pressed, so that what is pressed stays in its place', async () => {
  await begin('en');
  const tell = (event: string): boolean => window.dispatchEvent(new PointerEvent(event));
  const passed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const ends of ['pointerup', 'pointercancel', 'nothing']) {
    await field('Count').fill('1.5');
    tell('pointerdown');
    await focus(field('Note'));
    await passed(100);
    expect([ends, errors.elements().length]).toEqual([ends, 0]);
    // Whoever presses for longer than a second does something else.
    tell(ends);
    await expect.element(errors).toHaveTextContent('Please enter a whole number');
    await field('Count').fill('1');
    await expectGone(errors);
  }
});

it('keeps what the server says against a field until its value changes', async () => {
  await begin('en');
  const taken = form.getByText('Already in use. Please choose another');
  await field('Name').fill('Books');
  await form.getByRole('button', { name: save.en }).click();
  await expect.element(taken).toBeVisible();
  await focus(field('Note'));
  await focus(field('Name'));
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(page.css('.ant-modal-confirm-title')).not.toBeInTheDocument();
  await expect.element(taken).toBeVisible();
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true');
  // It can be sent again as it is: somebody may have given up the name.
  await rows('parcel').del((await rows('parcel').list({ name: 'Books' })).map(({ id }) => id));
  await form.getByRole('button', { name: save.en }).click();
  await expectGone(form);
});

it('forgets what the server says against a field with the first letter', async () => {
  await begin('en');
  await field('Name').fill('Books');
  await form.getByRole('button', { name: save.en }).click();
  await expect.element(errors).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
  await userEvent.keyboard('{End}s');
  await expectGone(errors);
  await focus(field('Note'));
  expect(errors.elements()).toHaveLength(0);
});

it('keeps the help below a refused field apart from the next one', async () => {
  await begin('en');
  const room = async (): Promise<number> => {
    const text = document.createRange();
    text.selectNodeContents(await form.getByText('How many there are').findElement());
    return (await boxOf(form.getByText('Price', { exact: true }))).y - text.getBoundingClientRect().bottom;
  };
  expect(await room()).toBeGreaterThan(20);
  await field('Count').fill('1.5');
  await focus(field('Price'));
  await expect.element(form.getByText('Please enter a whole number')).toBeVisible();
  await expect.poll(room).toBeGreaterThan(20);
});

it.each([
  ['zh-cn', '名称', '放弃未保存的修改？', '取消', '继续编辑'],
  ['en', 'Name', 'Discard unsaved changes?', 'Cancel', 'Keep editing'],
] as const)('discards nothing by an Enter pressed by habit (%s)', async (language, name, question, cancel, keep) => {
  await begin(language);
  await field(name).fill('Half');
  await form.getByRole('button', { name: cancel }).click();
  const title = page.css('.ant-modal-confirm-title').filter({ hasText: question });
  await expect.element(title).toBeVisible();
  await expect.element(page.getByRole('button', { name: keep })).toHaveFocus();
  await press('Enter');
  await expect.element(title).not.toBeInTheDocument();
  expect(valueOf(name)).toBe('Half');
});

it('can be opened again after it has been left while it still came in', async () => {
  await commands.setMotion();
  await open('/admin/post/parcel', { language: 'en' });
  await expect.element(row('Books')).toBeVisible();
  const left = Promise.withResolvers<string>();
  const moves = new MutationObserver(() => {
    const drawer = document.querySelector('.ant-drawer-open > .ant-drawer-content-wrapper');
    if (!drawer) return;
    moves.disconnect();
    drawer.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    left.resolve(drawer.className);
  });
  moves.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
  await page.getByRole('button', { name: 'New' }).click();
  expect(await left.promise).toMatch(/motion/);
  await expectGone(form);
  await page.getByRole('button', { name: 'New' }).click();
  await expect.element(field('Name')).toHaveFocus();
});

it('is asked for with a key while the list is still on its way', async () => {
  const manifest = '/api/admin/post.parcel/manifest*';
  await commands.answer(manifest, [{ adds: {}, holds: true }]);
  await open('/admin/post/parcel', { language: 'en' });
  await expect.element(page.css('.list-skeleton')).toBeVisible();
  await press('n');
  await expect.element(page.css('.list-skeleton')).toBeVisible();
  await commands.release(manifest);
  await expect.element(field('Name')).toHaveFocus();
});

it.each([
  ['zh-cn', '您之前填写的内容已恢复，尚未保存。', '放弃修改'],
  ['en', "What you typed earlier is back. It hasn't been saved yet.", 'Discard'],
] as const)(
  'says at its top that what was typed is back, and gives the stored values back (%s)',
  async (language, back, discard) => {
    const line = form.getByRole('alert').filter({ hasText: back });
    const [name, count] = language === 'en' ? (['Name', 'Count'] as const) : (['名称', '数量'] as const);
    await open('/admin/post/parcel', { language });
    await row('Books')
      .getByRole('button', { name: language === 'en' ? 'Edit' : '编辑' })
      .click();
    await expect.element(field(name)).toHaveValue('Books');
    await field(name).fill('Stones');
    await reload('/admin/post/parcel', language);
    await expect.element(line).toBeVisible();
    await expect.element(field(name)).toHaveValue('Stones');
    await line.getByRole('button', { name: discard }).click();
    await expect.element(field(name)).toHaveValue('Books');
    await expect.element(field(name)).toHaveFocus();
    await expectGone(line);
    // Nobody is asked about what is not there any more.
    await userEvent.keyboard('{Escape}');
    await expectGone(form);

    await page.getByRole('button', { name: add[language] }).click();
    await field(name).fill('Sand');
    await field(count).fill('7');
    await reload('/admin/post/parcel', language);
    await expect.element(field(name)).toHaveValue('Sand');
    await line.getByRole('button', { name: discard }).click();
    await expectGone(line);
    expect([valueOf(name), valueOf(count)]).toEqual(['', '']);
    await field(name).fill('Clay');
    await reload('/admin/post/parcel', language);
    await expect.element(line).toBeVisible();
    await form.getByRole('button', { name: save[language] }).click();
    await expect.element(row('Clay')).toBeVisible();
    await expectGone(line);
  },
);

/** Opens the page as after a reload, with what was typed. */
async function reload(address: string, language: 'zh-cn' | 'en'): Promise<void> {
  keepUnsaved();
  for (const [key, draft] of Object.entries(readDrafts())) drafts.set(key, draft);
  await open(address, { language });
}
