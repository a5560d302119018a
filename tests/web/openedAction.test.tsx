import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';

const add = page.getByRole('button', { name: 'New', exact: true });
const lowly = { language: 'en', username: 'lowly', password: 'Lowly-123' } as const;

it('an action that the site opens to every administrator has its button for one without the right, until it is closed', async () => {
  await commands.addPerson('lowly', 'Lowly-123', ['library', 'library/book', 'library/book/index']);
  const list = async (): Promise<void> => {
    await open('/admin/library/book', lowly);
    await expect.element(page.getByPlaceholder(/Search/)).toBeVisible();
  };
  await list();
  expect(add.query()).toBeNull();
  await commands.configure({ urls: [`${location.origin}/admin/library/book/add`] });
  await list();
  await expect.element(add).toBeVisible();
  await add.click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Opened to all');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByRole('cell', { name: 'Opened to all' })).toBeVisible();
  await commands.configure({ urls: [] });
  await list();
  expect(add.query()).toBeNull();
});
