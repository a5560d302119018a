import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { addPerson, addSuperior } from '../support/addPerson.ts';
import { expireTokens as expireAll } from '../support/expireTokens.ts';
import { library } from '../support/library.ts';
import { settled } from '../support/settled.ts';
import { password, runSite } from '../support/site.ts';

const site = runSite(library);

// Sessions end here, and people are locked out.
beforeEach(() => site.reset());

async function signIn(page: Page, secret = password, keep = false, username = 'admin'): Promise<void> {
  await page.getByLabel('用户名', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  if (keep) await page.getByLabel('保持登录').check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
}
const expireTokens = (): Promise<unknown> => expireAll(site.app);

it('tells of a wrong password, and asks for a picture after a few', async () => {
  // An account of its own: no other test meets its failures.
  const username = 'guessed';
  await addSuperior(site.app.gate, username, password);
  const page = await site.visit({ fresh: true });
  await page.clock.install();
  await page.goto('/admin/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect.poll(() => page.getByText('不能为空').count()).toBe(2);
  for (let turn = 0; turn < 3; turn += 1) {
    await signIn(page, 'wrong-password', false, username);
    await page.getByRole('alert').getByText('用户名或密码不正确').waitFor();
    await page.getByRole('button', { name: '登录', exact: true }).and(page.locator(':not(.ant-btn-loading)')).waitFor();
  }
  const drawn = page.waitForRequest(/\/clickCaptcha\?/);
  await signIn(page, password, false, username);
  const picture = page.getByRole('dialog', { name: '安全验证' }).getByRole('button', { name: '点击图片中的文字' });
  await picture.waitFor();
  const id = new URL((await drawn).url()).searchParams.get('id');
  const {
    rows: [challenge],
  } = await sql<{ targets: string }>`SELECT targets FROM captcha WHERE key = ${id}`.execute(site.app.database.read);
  for (const { left, top, size } of JSON.parse(challenge!.targets) as { left: number; top: number; size: number }[]) {
    await picture.click({ position: { x: left + size / 2, y: top + size / 2 } });
  }
  await page.getByRole('status').getByText('验证成功').waitFor();
  await page.clock.runFor(1000);
  await page.waitForURL(/\/admin\/(?!login)/);
  await page.getByText('次失败的登录尝试').first().waitFor();
});

it('asks again after a reload, and lets who uses keys alone verify without the picture', async () => {
  const username = 'guessed';
  await addSuperior(site.app.gate, username, password);
  const page = await site.visit({ language: 'en' });
  await page.goto('/admin/login');
  const submit = async (secret: string): Promise<void> => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.keyboard.press('Enter');
  };
  for (let turn = 0; turn < 3; turn += 1) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await submit('wrong-password');
    await answered;
    // Until the page has heard of it, it sends nothing else.
    await page.locator('button[type=submit]:not(.ant-btn-loading)').waitFor();
  }
  const asked = page.waitForResponse(/Index\/login/);
  await page.reload();
  await asked;
  // Asked before anything is sent.
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await submit(password);
  const dialog = page.getByRole('dialog', { name: 'Security check' });
  await expect.poll(() => dialog.locator('.captcha-words').textContent()).toMatch(/^[A-Z3479]( [A-Z3479]){3}$/);
  expect(sent).toEqual([]);
  // A key on the picture is no click in its corner.
  const picture = dialog.getByRole('button', { name: 'Click the characters in the picture' });
  await picture.focus();
  await page.keyboard.press('Enter');
  expect(await dialog.locator('.captcha-mark').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Verify without a picture' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').getByText('Verified').waitFor({ timeout: 60_000 });
  await page.waitForURL(/\/admin\/(?!login)/);
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('signInDevices')))!)).toHaveLength(1);
});

it('refreshes an expired token once for all who wait, and goes on', async () => {
  const page = await site.visit();
  await page.goto('/admin/login');
  await signIn(page, password, true);
  await page.waitForURL(/\/admin\/(?!login)/);
  // A page that asks for nothing more, so that the next one finds the token expired.
  await page.goto('/config.json');
  await expireTokens();
  const refreshes: string[] = [];
  page.on('request', (request) => request.url().includes('refreshToken') && refreshes.push(request.url()));
  await page.goto('/admin/library/book');
  await page.getByRole('button', { name: '新增', exact: true }).first().waitFor();
  await page.locator('.list-pages, .ant-empty').first().waitFor();
  expect(refreshes).toHaveLength(1);
});

