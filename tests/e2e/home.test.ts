import { afterEach, describe, expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);

it('shows what a visitor can do at home, and that there is no chat yet', async () => {
  const page = await site.visit();
  await page.goto('/index');
  await page.getByRole('link', { name: '开始对话' }).click();
  await page.getByText('对话功能尚未开通').waitFor();
  await page.waitForURL('**/index');
  await page.getByRole('main').getByRole('link', { name: '登录' }).click();
  await page.getByText('暂无可用的登录方式').waitFor();
  await page.getByRole('link', { name: '返回首页' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: '管理员登录' }).click();
  await page.getByLabel('用户名').waitFor();
  await page.goto('/index');
  await page.getByRole('button', { name: '深色模式' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('link', { name: 'Start chatting' }).waitFor();
  expect(await page.evaluate(() => [document.documentElement.dataset['theme'], document.documentElement.lang])).toEqual(
    ['dark', 'en'],
  );
});

it.each([['zh-cn', '登录', '进入后台']] as const)(
  'leads administrators who are signed in from home to the back office, in %s',
  async (language, signIn, enter) => {
    const page = await site.signedIn({ language, at: '/index' });
    await page.getByRole('main').getByRole('link', { name: enter }).waitFor();
    expect(await page.getByRole('link', { name: signIn, exact: true }).count()).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: enter }).click();
    await page.waitForURL('**/admin/dashboard');
  },
);

it('has both icon fonts, whose classes show glyphs', async () => {
  const page = await site.visit();
  await page.goto('/index');
  await page.getByRole('contentinfo').waitFor();
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
    const page = await site.visit({ fresh: true, phone, motion: true });
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
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0), address).toBeLessThan(0.05);
    }
  }
});

it('has the ground that was chosen before its code is there', async () => {
  for (const dark of [true, false]) {
    const page = await site.visit({ own: true, dark: !dark });
    await page.addInitScript(`localStorage.setItem('storeConfig_v2', '{"isDark":${dark}}')`);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/index');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      dark ? 'rgb(18, 18, 18)' : 'rgb(255, 255, 255)',
    );
  }
});

describe('a first visit', () => {
  afterEach(() => site.configure({ first_language: 'zh-cn' }));

  it('is in the language that the site has set, and in the one that a visitor has chosen after that', async () => {
    const page = await site.visit({ own: true });
    const languageAt = async (speaks: readonly string[]): Promise<string> => {
      await page.goto('/config.json');
      await page.evaluate(() => localStorage.removeItem('lang'));
      await page.addInitScript((spoken) => {
        Object.defineProperty(navigator, 'languages', { value: spoken, configurable: true });
      }, speaks);
      await page.goto('/index');
      await page.locator('h1').first().waitFor();
      return (await page.locator('html').getAttribute('lang'))!;
    };
    expect(await languageAt(['en-GB'])).toBe('zh-cn');
    await site.configure({ first_language: 'browser' });
    expect(await languageAt(['fr-FR', 'en-GB', 'zh-TW'])).toBe('en');
    expect(await languageAt(['zh-TW', 'en'])).toBe('zh-cn');
    expect(await languageAt(['fr'])).toBe('zh-cn');
    await page.getByRole('button', { name: /English/ }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('en');
    await site.configure({ first_language: 'en' });
    expect(await languageAt(['zh-CN'])).toBe('en');
  });
});

describe('the head of the public pages', () => {
  afterEach(() => site.configure({ site_name: 'Ai Chat', site_logo: '', head_nav: [] }));

  it('keeps its tools in the first row of a phone, beside a name of any length', async () => {
    await site.configure({
      site_name: 'Müller & Sons Management 后台',
      head_nav: [{ key: 'Docs', value: 'https://docs.example/' }],
    });
    const page = await site.visit({ phone: true });
    await page.goto('/index');
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const button = page.getByRole('button', { name: '打开网站菜单' });
    await button.waitFor();
    const [brand, tools, menu] = await Promise.all(['.site-brand', '.site-tools', '.site-menu-button'].map(boxOf));
    const middle = ({ y, height }: { y: number; height: number }): number => y + height / 2;
    expect(middle(tools!)).toBeCloseTo(middle(brand!), 0);
    expect(middle(menu!)).toBeCloseTo(middle(brand!), 0);
    expect(tools!.x + tools!.width).toBeGreaterThan(390 - 20);
    expect(
      await page.locator('.site-brand .brand > span').evaluate((name) => name.scrollWidth > name.clientWidth),
    ).toBe(true);
    // The links of the site come in from the side, and go when one is followed.
    await button.tap();
    const links = page.getByRole('dialog').getByRole('navigation', { name: '网站导航' }).getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(['首页', 'Docs']);
    await links.first().tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
  });

  it('shows the product’s own icon in place of a logo that cannot be loaded', async () => {
    await site.configure({ site_logo: '/nowhere/logo.png' });
    const page = await site.visit();
    await page.goto('/index');
    const logo = page.locator('.site-brand img');
    await logo.waitFor();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
  });
});
