import { beforeEach, expect, it, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { webOf, type ListViewProps } from '../../src/web/plugins/extend.ts';
import gallery from '../examples/plugins/gallery/web.tsx';
import { expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { faultsOfPage } from '../support/component/axe.ts';
import '../support/gallery.ts';

gallery.register();

const paintings = '/admin/gallery/painting';
const form = page.getByRole('dialog');
const picture = '/src/web/icon.svg';
const choice = (name: string): Locator => page.getByRole('radiogroup', { name: 'Show as' }).getByRole('img', { name });
const item = (title: string): Locator => page.css('ul[aria-label=Paintings] > li').filter({ hasText: title });
const titles = (): string[] =>
  page
    .css('ul[aria-label=Paintings] > li strong')
    .elements()
    .map(({ textContent }) => textContent);
const expectItems = (...wanted: readonly string[]): Promise<void> => expect.poll(titles).toEqual(wanted);
const layout = (): string | null => new URLSearchParams(location.search).get('layout');

beforeEach(async () => {
  for (const title of ['Irises', 'Dahlias', 'Roses', 'Tulips'])
    await rows('painting').add({ title, painter: title === 'Roses' ? 'Berthe' : 'Vincent', picture });
});

it('offers a view where its condition holds only, and keeps the choice in the address', async () => {
  await open('/admin/library/shelf', { language: 'en' });
  await expect.element(page.css('.rows-table')).toBeVisible();
  expect(page.getByRole('radiogroup').query()).toBeNull();
  await open(paintings, { language: 'en' });
  await choice('Gallery').click();
  await expectItems('Tulips', 'Roses', 'Dahlias', 'Irises');
  expect(layout()).toBe('gallery');
  await open(location.pathname + location.search, { language: 'en' });
  await expectItems('Tulips', 'Roses', 'Dahlias', 'Irises');
  await choice('Table').click();
  await expect.element(row('Irises')).toBeVisible();
  expect(location.search).toBe('');
});

it('is chosen by keys, and keeps what is found and sorted from one view to the other', async () => {
  await open(paintings, { language: 'en' });
  await focus(page.getByRole('radio', { checked: true }));
  await press('ArrowRight', 'ArrowRight');
  await expectItems('Tulips', 'Roses', 'Dahlias', 'Irises');
  await page.getByPlaceholder(/Search/).fill('Vincent');
  await expectItems('Tulips', 'Dahlias', 'Irises');
  await page.getByRole('combobox', { name: 'Sort' }).click();
  await page.css('.ant-select-item-option').filter({ hasText: 'Title ↑' }).click();
  await expectItems('Dahlias', 'Irises', 'Tulips');
  expect(new URLSearchParams(location.search).get('order')).toBe('title,asc');
  expect(layout()).toBe('gallery');
});

it('does with rows what the table does: ticks all, deletes, edits, turns pages, shows the trash', async () => {
  for (let at = 1; at <= 8; at += 1) await rows('painting').add({ title: `Sketch ${at}`, picture });
  await open(`${paintings}?layout=gallery&order=id,asc`, { language: 'en' });
  await expect.poll(titles).toHaveLength(10);
  await page.getByRole('listitem', { name: '2' }).click();
  await expectItems('Sketch 7', 'Sketch 8');
  expect(layout()).toBe('gallery');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.css('.selection-bar').getByRole('button', { name: 'Delete' }).click();
  await page.css('.ant-popconfirm-buttons button').last().click();
  await expect.poll(titles).toHaveLength(10);
  await item('Roses').getByRole('button', { name: 'Edit' }).click();
  await form.getByLabelText('Title', { exact: true }).fill('Red roses');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(item('Red roses')).toBeVisible();
  await page.getByRole('button', { name: 'Trash' }).click();
  await expectItems('Sketch 7', 'Sketch 8');
});

it('drags rows that stand beside each other, by keys', async () => {
  await open(`${paintings}?layout=gallery`, { language: 'en' });
  await expectItems('Tulips', 'Roses', 'Dahlias', 'Irises');
  await focus(item('Tulips').css('.drag-handle'));
  await press('Space');
  await expect.element(page.getByText('Picked up “Tulips”, row 1 of 4.')).toBeInTheDocument();
  await press('ArrowRight');
  await expect.element(page.getByText('“Tulips” is over row 2 of 4.')).toBeInTheDocument();
  await press('Space');
  await expectItems('Roses', 'Tulips', 'Dahlias', 'Irises');
});

it('is there on a phone beside the cards, which are a view as well', async () => {
  await open(paintings, { language: 'en', phone: true });
  await expect.element(page.css('.row-cards li').first()).toBeVisible();
  await choice('Gallery').click();
  await expectItems('Tulips', 'Roses', 'Dahlias', 'Irises');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await choice('Table').click();
  await expect.element(row('Tulips')).toBeVisible();
  expect(layout()).toBe('table');
  await choice('Cards').click();
  await expect.element(page.css('.row-cards li').first()).toBeVisible();
  expect(layout()).toBeNull();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.poll(() => page.css('.row-cards input:checked').elements().length).toBe(4);
});

it('shows cards beside each other on a wide screen', async () => {
  await open(`${paintings}?layout=cards`, { language: 'en' });
  await expect.element(page.css('.row-cards li[data-row-key]').nth(1)).toBeVisible();
  const tops = (): number[] =>
    page
      .css('.row-cards li[data-row-key]')
      .elements()
      .map((card) => card.getBoundingClientRect().top);
  await expect.poll(() => tops()[1]! - tops()[0]!).toBe(0);
});

it('has no serious fault of accessibility', async () => {
  for (const dark of [false, true]) {
    await open(`${paintings}?layout=gallery`, { language: 'en', dark });
    await expect.poll(titles).toHaveLength(4);
    expect(await faultsOfPage()).toEqual([]);
  }
});

it('tells of a view in the address that nobody brings, and shows the list', async () => {
  await open(`${paintings}?layout=globe`, { language: 'en' });
  await expect.element(row('Irises')).toBeVisible();
  await expect.element(page.getByText(/left out: “layout”/)).toBeVisible();
});

it('shows the list as it is where a view throws, and refuses a name that every list has', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Broken = (_props: ListViewProps): never => {
    throw new Error('the board broke');
  };
  const board = { label: 'Board', icon: null, load: async () => ({ default: Broken }) };
  const { registerListView } = webOf('carpenter');
  registerListView({ ...board, name: 'board', of: 'painting' });
  registerListView({
    ...board,
    name: 'other',
    of: () => {
      throw new Error('the condition broke');
    },
  });
  expect(() => registerListView({ ...board, name: 'cards', of: 'painting' })).toThrow('give yours another name');
  await open(`${paintings}?layout=board`, { language: 'en' });
  await expect.element(row('Irises')).toBeVisible();
  await row('Irises').getByRole('button', { name: 'Edit' }).click();
  await form.getByLabelText('Title', { exact: true }).fill('Blue irises');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(form);
  await expect.element(row('Blue irises')).toBeVisible();
  expect(choice('other').query()).toBeNull();
  expect(reported).toHaveBeenCalledWith('[plugin carpenter] view board', expect.any(Error));
  expect(reported).toHaveBeenCalledWith('[plugin carpenter] view other', expect.any(Error));
});
