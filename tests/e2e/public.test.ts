import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { password, runSite } from '../support/site.ts';

const site = runSite(library);
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const asked = (path: string, query: object = {}): string => encodeURIComponent(JSON.stringify({ path, query }));

/** Changes settings of the site as an administrator does. */
async function configure(change: Record<string, unknown>): Promise<void> {
  const post = async (
    action: string,
    body: object,
    token = '',
  ): Promise<{ code: number; data: { userInfo: { token: string } } }> =>
    (
      await fetch(`${site.address}/api/admin/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', batoken: token },
        body: JSON.stringify(body),
      })
    ).json() as never;
  const { data } = await post('Index/login', { username: 'admin', password });
  expect((await post('routine.Config/edit', change, data.userInfo.token)).code).toBe(1);
}

const titles = {
  'zh-cn': {
    '/index': '首页',
    '/admin/login': '管理员登录',
    '/user/login': '会员登录',
    '/404': '页面不存在',
    '/401': '没有访问权限',
    '/user': '会员中心',
    '/admin': '管理员登录',
    '/': '首页',
    '/chat': '首页',
    '/chat/7': '首页',
    '/nowhere': '页面不存在',
    '/chat/7/8': '页面不存在',
    '/user/profile?a=b': '会员中心',
  },
  en: {
    '/index': 'Home',
    '/admin/login': 'Administrator sign-in',
    '/user/login': 'Member sign-in',
    '/404': 'Page not found',
    '/401': 'No access permission',
    '/user': 'Member centre',
    '/admin': 'Administrator sign-in',
    '/': 'Home',
    '/chat': 'Home',
    '/chat/7': 'Home',
    '/nowhere': 'Page not found',
    '/chat/7/8': 'Page not found',
    '/user/profile?a=b': 'Member centre',
  },
} as const;
const ends: Readonly<Record<string, string>> = {
  '/user': '/user/loading',
  '/admin': '/admin/login',
  '/': '/index',
  '/chat': '/index',
  '/chat/7': '/index',
  '/nowhere': '/404',
  '/chat/7/8': '/404',
  '/user/profile?a=b': `/user/loading/${asked('/user/profile', { a: 'b' })}`,
};

it.each(['zh-cn', 'en'] as const)(
  'every address leads where it should, with its title and without a key to be seen, in %s',
  async (language) => {
    const page = await site.visit({ language });
    for (const [address, title] of Object.entries(titles[language])) {
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      expect(pathOf(page), address).toBe(ends[address] ?? address);
      await expect.poll(() => page.title(), { message: address }).toBe(`${title} - Ai Chat`);
      expect(await page.locator('body').innerText(), address).not.toMatch(
        /\b[a-z]+:[a-z]\w+|\b(?:features|preview|title)\.\w+/,
      );
    }
  },
);

const said = {
  'zh-cn': {
    '/404': '这不是您想要的页面，它可能已被移动或删除。',
    '/401': '您没有权限访问该页面，或文件已失效。',
    '/user': '会员中心暂未开放',
  },
  en: {
    '/404': 'This is not the page you want. It may have been moved or deleted.',
    '/401': 'You have no permission to access this page, or the file is invalid.',
    '/user': 'The member centre is closed',
  },
} as const;
const trouble = {
  'zh-cn': { missing: '页面未能加载', stale: '正在使用上次保存的网站配置', back: '返回上一页' },
  en: { missing: 'This page could not be loaded', stale: 'the settings of your last visit are used', back: 'Go back' },
} as const;

it.each(['zh-cn', 'en'] as const)('says what is wrong where a page cannot be shown, in %s', async (language) => {
  const page = await site.visit({ language });
  page.removeAllListeners('console');
  for (const [address, text] of Object.entries(said[language])) {
    await page.goto(address);
    await page.getByText(text).waitFor();
  }
  const { missing, stale, back } = trouble[language];
  await page.goto('/index');
  await page.route('**/assets/UserLoginPage-*.js', (route) => route.abort());
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(?:登录|Sign in)$/ })
    .click();
  await page.getByText(missing).waitFor();
  await page.getByRole('button', { name: back }).click();
  await page.locator('.home').waitFor();
  expect(await page.getByText(missing).count()).toBe(0);
  await page.route('**/config.json', (route) => route.abort());
  await page.reload();
  await page.getByText(stale).waitFor();
});

it.each([
  ['zh-cn', '图书', '正在加载…'],
  ['en', 'Books', 'Loading…'],
] as const)(
  'pages of the menu have its title, and loading pages no more than that, in %s',
  async (language, title, loading) => {
    const page = await site.signedIn({ language });
    await page.goto('/admin/library/book');
    await expect.poll(() => page.title()).toBe(`${title} - Ai Chat`);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/admin/Index/index*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`/admin/loading/${asked('/admin/library/shelf', { limit: 20 })}`);
    await expect.poll(() => page.title()).toBe(loading);
    await page.locator('.overlay[role=status]').waitFor();
    gate.resolve();
    await page.waitForURL(/\/admin\/library\/shelf\?limit=20$/);
    await expect.poll(() => page.title()).toMatch(/^(?:书架|Shelves) - Ai Chat$/);
  },
);

it('fetches the texts of a page when it is first opened, and once', async () => {
  const page = await site.visit({ language: 'en' });
  const texts: string[] = [];
  page.on('request', (request) =>
    texts.push(/\/assets\/(home|member|login|error)-[\w-]+\.js/.exec(request.url())?.[1] ?? ''),
  );
  const seen = (): string[] => texts.filter(Boolean);
  await page.goto('/index');
  await page.locator('h1').waitFor();
  expect(seen()).toEqual(['home']);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Member sign-in' }).waitFor();
  await page.goBack();
  await page.goForward();
  await page.getByRole('heading', { name: 'Member sign-in' }).waitFor();
  expect(seen()).toEqual(['home', 'member']);
});

it.each([
  ['nothing', 'null'],
  ['another page', '<html></html>'],
  ['a list', '[]'],
])(
  'starts with the usual settings, and says so, where the server gives %s and what is stored is corrupted',
  async (_what, body) => {
    const page = await site.visit();
    await page.addInitScript(
      `localStorage.setItem('siteConfig', '{"siteName":5,"timeZone":"Mars/Olympus","headNav":{},"openMemberCenter":"yes"}')`,
    );
    await page.route('**/config.json', (route) => route.fulfill({ body }));
    await page.goto('/index');
    await page.getByText('正在使用上次保存的网站配置').waitFor();
    await expect.poll(() => page.title()).toBe('首页 - Ai Chat');
  },
);

it('follows old addresses behind # into the back office', async () => {
  const page = await site.visit();
  await page.goto('/#/admin/login');
  await page.waitForURL('**/admin/login');
  await page.goto('/index#features');
  await page.locator('h1').waitFor();
  expect(pathOf(page)).toBe('/index');
});

it('shows what a visitor can do at home, and that there is no chat yet', async () => {
  const page = await site.visit();
  await page.goto('/index');
  await page.getByRole('link', { name: '进入聊天' }).click();
  await page.getByText('聊天功能尚未安装').waitFor();
  expect(pathOf(page)).toBe('/index');
  await page.getByRole('main').getByRole('link', { name: '登录' }).click();
  await page.getByText('会员登录将随会员中心一同开放').waitFor();
  await page.getByRole('link', { name: '返回首页' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: '管理员登录' }).click();
  await page.getByLabel('用户名').waitFor();
  await page.goto('/index');
  await page.getByRole('button', { name: '深色模式' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('link', { name: 'Enter chat' }).waitFor();
  expect(await page.evaluate(() => [document.documentElement.dataset['theme'], document.documentElement.lang])).toEqual(
    ['dark', 'en'],
  );
});

it.each([
  ['zh-cn', '登录', '进入后台'],
  ['en', 'Sign in', 'Back office'],
] as const)(
  'leads administrators who are signed in from home to the back office, in %s',
  async (language, signIn, enter) => {
    const page = await site.signedIn({ language });
    await page.goto('/index');
    await page.getByRole('main').getByRole('link', { name: enter }).waitFor();
    expect(await page.getByRole('link', { name: signIn, exact: true }).count()).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: enter }).click();
    await page.waitForURL('**/admin/dashboard');
  },
);

it('has both icon fonts, whose classes show glyphs', async () => {
  const page = await site.visit();
  await page.goto('/index');
  await page.locator('h1').waitFor();
  const glyphOf = (icon: string): Promise<string> =>
    page.evaluate((name) => {
      const element = document.body.appendChild(document.createElement('i'));
      element.className = `menu-icon ${name}`;
      const { content, fontFamily } = getComputedStyle(element, '::before');
      return `${fontFamily} ${content.length}`;
    }, icon);
  await expect.poll(() => glyphOf('fa fa-user')).toBe('FontAwesome 3');
  await expect.poll(() => glyphOf('bi bi-chat-dots')).toBe('bootstrap-icons 3');
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (
          await Promise.all(
            ['16px FontAwesome', '16px bootstrap-icons'].map((font) => document.fonts.load(font, '\uf007')),
          )
        ).map((faces) => faces.length),
      ),
    )
    .toEqual([1, 1]);
});

it('moves nothing while it loads', async () => {
  for (const phone of [false, true]) {
    const page = await site.visit({ phone, motion: true });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, {
            shift: ((window as { shift?: number }).shift ?? 0) + (entry as unknown as { value: number }).value,
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const address of ['/index', '/user/login', '/admin/login', '/404']) {
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(500);
      expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0), address).toBeLessThan(0.05);
    }
  }
});

it('has the ground that was chosen before its code is there', async () => {
  for (const dark of [true, false]) {
    const page = await site.visit({ dark: !dark });
    await page.addInitScript(`localStorage.setItem('storeConfig_v2', '{"isDark":${dark}}')`);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/index');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      dark ? 'rgb(18, 18, 18)' : 'rgb(255, 255, 255)',
    );
  }
});

describe('the overlay and the bar', () => {
  it('are over the page while another is loaded, and gone afterwards', async () => {
    const page = await site.visit();
    await page.goto('/index');
    await page.locator('h1').waitFor();
    const overlay = page.locator('.overlay[role=status]');
    await overlay.waitFor({ state: 'hidden' });
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/UserLoginPage-*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: '登录' }).click();
    await overlay.waitFor();
    expect(await overlay.getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => overlay.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await expect.poll(() => page.locator('#nprogress .bar').count()).toBe(1);
    // The page before stays in sight under it.
    expect(await page.locator('.home').isVisible()).toBe(true);
    gate.resolve();
    await page.getByRole('heading', { level: 1, name: '会员登录' }).waitFor();
    await overlay.waitFor({ state: 'hidden' });
    await page.locator('#nprogress').waitFor({ state: 'detached' });
  });

  it('do not flash when the page is there already', async () => {
    const page = await site.visit();
    await page.goto('/user/login');
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.locator('.home').waitFor();
    await page.goBack();
    await page.getByText('使用您的会员账号登录').waitFor();
    await page.evaluate(() => {
      const seen: number[] = [];
      const look = (): void => {
        const overlay = document.querySelector('.overlay');
        if (overlay && !(overlay as HTMLElement).hidden) seen.push(Number(getComputedStyle(overlay).opacity));
        requestAnimationFrame(look);
      };
      Object.assign(window, { seen });
      look();
    });
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.locator('.home').waitFor();
    await page.waitForTimeout(600);
    // Where a page takes less than this, nothing is seen of the overlay.
    expect(await page.locator('.overlay').evaluate((element) => getComputedStyle(element).animationDelay)).toBe(
      '0.15s',
    );
    expect(Math.max(0, ...(await page.evaluate(() => (window as unknown as { seen: number[] }).seen)))).toBeLessThan(
      0.3,
    );
  });
});

describe('the page for what is not there', () => {
  it('counts down and goes back to the page before', async () => {
    const page = await site.visit();
    await page.clock.install();
    await page.goto('/user/login');
    await page.locator('h1').waitFor();
    await page.evaluate(() => {
      history.pushState({ idx: 1 }, '', '/no/such/page');
      dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
    });
    await page.waitForURL('**/404');
    await page.getByText(/秒后返回上一页/).waitFor();
    await page.clock.runFor(11_000);
    await page.waitForURL('**/user/login');
    expect(await page.locator('h1').innerText()).toBe('会员登录');
  });

  it('goes home where nothing was before, unless it is stopped', async () => {
    const page = await site.visit({ language: 'en' });
    await page.clock.install();
    await page.goto('/no/such/page');
    const timer = page.getByRole('timer');
    await timer.waitFor();
    const first = await timer.innerText();
    await expect.poll(() => timer.innerText()).not.toBe(first);
    expect(await page.getByRole('button', { name: 'Go back' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await timer.waitFor({ state: 'detached' });
    await page.clock.runFor(11_000);
    expect(pathOf(page)).toBe('/404');
    await page.getByRole('button', { name: 'Go home' }).click();
    await page.waitForURL('**/index');
  });

  it('moves nothing for those who want no motion', async () => {
    const page = await site.visit();
    await page.goto('/404');
    await page.getByRole('timer').waitFor();
    expect(await page.locator('.auto-return-bar').isVisible()).toBe(false);
  });
});

describe('a page that throws', () => {
  it('leaves the back office around it, and can be left', async () => {
    const page = await site.signedIn();
    // What is thrown here is meant.
    page.removeAllListeners('console');
    await page.goto('/admin/library/shelf');
    await page.getByRole('button', { name: '新增' }).first().waitFor();
    await page.route('**/api/admin/library.book/manifest*', (route) =>
      route.fulfill({
        json: { code: 1, msg: '', time: 0, data: { path: 'library/book', traits: {}, actions: [], columns: 3 } },
      }),
    );
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /图书|Book/ })
      .click();
    await page.getByText('页面出错了').waitFor();
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0);
    await page.getByRole('timer').waitFor();
    await page.getByRole('button', { name: '留在此页' }).click();
    await page.unroute('**/api/admin/library.book/manifest*');
    await page.getByRole('button', { name: '返回上一页' }).click();
    await page.waitForURL('**/library/shelf');
    await page.getByRole('button', { name: '新增' }).first().waitFor();
  });
});

it('says so where a page cannot be loaded, and shows it as soon as it can', async () => {
  const page = await site.visit();
  page.removeAllListeners('console');
  await page.goto('/index');
  await page.route('**/assets/UserLoginPage-*.js', (route) => route.abort());
  await page.getByRole('main').getByRole('link', { name: '登录' }).click();
  await page.getByText('页面未能加载').waitFor();
  await page.getByRole('button', { name: '返回上一页' }).click();
  await page.getByRole('link', { name: '进入聊天' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: '登录' }).click();
  await page.getByText('页面未能加载').waitFor();
  await page.unroute('**/assets/UserLoginPage-*.js');
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByRole('heading', { name: '会员登录' }).waitFor();
  expect(pathOf(page)).toBe('/user/login');
});

describe('the member centre', () => {
  afterEach(() => configure({ open_member_center: 0, record_number: '', head_nav: [] }));

  it('says that it is closed at each of its addresses', async () => {
    const page = await site.visit();
    for (const address of [
      '/user',
      '/user/loading',
      '/user/account/profile',
      `/user/loading/${asked('//evil.example')}`,
      '/user/loading/nonsense',
    ]) {
      await page.goto(address);
      await page.getByRole('heading', { name: '会员中心暂未开放' }).waitFor();
      expect(pathOf(page), address).toMatch(/^\/user\/loading/);
    }
  });

  it('has its frame with nothing in it once it is open', async () => {
    await configure({
      open_member_center: 1,
      record_number: '京ICP备1号',
      head_nav: [
        { key: 'Docs', value: 'https://docs.example/' },
        { key: 'Lost', value: '/404' },
      ],
    });
    const page = await site.visit();
    await page.goto('/user');
    await page.getByRole('heading', { level: 1, name: '会员中心' }).waitFor();
    await page.getByRole('contentinfo').getByText('京ICP备1号').waitFor();
    expect(await page.getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('https://docs.example/');
    await page.getByRole('link', { name: '会员登录' }).click();
    await page.getByText('暂无可用的登录方式').waitFor();
    const phone = await site.visit({ phone: true });
    await phone.goto('/user');
    const side = phone.getByRole('complementary');
    await phone.locator('h1').waitFor();
    expect(await side.isVisible()).toBe(false);
    await phone.getByRole('button', { name: '会员菜单' }).click();
    await side.waitFor();
  });

  it('shows links of the site in frames without rights, no other address, and tells of pages that are not there', async () => {
    const docs = createServer((_request, response) => response.end('<h1>Docs</h1>'));
    await new Promise<void>((resolve) => docs.listen(0, '127.0.0.1', resolve));
    const frame = `http://127.0.0.1:${(docs.address() as { port: number }).port}/`;
    await configure({
      open_member_center: 1,
      head_nav: [
        { key: 'Docs', value: frame },
        { key: 'Lost', value: '/404' },
      ],
    });
    const page = await site.visit();
    await page.goto(`/user/iframe/${encodeURIComponent(frame)}`);
    expect(await page.locator('iframe[title="Docs"]').getAttribute('src')).toBe(frame);
    expect(await page.locator('iframe[title="Docs"]').getAttribute('sandbox')).not.toContain('allow-same-origin');
    for (const other of [
      `/user/iframe/${encodeURIComponent('https://evil.example/')}`,
      `/user/iframe/${encodeURIComponent('/404')}`,
      '/user/no/such',
    ]) {
      await page.goto(other);
      await page.getByText('导航失败，路由无效').waitFor();
      expect(await page.locator('.ant-message').innerText()).toContain(`：${decodeURIComponent(other)}`);
      expect(await page.locator('iframe').count()).toBe(0);
    }
    docs.close();
  });
});

