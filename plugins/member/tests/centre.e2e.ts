import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { member } from '../server.ts';

const site = runSite([], [member()]);
const password = 'Correct-Horse 9';
const menu = (page: Page) => page.getByRole('navigation', { name: '会员菜单' });
const rules = () => site.app.gate.rows('user_rule');
const identity = (page: Page): Promise<Record<string, unknown> | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? 'null') as Record<string, unknown> | null);

// What is only ever added stays: each test is about somebody of its own.
beforeEach(() => site.configure({ open_member_center: 1 }));

/** Somebody in the centre, in a group with these rules; with all of them unless told. */
async function enter(username: string, ruleNames?: readonly string[]): Promise<Page> {
  const groups = site.app.gate.rows('user_group');
  const rule_ids = (await rules().list()).filter(({ name }) => ruleNames?.includes(name)).map(({ id }) => id);
  const group = ruleNames ? await groups.add({ name: username, rule_ids }) : (await groups.list({ is_super: 1 }))[0]!;
  const email = `${username}@example.com`;
  await site.app.gate.rows('user').add({ username, nickname: username, email, password, group_id: group.id } as never);
  const page = await site.visit();
  await signIn(page, username);
  return page;
}

async function signIn(page: Page, username: string, secret = password): Promise<void> {
  await page.goto('/user/login');
  await page.getByLabel('用户名、邮箱或手机号').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await menu(page).waitFor();
  // The frame stands before its first page: that one is a page that is chosen, too.
  await page.waitForURL('**/user/account/*');
  await page.locator('main h1').waitFor();
}

/** Has a code sent, and types it. */
async function typeCode(page: Page, target: string): Promise<void> {
  await page.getByRole('button', { name: '发送验证码' }).click();
  const check = page.getByRole('dialog', { name: '安全验证' });
  const sent = page.getByRole('status').getByText(/^本站尚未开通邮件发送/);
  await check.or(sent).first().waitFor();
  if (await check.isVisible()) await check.getByRole('button', { name: '不看图片，直接验证' }).click();
  await sent.waitFor();
  const code = async () =>
    (await site.app.gate.rows('user_outbox').list({ target }, { sort: '-id', limit: 1 }))[0]?.code ?? '';
  await expect.poll(code).toMatch(/^\d+$/);
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await code());
}

it('keeps the member who has signed in under userInfo, by the names of the specification', async () => {
  const page = await enter('keeps');
  expect(Object.keys((await identity(page))!)).toEqual(
    expect.arrayContaining([
      'id',
      'username',
      'nickname',
      'email',
      'mobile',
      'avatar',
      'gender',
      'birthday',
      'money',
      'score',
      'lastlogintime',
      'lastloginip',
      'jointime',
      'motto',
      'token',
      'refreshToken',
    ]),
  );
});

