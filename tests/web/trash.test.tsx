import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { addBooks, expectTitles, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const trash = '/admin/library/book?trash=1';
const empty = page.getByRole('button', { name: 'Empty trash' });
const question = page.css('.ant-popconfirm:not(.ant-popover-hidden)');

async function throwAway(count: number): Promise<void> {
  await addBooks(...Array.from({ length: count }, (_, at) => `Book ${at}`), 'Kept');
  const ids = (await rows('book').list()).filter(({ title }) => title !== 'Kept').map(({ id }) => id);
  await rows('book').del(ids);
}

it('says since when rows are in the trash, and deletes all of them for good after a question that has their number', async () => {
  await throwAway(2);
  await open('/admin/library/book', { language: 'en' });
  await expectTitles('Kept');
  await expect.element(page.getByRole('columnheader', { name: 'Deleted' })).not.toBeInTheDocument();
  await expect.element(empty).not.toBeInTheDocument();
  await open(trash, { language: 'en' });
  await expectTitles('Book 1', 'Book 0');
  await expect.element(page.getByRole('columnheader', { name: 'Deleted' })).toBeVisible();
  const since = page.css('tbody tr[data-row-key] td:nth-child(3)').first();
  await expect.poll(() => since.element().textContent).toMatch(/\d{4}.\d{2}/);
  await empty.click();
  await expect.element(question.getByText('Empty the trash?')).toBeVisible();
  await expect
    .element(question.getByText("2 records will be deleted permanently. They can't be restored."))
    .toBeVisible();
  await question.getByRole('button', { name: 'Empty trash' }).click();
  await expect.element(page.getByText('Trash emptied')).toBeVisible();
  await expect.element(page.getByText('The trash is empty')).toBeVisible();
  await expect.element(empty).not.toBeInTheDocument();
  expect((await rows('book').list({}, { trash: true })).map(({ title }) => title)).toEqual(['Kept']);
});

it('empties a large trash in portions', async () => {
  await throwAway(205);
  await open(trash, { language: 'en' });
  await empty.click();
  await expect.element(question.getByText('205 records will be deleted permanently.')).toBeVisible();
  await question.getByRole('button', { name: 'Empty trash' }).click();
  await expect.element(page.getByText('The trash is empty')).toBeVisible();
  expect(heard('DELETE', '/library.book/destroy').map(({ query }) => query.getAll('ids[]').length)).toEqual([200, 5]);
});

it.each([
  [1, 'One record will be deleted permanently.'],
  [0, 'There is nothing in the trash that you may delete permanently.'],
])('neither counts nor deletes rows that may not be deleted for good: %i may', async (count, said) => {
  await throwAway(2);
  const list = (await rows('book').list({}, { trash: true })).filter(({ title }) => title !== 'Kept');
  const ids = list.map(({ id }) => id);
  const data = { list, total: 2, withheld: { destroy: ids.slice(count) } };
  await commands.answer('/library.book/index?*', [{ adds: {} }, { body: { code: 1, msg: '', data } }]);
  await open(trash, { language: 'en' });
  await expectTitles('Book 1', 'Book 0');
  await empty.click();
  await expect.element(question.getByText(said)).toBeVisible();
  await question.getByRole('button', { name: 'Empty trash' }).click();
  await expect.element(question).not.toBeInTheDocument();
  const sent = () => heard('DELETE', '/library.book/destroy').map(({ query }) => query.getAll('ids[]').map(Number));
  await expect.poll(sent).toEqual(count === 0 ? [] : [ids.slice(0, 1)]);
});

it('leaves what comes into the trash after the question', async () => {
  await throwAway(2);
  await open(trash, { language: 'en' });
  await empty.click();
  await expect.element(question.getByText('2 records will be deleted permanently.')).toBeVisible();
  const [kept] = await rows('book').list({ title: 'Kept' });
  await rows('book').del([kept!.id]);
  await question.getByRole('button', { name: 'Empty trash' }).click();
  await expect.element(page.getByText('Trash emptied')).toBeVisible();
  await expectTitles('Kept');
});

it('tries what is refused together row by row, and says how much was deleted, how much stayed, and why', async () => {
  await throwAway(3);
  await open(trash, { language: 'en' });
  await expectTitles('Book 2', 'Book 1', 'Book 0');
  const refused = { status: 409, body: { code: 409, msg: 'Still needed', data: null } };
  await commands.answer('/library.book/destroy?*', [refused, { adds: {} }, refused, { adds: {} }]);
  await empty.click();
  await expect.element(question.getByText('3 records will be deleted permanently.')).toBeVisible();
  await question.getByRole('button', { name: 'Empty trash' }).click();
  await expect.element(page.getByText('2 deleted, 1 kept: Still needed')).toBeVisible();
  await expectTitles('Book 1');
});

it('does not offer it where the list is narrowed, or to those who may not delete for good', async () => {
  await throwAway(2);
  await open(`${trash}&title=0`, { language: 'en' });
  await expectTitles('Book 0');
  await expect.element(empty).not.toBeInTheDocument();
  const may = ['index', 'del', 'restore'].map((action) => `library/book/${action}`);
  await commands.addPerson('bob', 'Clerk-123', may);
  await open(trash, { username: 'bob', password: 'Clerk-123', language: 'en' });
  await expectTitles('Book 1', 'Book 0');
  await expect.element(empty).not.toBeInTheDocument();
});

it('leaves room for its line on a phone', async () => {
  await throwAway(1);
  await open(trash, { language: 'en', phone: true });
  await expect.element(empty).toBeVisible();
  const line = page.getByText('Trash: deleted records of “Books”').element();
  expect(line.getBoundingClientRect().width).toBeGreaterThan(140);
});

it('is not offered beside what can be done with ticked rows', async () => {
  await throwAway(2);
  await open(trash, { language: 'en' });
  await expect.element(empty).toBeVisible();
  await row('Book 1').getByRole('checkbox').click();
  await expect.element(page.getByRole('button', { name: 'Delete permanently' }).first()).toBeVisible();
  await expect.element(empty).not.toBeInTheDocument();
  await row('Book 1').getByRole('checkbox').click();
  await expect.element(empty).toBeVisible();
});

it.each([
  ['en', ['2 deleted', '2 restored', '2 deleted permanently'], ['Deleted', 'Restored']],
  ['zh-cn', ['已删除 2 条', '已恢复 2 条', '已彻底删除 2 条'], ['删除成功', '恢复成功']],
] as const)(
  'says with how many records it was done, where there was more than one (%s)',
  async (language, many, one) => {
    const said = page.css('.ant-message-notice');
    const bar = page.css('.selection-bar');
    const tick = async (...titles: readonly string[]): Promise<void> => {
      for (const title of titles) await row(title).getByRole('checkbox').click();
    };
    const press = (name: RegExp) => bar.getByRole('button', { name }).click();
    const agree = () => question.getByRole('button', { name: /Delete|删除/ }).click();
    const undo = () => page.getByRole('button', { name: /^(Undo|撤销)$/ }).click();
    const says = (text: string) => expect.element(said.getByText(new RegExp(`^${text}`)).first()).toBeVisible();
    await addBooks('One', 'Two');
    await open('/admin/library/book', { language });
    await tick('One');
    await press(/Delete|删除/);
    await agree();
    await says(one[0]);
    await undo();
    await says(one[1]);
    await tick('One', 'Two');
    await press(/Delete|删除/);
    await agree();
    await says(many[0]);
    await undo();
    await says(many[1]);
    await rows('book').del((await rows('book').list()).map(({ id }) => id));
    await open(trash, { language });
    await tick('One', 'Two');
    await press(/Delete permanently|彻底删除/);
    await agree();
    await says(many[2]);
  },
);
