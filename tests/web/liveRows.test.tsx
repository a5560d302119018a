import { expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const news = page.css('.list-news');
const add = (name: string) => rows('admin_group').add({ name, pid: 1, rule_ids: [] });
const person = (username: string, group: number) =>
  rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [group] });
/** The server says again and again that administrators have changed; the page listens once it has been used. */
const listen = async (): Promise<void> => {
  await commands.answer('/api/admin/ajax/changes', [{ events: [{ tables: ['auth/admin'] }] }]);
  await userEvent.keyboard('{Shift}');
};

it('changes what others have changed where it stands, and shows their new rows when somebody wants them', async () => {
  const group = await add('Clerks');
  const { id } = await person('kim', group.id);
  await open('/admin/auth/admin', { language: 'en' });
  await expect.element(row('kim')).toBeVisible();
  await listen();
  await rows('admin').edit(id, { nickname: 'Kimberly' });
  await expect.element(row('Kimberly')).toBeVisible();
  expect(news.element().textContent).toBe('');
  await person('lee', group.id);
  await expect.element(news.getByText('1 new record')).toBeVisible();
  expect(row('lee').elements()).toEqual([]);
  await news.getByRole('button').click();
  await expect.element(row('lee')).toBeVisible();
  await expect.poll(() => news.element().textContent).toBe('');
});

it('says that rows have gone, and leaves them until somebody wants it', async () => {
  const group = await add('Clerks');
  const { id } = await person('kim', group.id);
  await open('/admin/auth/admin', { language: 'en' });
  await expect.element(row('kim')).toBeVisible();
  await listen();
  await rows('admin').del([id]);
  await news.getByText('Others changed this list').click();
  await expectGone(row('kim'));
});

it('shows a record as others change it', async () => {
  const group = await add('Clerks');
  const { id } = await person('kim', group.id);
  await open(`/admin/auth/admin/${id}`, { language: 'en' });
  await expect.element(page.getByRole('heading', { name: 'kim', level: 2 })).toBeVisible();
  await listen();
  await rows('admin').edit(id, { nickname: 'Kimberly' });
  await expect.element(page.getByText('Kimberly').first()).toBeVisible();
});