it('leads to the sign-in page when the session is over, and back to where one was', async () => {
  const page = await site.visit();
  await page.goto('/admin/library/book?limit=20');
  await page.waitForURL(/\/admin\/login/);
  await signIn(page);
  await page.waitForURL(/\/admin\/library\/book\?limit=20/);
  await expireTokens();
  await page.reload();
  await page.waitForURL(/\/admin\/login/);
  expect(await page.evaluate(() => localStorage.getItem('adminInfo'))).toBeNull();
});

it('gives back what was typed when the session ended, to nobody else', async () => {
  const username = 'other';
  await addSuperior(site.app.gate, username, password);
  const books = site.app.gate.rows('book');
  const { id } = await books.add({ title: `Kept ${username}`, price: '3' });
  const page = await site.signedIn({ at: '/admin/library/book' });
  const form = page.getByRole('dialog');
  const name = form.getByRole('textbox').first();
  const typeUntilTheEnd = async (typed: string): Promise<void> => {
    await name.fill(typed);
    await expireTokens();
    await form.getByRole('button', { name: '保存' }).click();
    await page.waitForURL(/\/admin\/login\?to=/);
    await page.getByText('您填写的内容已保留').waitFor();
    expect(await page.getByText('您已在其他窗口退出登录').count()).toBe(0);
  };
  await page.locator(`tr[data-row-key="${id}"]`).dblclick();
  await name.waitFor();
  await typeUntilTheEnd(`Half ${username}`);
  await books.edit(id, { price: '9' });
  await signIn(page);
  await page.getByText('您之前填写的内容已恢复').waitFor();
  await expect.poll(() => name.inputValue()).toBe(`Half ${username}`);
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await books.list({ id })).map(({ title, price }) => [title, price])).toEqual([[`Half ${username}`, '9.00']]);
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  await typeUntilTheEnd('For nobody else');
  await signIn(page, password, false, username);
  await page.locator(`tr[data-row-key="${id}"]`).waitFor();
  await settled(page);
  expect(await form.count()).toBe(0);
});

it('gives back what was typed when the page is loaded anew, and drops what was discarded', async () => {
  const page = await site.signedIn({ at: '/admin/library/book' });
  const form = page.getByRole('dialog');
  const name = form.getByRole('textbox').first();
  // The browser asks whoever would lose something.
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  await name.fill('Half a title');
  await page.reload();
  await page.getByText('您之前填写的内容已恢复').waitFor();
  expect(asked).toEqual(['beforeunload']);
  await expect.poll(() => name.inputValue()).toBe('Half a title');
  await form.getByRole('button', { name: '关闭' }).click();
  await page.locator('.ant-modal-confirm').getByRole('button', { name: '放弃修改' }).click();
  await form.waitFor({ state: 'detached' });
  // Nothing says any more that it is back.
  expect(await page.getByText('您之前填写的内容已恢复').count()).toBe(0);
  await page.reload();
  await page.locator('.list-pages, .ant-empty').first().waitFor();
  await settled(page);
  expect([asked.length, await form.count()]).toEqual([1, 0]);
});

it('signs out, on the server too', async () => {
  const page = await site.signedIn({ at: '/admin/library/shelf' });
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('adminInfo')))!) as { token: string };
  await page.getByRole('banner').getByRole('button', { name: /Admin/ }).click();
  await page.getByText('退出登录').click();
  await page.waitForURL(/\/admin\/login/);
  const answer = await fetch(`${site.address}/api/admin/Index/index`, { headers: { batoken: token } });
  expect(await answer.json()).toMatchObject({ code: 302, data: { routeName: 'adminLogin' } });
});

it('keeps a form while the browser is offline, and sends it once afterwards', async () => {
  const page = await site.signedIn({ at: '/admin/library/shelf' });
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('名称', { exact: true }).or(form.getByRole('textbox').first()).first().fill('Offline');
  await page.context().setOffline(true);
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('恢复连接后会自动保存').waitFor();
  await page.context().setOffline(false);
  await expect.poll(async () => (await site.app.gate.rows('shelf').list({ name: 'Offline' })).length).toBe(1);
  await form.waitFor({ state: 'detached' });
  expect(await site.app.gate.rows('shelf').list({ name: 'Offline' })).toHaveLength(1);
});

it('stays where it is when a page cannot be fetched while offline, and sends afterwards what waits', async () => {
  const page = await site.signedIn({ at: '/admin/library/shelf', fresh: true });
  page.removeAllListeners('console');
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().fill('Beside');
  await page.context().setOffline(true);
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('恢复连接后会自动保存').waitFor();
  await page.getByRole('navigation', { name: '菜单' }).getByText('常规管理').click();
  await page.getByRole('link', { name: '个人资料', exact: true }).click();
  await page.getByText('页面未能加载').waitFor();
  await page.context().setOffline(false);
  await expect.poll(async () => (await site.app.gate.rows('shelf').list({ name: 'Beside' })).length).toBe(1);
});

