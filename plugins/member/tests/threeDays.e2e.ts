import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runSite } from '#browser';
import { member } from '../server.ts';

/** Noon in the site's time zone, so that no moment of a test is near another day. */
const clock = { now: Date.UTC(2026, 10, 28, 4) / 1000 };
const site = runSite([], [member()], () => clock.now);
const password = 'Correct-Horse 9';

const text = {
  account: '用户名、邮箱或手机号',
  password: '密码',
  keep: '保持登录',
  signIn: '登录',
  checkIn: (points: number) => `签到，领 ${points} 积分`,
  done: '今日已签到',
  row: (days: number) => `${days} 天连续签到`,
};

async function enter(username: string): Promise<Page> {
  const [group] = await site.app.gate.rows('user_group').list({ is_super: 1 });
  const values = { username, nickname: username, email: `${username}@example.com`, group_id: group!.id };
  await site.app.gate.rows('user').add({ ...values, password } as never);
  const page = await site.visit({ language: 'zh-cn', phone: true });
  await page.goto('/user/login');
  await page.getByLabel(text.account).fill(username);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: text.keep }).check();
  await page.getByRole('button', { name: text.signIn, exact: true }).click();
  await page.waitForURL('**/user/account/overview');
  return page;
}

/** Days that the calendar marks. */
const marked = (page: Page): Promise<string[]> =>
  page.locator('.centre-calendar td[data-marked=true] > span:first-child').allTextContents();

it('days in a row give more points, and a day left out begins anew', async () => {
  clock.now = Date.UTC(2026, 10, 28, 4) / 1000;
  await site.configure({ open_member_center: 1 });
  await site.configure({ check_in_points: 5, check_in_bonus: [{ key: '3', value: '20' }] });
  const page = await enter('ann');
  const day = async (points: number, streak: number): Promise<void> => {
    await page.getByRole('button', { name: text.checkIn(points), exact: true }).click();
    await page.getByRole('button', { name: text.done }).waitFor();
    await page.getByText(text.row(streak)).first().waitFor();
    // Twice on a day is once.
    await page.reload();
    expect(await page.getByRole('button', { name: text.done }).isDisabled()).toBe(true);
  };
  const later = async (days: number): Promise<void> => {
    clock.now += days * 86_400;
    await page.reload();
    await page.locator('.centre-streak').waitFor();
  };
  await day(5, 1);
  await later(1);
  await day(5, 2);
  expect(await marked(page)).toEqual(['28', '29']);
  await later(1);
  await day(25, 3);
  expect(await marked(page)).toEqual(['28', '29', '30']);
  // Another month, after a day without.
  await later(2);
  await page.getByText(text.row(0)).first().waitFor();
  expect(await marked(page)).toEqual([]);
  await day(5, 1);
  expect(await marked(page)).toEqual(['2']);
  expect((await site.app.gate.rows('user').list({ username: 'ann' }))[0]!.score).toBe(40);
});
