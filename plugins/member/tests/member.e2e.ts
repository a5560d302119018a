import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { member } from '../server.ts';

const site = runSite([], [member()]);
const [first, second] = ['Correct-Horse 9', 'Another-Horse 8'];
const users = () => site.app.gate.rows('user');

// What is only ever added stays: each test is about somebody of its own.
beforeEach(() => site.configure({ open_member_center: 1 }));

const chinese = {
  tab: '注册',
  username: '用户名',
  email: '邮箱',
  send: '发送验证码',
  sent: '本站尚未开通邮件发送，请向网站管理员索取验证码。',
  again: /^\d+ 秒后可重发$/,
  code: '验证码',
  password: '密码',
  register: '注册',
  captcha: '安全验证',
  without: '不看图片，直接验证',
};
const english: typeof chinese = {
  tab: 'Sign up',
  username: 'Username',
  email: 'Email',
  send: 'Send code',
  sent: "This site can't send emails yet. Please ask its administrator for the code.",
  again: /^Send again in \d+ s$/,
  code: 'Code',
  password: 'Password',
  register: 'Sign up',
  captcha: 'Security check',
  without: 'Verify without a picture',
};

/** The code in the latest mail, which stands in the outbox while no mail is set up. */
async function codeFor(target: string): Promise<string> {
  const sent = async (): Promise<string | undefined> => {
    const [mail] = await site.app.gate.rows('user_outbox').list({ target }, { sort: '-id', limit: 1 });
    return mail?.code ?? undefined;
  };
  await expect.poll(sent).toBeDefined();
  return (await sent())!;
}

/** Becomes a member, and lands in the centre; returns the id. */
async function register(page: Page, words: typeof chinese, name: string): Promise<number> {
  await page.goto('/user/login');
  await page.getByRole('radio', { name: words.tab, exact: true }).click();
  await page.getByRole('textbox', { name: words.username, exact: true }).fill(name);
  await page.getByRole('textbox', { name: words.email, exact: true }).fill(`${name}@example.com`);
  await page.getByRole('button', { name: words.send }).click();
  // The only one: who has the code need not show it again.
  const dialog = page.getByRole('dialog', { name: words.captcha });
  await dialog.getByRole('button', { name: words.without }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('status').getByText(words.sent).waitFor();
  expect(await page.getByRole('button', { name: words.again }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: words.code, exact: true }).fill(await codeFor(`${name}@example.com`));
  await page.getByLabel(words.password, { exact: true }).fill(first);
  await page.getByRole('button', { name: words.register, exact: true }).click();
  await page.waitForURL('**/user/account/overview');
  return (await users().list({ username: name }))[0]!.id;
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/user/login');
  await page.getByLabel('用户名、邮箱或手机号').fill(name);
  await page.getByLabel('密码', { exact: true }).fill(second);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/user/account/overview');
}

/** A page of the centre, by its entry in the menu. */
const open = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: '会员菜单' }).getByRole('link', { name }).click();

it('a member registers, looks after the account, and closes it', async () => {
  const page = await site.visit();
  const id = await register(page, chinese, 'ann');
  const card = page.getByRole('region', { name: '我的账号' });
  await page.getByRole('button', { name: '签到，领 5 积分' }).click();
  await page.getByRole('button', { name: '今日已签到' }).waitFor();
  await card.getByText('5', { exact: true }).waitFor();
  await open(page, '积分记录');
  await page.getByText('每日签到').first().waitFor();

  await open(page, '密码与安全');
  await page.getByLabel('当前密码').fill(first);
  await page.getByLabel('新密码', { exact: true }).fill(second);
  await page.getByLabel('再次输入新密码').fill(second);
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.getByText('密码已修改，其他设备上的登录已全部退出').waitFor();
  await page.getByRole('button', { name: /^我的账号：/ }).click();
  // The page begins anew.
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: '退出登录' }).click()]);
  await page.waitForURL('**/user/login*');

  await signIn(page, 'ann@example.com');
  await open(page, '个人资料');
  await page.getByLabel('昵称').fill('小安');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('个人资料已保存').waitFor();
  await card.getByText('小安', { exact: true }).waitFor();

  const elsewhere = await site.visit();
  await signIn(elsewhere, 'ann');
  await open(page, '密码与安全');
  await page.getByRole('button', { name: '退出其他设备' }).click();
  await page.getByRole('button', { name: '退出其他设备' }).waitFor({ state: 'detached' });
  await elsewhere.goto('/user/account/profile');
  await elsewhere.waitForURL('**/user/login*');

  await open(page, '个人资料');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出数据' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as { tables: Record<string, object[]> };
  expect(data.tables['user']).toMatchObject([{ username: 'ann', nickname: '小安', email: 'ann@example.com' }]);

  await page.getByRole('button', { name: '注销账号', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '注销账号？' });
  await dialog.getByLabel('密码', { exact: true }).fill(first);
  await dialog.getByRole('button', { name: '注销账号', exact: true }).click();
  await dialog.getByRole('alert').getByText(/./).waitFor();
  expect(await users().get(id)).toMatchObject({ username: 'ann', closed: 0 });
  await dialog.getByLabel('密码', { exact: true }).fill(second);
  await dialog.getByRole('button', { name: '注销账号', exact: true }).click();
  await page.waitForURL('**/user/login*');
  await page.getByLabel('用户名、邮箱或手机号').waitFor();
  expect(await users().get(id)).toMatchObject({ nickname: '—', email: null, closed: 1 });
});

