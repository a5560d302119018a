import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';

const changes = (): HTMLElement[] =>
  page
    .css('.cell-whole')
    .elements()
    .map((each) => each as HTMLElement);
const widthOf = (label: string): number =>
  page.getByRole('columnheader', { name: label }).element().getBoundingClientRect().width;

it.each([
  ['zh-cn', '变更', '创建时间', /^(?:新建数据表 \w+（.+）|\w+：.*\p{Script=Han}.*)$/u],
  ['en', 'Change', 'Created', /^(?:create table \w+ \(.+\)|\w+: .+)$/],
] as const)(
  'says in %s what was done to the tables, all of it, and gives it the room',
  async (language, change, time, said) => {
    await open('/admin/crud/log', { language });
    await expect.poll(() => changes().length).toBe(10);
    for (const { textContent } of changes()) expect(textContent).toMatch(said);
    // Nothing of it is cut off, on however many lines it stands.
    for (const each of changes())
      expect(each.closest('td')!.scrollWidth).toBeLessThanOrEqual(each.closest('td')!.clientWidth);
    expect(widthOf(change)).toBeGreaterThan(2 * widthOf(time));
    expect(page.css('.rows-table .cell-cut').elements()).toEqual([]);
  },
);

it('shows a long sentence to its end, on a phone too', async () => {
  for (const phone of [false, true]) {
    await open('/admin/crud/log?quickSearch=' + encodeURIComponent('admin_rule ('), { language: 'en', phone });
    const [created] = await expect.poll(changes).toHaveLength(1).then(changes);
    expect(created!.textContent).toMatch(/^create table admin_rule \(.*\bupdate_time\b.*\)$/);
    // Nothing of it is cut off.
    const frame = created!.closest<HTMLElement>('td, .ant-card-head-title')!;
    expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth);
  }
});

it('keeps what has no place to break within its card on a phone', async () => {
  await open('/admin/crud/log', { language: 'en', phone: true });
  const [first] = await expect
    .poll(() => changes().length)
    .toBeGreaterThan(1)
    .then(changes);
  // A name such as indices have.
  first!.querySelector('a, .cell-whole')?.append(` ${'admin_rule_'.repeat(12)}`);
  first!.append(` ${'admin_rule_'.repeat(12)}`);
  const card = first!.closest('.ant-card')!;
  const [text, whole] = [first!.getBoundingClientRect(), card.getBoundingClientRect()];
  expect(first!.scrollWidth).toBeLessThanOrEqual(Math.ceil(text.width));
  expect(text.right).toBeLessThanOrEqual(whole.right);
});

it.each([
  ['zh-cn', '变更的状态', '已执行', '已拒绝', /为避免丢失数据，未执行。/, /^\d+ 项变更$/],
  ['en', 'Status of changes', 'Applied', 'Refused', /Not applied, because data would be lost\./, /^\d+ changes$/],
] as const)(
  'says in %s what each state means and how many entries have it, from texts of its own',
  async (language, name, applied, refused, meaning, entries) => {
    await open('/admin/crud/log', { language });
    const states = page.getByRole('list', { name });
    const of = (label: string) => states.getByRole('listitem').filter({ hasText: label });
    await expect.element(of(refused).getByText(meaning)).toBeVisible();
    // None was refused here: there is nothing to go to.
    expect(of(refused).getByRole('link').elements()).toEqual([]);
    await of(applied).getByRole('link', { name: entries }).click();
    await expect.poll(() => location.search).toBe('?state=applied');
    await expect.poll(() => changes().length).toBe(10);
  },
);

it.each([
  ['zh-cn', '表结构', '数据表', '标题', '主键'],
  ['en', 'Table structure', 'Table', 'Title', 'Primary key'],
] as const)('shows super administrators in %s what a table has', async (language, structure, name, title, key) => {
  await open('/admin/crud/log', { language });
  await page.getByRole('button', { name: structure }).click();
  const drawer = page.getByRole('dialog', { name: structure });
  await drawer.getByRole('combobox', { name }).fill('book');
  await page.css('.ant-select-item-option').filter({ hasText: 'book - ' }).first().click();
  const line = (field: string) => drawer.css(`tr[data-row-key="${field}"]`);
  await expect.element(line('title')).toHaveTextContent(`title${title}f.text`);
  await expect.element(line('shelf_id').getByText('f.belongsTo')).toBeVisible();
  await expect.element(line('id').getByText(key)).toBeVisible();
});

it('tells nobody else of the structure', async () => {
  await commands.addPerson('reader', 'Person-1', ['crud/log/index']);
  await open('/admin/crud/log', { language: 'en', username: 'reader', password: 'Person-1' });
  await expect.element(page.getByRole('list', { name: 'Status of changes' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Table structure' }).elements()).toEqual([]);
});