it('forgets the member who signs out, and begins anew', async () => {
  const page = await enter('leaves');
  await page.evaluate(() => Object.assign(window, { before: true }));
  const { token } = (await identity(page)) as { token: string };
  const asked = page.waitForRequest('**/api/user/logout');
  await page.getByRole('button', { name: /^我的账号：/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await asked;
  await expect.poll(() => page.evaluate(() => 'before' in window).catch(() => true)).toBe(false);
  await page.getByLabel('用户名、邮箱或手机号').waitFor();
  expect(await identity(page)).toBeNull();
  const answer = await fetch(`${site.address}/api/user/index`, { headers: { 'ba-user-token': token } });
  expect(await answer.json()).toMatchObject({ code: 302 });
});

it('forgets who signs out where nothing may be opened, and begins anew', async () => {
  const page = await enter('stopped');
  // As the page is left that led here.
  await page.evaluate(() => history.replaceState({ usr: { realm: 'member' }, key: 'stopped', idx: 0 }, '', '/401'));
  await page.reload();
  await page.getByRole('heading', { name: '没有访问权限' }).waitFor();
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByLabel('用户名、邮箱或手机号').waitFor();
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
  expect(await identity(page)).toBeNull();
});

it('has a frame around the page at hand, with the pages of the menu', async () => {
  const page = await enter('framed');
  const here = menu(page).locator('[aria-current=page]');
  const frame = page.locator('.centre');
  await frame.waitFor();
  await expect.poll(() => here.getAttribute('href')).toBe('/user/account/overview');
  await menu(page).getByRole('link', { name: '个人资料' }).click();
  await expect.poll(() => here.getAttribute('href')).toBe('/user/account/profile');
  const addresses = (): Promise<(string | null)[]> =>
    menu(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(await addresses()).toEqual(
    expect.arrayContaining(
      ['overview', 'profile', 'changePassword', 'integral', 'balance'].map((name) => `/user/account/${name}`),
    ),
  );
  await page.goto('/index');
  await page.locator('h1').waitFor();
  await frame.waitFor({ state: 'detached' });
});

it('shows headings where there are two directories, and entries of the account’s own', async () => {
  const page = await enter('headed');
  const headings = menu(page).getByRole('heading');
  await expect.poll(() => headings.count()).toBe(0);
  const link = { menu_type: 'link', url: 'https://example.com/help' } as const;
  const more = await rules().add({ type: 'menu_dir', title: 'More', name: 'more' } as never);
  const docs = await rules().add({ type: 'menu', title: 'Docs', name: 'docs', pid: more.id, ...link } as never);
  const guide = await rules().add({ type: 'nav_user_menu', title: 'Guide', name: 'guide', ...link } as never);
  try {
    await page.reload();
    await expect.poll(() => headings.allInnerTexts()).toContain('More');
    expect(await headings.count()).toBe(2);
    await page.getByRole('button', { name: /^我的账号：/ }).click();
    await page.getByRole('menuitem', { name: 'Guide' }).waitFor();
  } finally {
    for (const { id } of [docs, more, guide]) await rules().edit(id, { status: 0 });
  }
});

it('says that there is no page at an address below it, and leaves nothing in the console', async () => {
  const page = await enter('strays');
  const said: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && said.push(message.text())));
  for (const address of ['/user/nothing', '/user/account/nothing/7']) {
    await page.goto(address);
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    await menu(page).waitFor();
  }
  expect(said).toEqual([]);
});

it('folds its menu in a narrow window, until somebody unfolds it, and once more when a page is chosen', async () => {
  const page = await enter('folded');
  const unfold = menu(page).getByRole('button', { name: '展开全部菜单' });
  expect(await unfold.count()).toBe(0);
  await page.setViewportSize({ width: 600, height: 800 });
  await expect.poll(() => unfold.getAttribute('aria-expanded')).toBe('false');
  expect(await page.locator('.centre').getAttribute('data-shrink')).toBe('true');
  await unfold.click();
  await expect.poll(() => unfold.getAttribute('aria-expanded')).toBe('true');
  await menu(page).getByRole('link', { name: '个人资料' }).click();
  await page.waitForURL('**/account/profile');
  await expect.poll(() => unfold.getAttribute('aria-expanded')).toBe('false');
  await page.setViewportSize({ width: 1280, height: 800 });
  await unfold.waitFor({ state: 'detached' });
});

it('shows no button for which the group has no node', async () => {
  const few = await enter('few', ['account', 'account/overview']);
  await few.getByText('每日签到').first().waitFor();
  expect(await few.getByRole('button', { name: /^签到/ }).count()).toBe(0);
  const all = await enter('all');
  await all.getByRole('button', { name: /^签到/ }).waitFor();
});

it('tells of each success: an address that is bound, a password that is set anew', async () => {
  const page = await enter('bound');
  const members = site.app.gate.rows('user');
  const [bound] = await members.list({ username: 'bound' });
  await members.edit(bound!.id, { email: null });
  await page.goto('/user/account/profile');
  await page.getByRole('button', { name: '绑定：邮箱' }).click();
  await page.getByRole('textbox', { name: '新邮箱' }).fill('first@example.com');
  await page.getByRole('dialog').getByLabel('密码', { exact: true }).fill(password);
  await typeCode(page, 'first@example.com');
  await page.getByRole('dialog').getByRole('button', { name: '绑定', exact: true }).click();
  await page.getByText('绑定成功').waitFor();

  // What stands beside a password is in words of the language, whichever page was opened first.
  await page.goto('/user/account/changePassword');
  await page.getByText('6 至 32 个字符').first().waitFor();

  expect(await members.get(bound!.id)).toMatchObject({ email: 'first@example.com' });
  // Another: one code leaves for an address in a minute.
  await members.edit(bound!.id, { email: 'bound@example.com' });
  const elsewhere = await site.visit();
  await elsewhere.goto('/user/login?tab=retrieve');
  await elsewhere.getByRole('textbox', { name: '邮箱' }).fill('bound@example.com');
  await typeCode(elsewhere, 'bound@example.com');
  await elsewhere.getByLabel('新密码', { exact: true }).fill('Another-Horse 8');
  await elsewhere.getByRole('button', { name: '设置新密码' }).click();
  await elsewhere.getByText('密码已修改，请使用新密码登录').waitFor();
  await signIn(elsewhere, 'bound', 'Another-Horse 8');
  expect(await identity(elsewhere)).toMatchObject({ username: 'bound', email: 'bound@example.com' });
});

it.each([['en', 'New', 'Member', 'Points', 'Points now: 0', 'Points now: 0, afterwards: 50']] as const)(
  'a new entry of points says what the member has and will have, in texts that the page fetches for it (%s)',
  async (language, add, member, points, now, after) => {
    const username = `entry_${language.slice(0, 2)}`;
    await site.app.gate.rows('user').add({ username, nickname: username, password, group_id: 1 } as never);
    const page = await site.signedIn({ language, at: '/admin/dashboard' });
    const fetched: string[] = [];
    page.on('request', (request) => void (/scoreLog-/.test(request.url()) && fetched.push(request.url())));
    await page.locator('h1, h2, h3').first().waitFor();
    expect(fetched).toEqual([]);
    await page.goto('/admin/user/scoreLog');
    await page.getByRole('button', { name: add, exact: true }).first().waitFor();
    await expect.poll(() => fetched.length).toBe(1);
    await page.getByRole('button', { name: add, exact: true }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: member }).fill(username);
    await page.locator('.ant-select-item-option').filter({ hasText: username }).click();
    await form.getByText(now, { exact: true }).waitFor();
    await form.getByLabel(points, { exact: true }).fill('50');
    await form.getByText(after, { exact: true }).waitFor();
  },
);
