import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const secret = 'Person-1';
const site = runSite(library);

/** Somebody without a single right. */
beforeAll(() => addPerson(site.app.gate, 'ann', secret, []));

async function open(password = secret): Promise<Page> {
  const page = await site.signedIn({ language: 'en', username: 'ann', password, at: '/admin/routine/adminInfo' });
  await page.getByRole('tab').first().waitFor();
  return page;
}
const errorOf = (page: Page, label: string) =>
  page
    .locator('.ant-form-item')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.ant-form-item-explain-error');

it('changes the password; this session goes on, the other one has ended', async () => {
  const [page, other] = [await open(), await open()];
  const tab = (of: Page, name: string) => of.getByRole('tab', { name }).click();
  await page.getByLabel('Motto').fill('not saved yet');
  await tab(page, 'Password');
  const fill = async (old: string, next: string, repeat: string): Promise<void> => {
    await page.getByLabel('Current password', { exact: true }).fill(old);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Repeat new password').fill(repeat);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('', 'short', 'other');
  await expect.poll(() => errorOf(page, 'Current password').textContent()).toBe('This field is required');
  await expect.poll(() => errorOf(page, 'New password').textContent()).toContain('6 to 32');
  await expect.poll(() => errorOf(page, 'Repeat new password').textContent()).toBe("The two new passwords don't match");
  await fill('wrong-one', 'Person-22', 'Person-22');
  await expect.poll(() => errorOf(page, 'Current password').textContent()).toBe("This isn't your current password");
  await fill(secret, 'Person-22', 'Person-22');
  await page.getByText('All your other sessions have ended').waitFor();
  await expect.poll(() => page.getByLabel('New password', { exact: true }).inputValue()).toBe('');
  await tab(page, 'Profile');
  expect(await page.getByLabel('Motto').inputValue()).toBe('not saved yet');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Profile saved').waitFor();
  await tab(other, 'Activity');
  await other.waitForURL(/\/admin\/login/);
  await page.reload();
  await page.getByRole('tab').first().waitFor();
  await open('Person-22');
});
