import { expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { focus } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const form = page.getByRole('dialog');
const option = page.css('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
const options = (): string[] => option.elements().map((each) => (each as HTMLElement).innerText.trim());
const shelf: Locator = form.getByRole('combobox', { name: 'Shelf' });
const asked = (): unknown[] => heard('GET', 'library.shelf/select').flatMap(({ query }) => query.getAll('initValue[]'));

it('tells choices of one name apart, in the list, in what is chosen and for those who hear them', async () => {
  const ids: number[] = [];
  for (const name of ['Poems', 'Novels', 'Novels']) ids.push((await rows('shelf').add({ name })).id);
  const [, one, other] = ids;
  await open('/admin/library/book', { language: 'en' });
  await page.getByRole('button', { name: 'New' }).first().click();
  await shelf.click();
  await expect.poll(options).toEqual([`Novels #${other}`, `Novels #${one}`, 'Poems']);
  await expect.element(option.getByText(`#${one}`)).toHaveClass('choice-hint');
  await expect.element(page.getByRole('option', { name: `Novels (#${other})`, exact: true })).toBeInTheDocument();
  // The answer has said it already.
  expect(asked()).toEqual([]);
  await option.filter({ hasText: `#${one}` }).click();
  await expect.element(form.css('.ant-select').filter({ hasText: 'Novels' })).toMatchTextContent(`Novels (#${one})`);
});

it('asks what tells those apart that came with several answers', async () => {
  const names = ['Novels', ...Array.from({ length: 10 }, (_, at) => `Shelf ${at}`), 'Novels'];
  const ids: number[] = [];
  for (const name of names) ids.push((await rows('shelf').add({ name })).id);
  await open('/admin/library/book', { language: 'en' });
  await page.getByRole('button', { name: 'New' }).first().click();
  await shelf.click();
  await expect.poll(() => options()[0]).toBe('Novels');
  await focus(shelf);
  let holder = option.elements()[0]!;
  while (holder.scrollHeight <= holder.clientHeight || getComputedStyle(holder).overflowY === 'visible')
    holder = holder.parentElement!;
  holder.scrollTop = holder.scrollHeight;
  await expect.poll(() => new Set(asked())).toEqual(new Set([ids[0], ids.at(-1)].map(String)));
  holder.scrollTop = 0;
  await expect.poll(() => options()[0]).toBe(`Novels #${ids.at(-1)}`);
});