describe('the head of the public pages', () => {
  afterEach(() => configure({ site_name: 'Ai Chat', site_logo: '', head_nav: [] }));

  it('keeps its tools in the first row of a phone, beside a name of any length', async () => {
    await configure({
      site_name: 'Müller & Sons Management 后台',
      head_nav: [{ key: 'Docs', value: 'https://docs.example/' }],
    });
    const page = await site.visit({ phone: true });
    await page.goto('/index');
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    await page.getByRole('link', { name: 'Docs' }).waitFor();
    const [brand, tools, nav] = await Promise.all(['.site-brand', '.site-tools', '.site-nav'].map(boxOf));
    const middle = ({ y, height }: { y: number; height: number }): number => y + height / 2;
    expect(middle(tools!)).toBeCloseTo(middle(brand!), 0);
    expect(tools!.x + tools!.width).toBeGreaterThan(390 - 20);
    expect(nav!.y).toBeGreaterThanOrEqual(tools!.y + tools!.height);
    expect(
      await page.locator('.site-brand .brand > span').evaluate((name) => name.scrollWidth > name.clientWidth),
    ).toBe(true);
  });

  it('shows the product’s own icon in place of a logo that cannot be loaded', async () => {
    await configure({ site_logo: '/nowhere/logo.png' });
    const page = await site.visit();
    await page.goto('/index');
    const logo = page.locator('.site-brand img');
    await logo.waitFor();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
  });
});
