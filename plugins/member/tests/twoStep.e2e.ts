import { beforeEach, expect, it } from 'vitest';
import { codeOf } from '#test';
import { runSite } from '#browser';
import { member } from '../server.ts';

const site = runSite([], [member()]);
const secret = 'Correct-Horse 9';
beforeEach(() => site.configure({ open_member_center: 1 }));
const now = (): number => Math.floor(Date.now() / 1000);

it('lets a member switch on the second step, and in by a code and by a recovery code, on a phone', async () => {
  const [group] = await site.app.gate.rows('user_group').list();
  await site.app.gate.rows('user').add({ username: 'steps', nickname: 'Steps', password: secret, group_id: group!.id });
  const page = await site.visit({ language: 'en', phone: true });
  const enter = async (): Promise<void> => {
    await page.goto('/user/login');
    await page.getByLabel('Username, email or mobile').fill('steps');
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.keyboard.press('Enter');
  };
  await enter();
  await page.waitForURL(/\/user\/account\/overview/);
  await page.goto('/user/account/changePassword');
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Horse 1');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText("This isn't your current password").waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const key = (await dialog.locator('.two-step-key').innerText()).replaceAll(/\s/g, '');
  await dialog.getByLabel('Authentication code').fill(codeOf(key, now()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByLabel("I've saved the codes").waitFor();
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  await dialog.getByLabel("I've saved the codes").check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 recovery codes left').waitFor();

  for (const code of [codeOf(key, now() + 30), codes[0]!]) {
    await page.evaluate(() => localStorage.removeItem('userInfo'));
    await enter();
    const field = page.getByLabel('Authentication code');
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await page.getByText('The code is incorrect or has already been used').waitFor();
    await field.fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/user\/account\/overview/);
  }
});