it('a member registers, checks in and leaves on a phone', async () => {
  const page = await site.visit({ phone: true, language: 'en' });
  const id = await register(page, english, 'bea');
  await page.getByRole('button', { name: 'Check in for 5 points' }).tap();
  await page.getByRole('button', { name: 'Checked in today' }).waitFor();
  await page.getByRole('navigation', { name: 'Member menu' }).getByRole('link', { name: 'Profile' }).tap();
  await page.getByRole('button', { name: 'Close account', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(first);
  await dialog.getByRole('button', { name: 'Close account', exact: true }).tap();
  await page.waitForURL('**/user/login*');
  expect(await users().get(id)).toMatchObject({ email: null, closed: 1 });
});

it('says that nobody can register, and leads to signing in', async () => {
  await site.configure({ register_mode: 'closed' });
  try {
    const page = await site.visit({ phone: true });
    await page.goto('/user/login?tab=register');
    await page.getByText('本站暂未开放注册').waitFor();
    expect(await page.getByLabel('用户名', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: '登录', exact: true }).tap();
    await page.getByLabel('用户名、邮箱或手机号').waitFor();
    await page.getByRole('link', { name: '返回网站首页' }).tap();
    await page.waitForURL('**/index');
  } finally {
    await site.configure({ register_mode: 'open' });
  }
});

it('shows in the top bar what is for visitors, and frames a web site for who is signed in', async () => {
  const rules = site.app.gate.rows('user_rule');
  const frame = { type: 'nav', menu_type: 'iframe', url: `${site.address}/config.json`, path: 'framed' } as const;
  await rules.add({
    name: 'help',
    title: 'Help',
    ...frame,
    menu_type: 'link',
    url: 'https://example.com/help',
    no_login_valid: 1,
  } as never);
  await rules.add({ name: 'framed', title: 'Framed', ...frame, type: 'menu' } as never);
  // We refuse to be framed ourselves, and Chromium says so.
  const page = await site.visit({ language: 'en', faulty: true });
  await page.goto('/');
  // Beside the site's own.
  const help = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Help' });
  await help.waitFor();
  expect(await help.getAttribute('href')).toBe('https://example.com/help');
  expect(await page.getByRole('link', { name: 'Framed' }).count()).toBe(0);
  await register(page, english, 'framer');
  await page.getByRole('navigation', { name: 'Member menu' }).getByRole('link', { name: 'Framed' }).click();
  await page.waitForURL(`**/user/iframe/${encodeURIComponent(frame.url)}`);
  const framed = page.locator('iframe');
  await framed.waitFor();
  expect(await framed.getAttribute('src')).toBe(frame.url);
  expect(await framed.getAttribute('sandbox')).not.toContain('allow-same-origin');

  const phone = await site.visit({ phone: true, language: 'en' });
  await phone.goto('/');
  await phone.getByRole('button', { name: 'Open the site menu' }).tap();
  await phone.getByRole('dialog').getByRole('link', { name: 'Help' }).waitFor();
});
