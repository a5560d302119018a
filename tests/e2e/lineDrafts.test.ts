import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import salesOrder from '../examples/salesOrder.ts';
import { expireTokens } from '../support/expireTokens.ts';
import { password, runSite } from '../support/site.ts';

const site = runSite(salesOrder);

// Sessions end here.
beforeEach(() => site.reset());

/** Ends the session while a form is open, and signs in again. */
async function comeBack(page: Page): Promise<void> {
  await expireTokens(site.app);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/admin\/login\?to=/);
  await page.getByLabel('Username', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText("What you typed earlier is back. It hasn't been saved yet.").waitFor();
}

it('puts the lines of a new record back as they were typed, with none beside them that nobody has filled in', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/sales/sales_order' });
  const dialog = page.getByRole('dialog');
  const products = dialog.getByLabel(/^Product, line \d+$/);
  const typed = () => products.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await dialog.getByLabel('Number', { exact: true }).fill('B1');
  await dialog.getByLabel('Customer', { exact: true }).fill('Ada');
  await dialog.getByLabel('Product, line 1', { exact: true }).fill('Paper');
  await dialog.getByRole('button', { name: 'New line' }).click();
  await dialog.getByLabel('Product, line 2', { exact: true }).fill('Glue');
  for (const line of [1, 2]) await dialog.getByLabel(`Price, line ${line}`, { exact: true }).fill('2');
  // One more begins that stays empty.
  await dialog.getByRole('button', { name: 'New line' }).click();
  await comeBack(page);
  await expect.poll(typed).toEqual(['Paper', 'Glue']);
  expect(await dialog.getByLabel('Number', { exact: true }).inputValue()).toBe('B1');
});

it('begins with an empty line again where no line was filled in', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/sales/sales_order' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await dialog.getByLabel('Product, line 1', { exact: true }).waitFor();
  await dialog.getByLabel('Number', { exact: true }).fill('B2');
  await dialog.getByLabel('Customer', { exact: true }).fill('Ada');
  await comeBack(page);
  await dialog.getByLabel('Product, line 1', { exact: true }).waitFor();
  expect(await dialog.getByLabel(/^Product, line \d+$/).count()).toBe(1);
});
