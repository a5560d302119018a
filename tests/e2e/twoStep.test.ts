import { expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';
import { codeOf } from '../support/twoStep.ts';

const secret = 'Person-1';
const site = runSite(library);

const names = {
  tab: '两步验证',
  enable: '开启两步验证',
  password: '密码',
  next: '下一步',
  code: '动态验证码',
  confirm: '确认',
  codes: '恢复码',
  kept: '我已保存恢复码',
  done: '完成',
  on: '已开启',
  username: '用户名',
  signIn: '登录',
  wrong: '验证码不正确，或已经使用过',
  disable: '关闭两步验证',
  off: '未开启',
} as const;
const now = (): number => Math.floor(Date.now() / 1000);

it('is switched on by an administrator, asked for at the next sign-in and switched off', async () => {
  const username = 'bea';
  await addPerson(site.app.gate, username, secret, []);
  const page = await site.signedIn({ username, password: secret, at: '/admin/routine/adminInfo' });
  await page.getByRole('tab', { name: names.tab }).click();
  await page.getByRole('button', { name: names.enable }).click();
  const dialog = page.getByRole('dialog', { name: names.enable });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  await dialog.getByLabel(names.password, { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
  await dialog.getByLabel(names.code).waitFor();
  await expect
    .poll(() => dialog.getByLabel(names.code).evaluate((input) => input === document.activeElement))
    .toBe(true);
  const key = (await dialog.locator('.two-step-key').innerText()).replaceAll(/\s/g, '');
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await dialog.getByText(names.wrong).waitFor();
  await dialog.getByLabel(names.code).fill(codeOf(key, now()));
  await button(names.confirm).click();
  await dialog.getByLabel(names.kept).waitFor();
  const codes = await dialog.getByRole('list', { name: names.codes }).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await button(names.done).isDisabled()).toBe(true);
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button').nth(-2).click()]);
  expect(saved.suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByLabel(names.kept).check();
  await button(names.done).click();
  await page.getByText(names.on, { exact: true }).waitFor();

  // By the keyboard alone: name, password, code.
  const next = await site.visit();
  await next.goto('/admin/login');
  await next.getByLabel(names.username).fill(username);
  await next.getByLabel(names.password, { exact: true }).fill(secret);
  await next.keyboard.press('Enter');
  const code = next.getByLabel(names.code);
  await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await next.keyboard.type('not a code');
  await next.keyboard.press('Enter');
  await next.locator('#code-error').getByText(names.wrong).waitFor();
  await code.fill(codeOf(key, now() + 30));
  await next.keyboard.press('Enter');
  await next.waitForURL(/\/admin\/(?!login)./);

  // A recovery code does it too.
  await page.getByRole('button', { name: names.disable }).click();
  const off = page.getByRole('dialog', { name: names.disable });
  await off.getByLabel(names.password, { exact: true }).fill(secret);
  await off.getByLabel(names.code).fill(codes[4]!);
  await off.getByRole('button', { name: names.disable }).click();
  await page.getByText(names.off, { exact: true }).waitFor();
});