it('follows only addresses of its own', async () => {
  const page = await site.signedIn({ at: '/admin/library/shelf' });
  for (const to of [
    // Others: tests/web/routes.test.ts.
    'javascript:alert(1)',
    '{"path":"//evil.example"}',
    '%',
    '{"path":"/admin/../user"}',
  ]) {
    await page.goto(`/admin/loading/${encodeURIComponent(to)}`);
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/loading/${encodeURIComponent(to)}`);
  }
  await page.goto(
    `/admin/loading/${encodeURIComponent(JSON.stringify({ path: '/admin/library/book', query: { limit: 20 } }))}`,
  );
  await expect.poll(() => page.url()).toMatch(/\/admin\/library\/book\?limit=20$/);
});

it('speaks the chosen language after a reload, and falls back to Chinese', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/admin/login');
  await page.getByText('Welcome back').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.evaluate(() => localStorage.setItem('lang', 'klingon'));
  await page.reload();
  await page.getByText('欢迎回来').waitFor();
});

it('works in a browser that keeps nothing more', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  await page.evaluate(() => {
    let rest = 'x'.repeat(1_000_000);
    while (rest.length > 0) {
      try {
        localStorage.setItem(`full ${rest.length} ${Math.random()}`, rest);
      } catch {
        rest = rest.slice(0, Math.floor(rest.length / 2));
      }
    }
  });
  await page.goto('/admin/library/shelf');
  await page.getByRole('button', { name: '新增', exact: true }).first().waitFor();
  await expect.poll(() => page.locator('.tab-bar li').count()).toBeGreaterThan(0);
});

it('starts with the settings of the visit before when they cannot be loaded, and says so', async () => {
  const page = await site.visit();
  await page.goto('/index');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() =>
    localStorage.setItem(
      'siteConfig',
      JSON.stringify({ ...(JSON.parse(localStorage.getItem('siteConfig')!) as object), siteName: 'Kept' }),
    ),
  );
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/index');
  await page.getByText('正在使用上次保存的网站配置').waitFor();
  await expect.poll(() => page.title()).toBe('首页 - Kept');
  await page.evaluate(() => localStorage.setItem('siteConfig', '{"siteName":'));
  await page.reload();
  await expect.poll(() => page.title()).toBe('首页 - Ai Chat');
});

it('shows nothing that was asked for on behalf of somebody else, nor after a sign-out elsewhere', async () => {
  await addPerson(site.app.gate, 'somebody', password, []);
  const other = await site.identityOf('somebody', password);
  const page = await site.signedIn({ at: '/config.json' });
  const settings = Promise.withResolvers<void>();
  await page.route('**/config.json', async (route) => {
    await settings.promise;
    await route.continue();
  });
  const answered = page.waitForResponse('**/api/admin/Index/index*');
  // A page that both may open.
  await page.goto('/admin/routine/adminInfo');
  await (await answered).finished();
  await page.evaluate((identity) => localStorage.setItem('adminInfo', identity), other);
  settings.resolve();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /somebody/ })
    .waitFor();
  expect(await page.getByRole('navigation', { name: '菜单' }).getByText('权限管理').count()).toBe(0);
  const twin = await page.context().newPage();
  await twin.goto('/config.json');
  await twin.evaluate(() => localStorage.removeItem('adminInfo'));
  await page.waitForURL(/\/admin\/login/);
  await page.getByRole('status').getByText('您已在其他窗口退出登录。').waitFor();
  expect(await page.getByText('您填写的内容已保留').count()).toBe(0);
  // Who signs in there again is in here, too.
  await twin.evaluate((identity) => localStorage.setItem('adminInfo', identity), other);
  await page.waitForURL(/\/admin\/(?!login)/);
});

it('starts afresh when somebody else signs in in another window', async () => {
  await addSuperior(site.app.gate, 'second', password);
  const page = await site.signedIn({ at: '/admin/auth/admin' });
  await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
  const identity = await site.identityOf('second', password);
  const other = await page.context().newPage();
  await other.goto('/config.json');
  await other.evaluate((stored) => localStorage.setItem('adminInfo', stored), identity);
  await expect
    .poll(() =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /second/ })
        .count(),
    )
    .toBe(1);
});
