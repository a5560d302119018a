import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { runSite } from '../support/site.ts';

const maker = table('closed_maker', { name: f.text({ required: true, search: true, label: 'Maker name' }) });
const car = table('closed_car', {
  title: f.text({ required: true, search: true, label: 'Title' }),
  // One filters by the fields of the other table, and not by this one.
  maker_id: f.belongsTo('closed_maker', { label: 'Maker', filter: false }),
});
declare module '#resource' {
  interface Tables {
    closed_maker: typeof maker;
    closed_car: typeof car;
  }
}
const site = runSite([maker.resource({ path: 'cars/maker' }), car.resource({ path: 'cars/car' })]);

it('never chooses by Enter a field that only leads to others, but the first below it', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/cars/car' });
  await page.getByRole('button', { name: 'Filter' }).click();
  const panel = page.getByRole('search', { name: 'Filter' });
  await panel.getByRole('button', { name: 'More conditions' }).click();
  const field = panel.getByRole('combobox', { name: 'Field to filter by' });
  await field.fill('make');
  await page.locator('.ant-select-tree-title', { hasText: /^Maker name$/ }).waitFor();
  await field.press('Enter');
  const value = panel.getByRole('textbox', { name: 'Maker › Maker name' });
  await value.waitFor();
  await expect.poll(() => value.evaluate((input) => input === document.activeElement)).toBe(true);
});
