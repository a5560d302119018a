import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectGone, faultsOfPage } from '#component';
import { framed, openCentre, said } from './centrePage.ts';

const topOf = async (name: string): Promise<number> =>
  Math.round((await page.getByRole('heading', { level: 1, name }).findElement()).getBoundingClientRect().top);

it('begins each page at the same height on a phone, however little is on it', async () => {
  await answer('/api/account/overview', said({ days: [], scoreEnds: [], moneyEnds: [], signIns: [] }));
  await answer('/api/account/balance', said({ list: [], total: 0 }));
  await openCentre('overview', { phone: true });
  // Whatever is on the page, there is room below it.
  await page.viewport(390, 2400);
  const menu = page.getByRole('navigation', { name: 'Member menu' });
  const below = async (name: string): Promise<number> =>
    (await topOf(name)) - Math.round((await menu.findElement()).getBoundingClientRect().bottom);
  await expect.poll(() => below('overview')).toBe(16);
  await menu.getByRole('link', { name: 'balance' }).click();
  await expect.poll(() => below('balance')).toBe(16);
});

it('keeps its header in sight, and on a phone unfolds its menu from the end of it', async () => {
  await answer('/api/account/overview', said({ days: [], scoreEnds: [], moneyEnds: [], signIns: [] }));
  await openCentre('overview', { phone: true });
  const menu = page.getByRole('navigation', { name: 'Member menu' });
  const unfold = menu.getByRole('button', { name: 'Show full menu' });
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'false');
  const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
  const gap = boxOf(menu.element()).right - boxOf(unfold.element()).right;
  expect(Math.abs(gap)).toBeLessThanOrEqual(8);
  // The entry below it fades instead of being cut.
  expect(getComputedStyle(unfold.element(), '::before').backgroundImage).toMatch(/^linear-gradient/);
  await unfold.click();
  expect(getComputedStyle(unfold.element(), '::before').content).toBe('none');
  await unfold.click();
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(innerHeight + 200);
  scrollTo(0, 200);
  expect(boxOf(document.querySelector('.site-header')!).top).toBe(0);
});

it.each([
  ['a phone', true],
  ['a desktop', false],
] as const)('gives a web site in a frame the height that is left on %s', async (_, phone) => {
  await openCentre(`iframe/${encodeURIComponent(framed)}`, { phone });
  const frame = await page.css('iframe').findElement();
  const gap = (): number => {
    const { top } = document.querySelector('.site-footer')!.getBoundingClientRect();
    return Math.round(top - frame.getBoundingClientRect().bottom);
  };
  await expect.poll(() => topOf('Framed')).toBeGreaterThan(0);
  expect(frame.getBoundingClientRect().height).toBeGreaterThanOrEqual(phone ? 300 : 500);
  // Nothing but the margin of the page.
  expect(gap()).toBeLessThanOrEqual(24);
  expect(document.documentElement.scrollHeight).toBe(innerHeight);
});

it.each([
  ['en', 'Site', 'Home', 'Open the site menu', 'Close'],
  ['zh-cn', '网站导航', '首页', '打开网站菜单', '关闭'],
] as const)(
  'leads elsewhere on the site: from its bar, and from a menu on a phone (%s)',
  async (language, name, home, menu, close) => {
    const nav = page.getByRole('navigation', { name, exact: true });
    const names = (): string[] =>
      nav
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent);
    const links = ['Guide', 'Forum'];
    await openCentre('balance', { language, links });
    await expect.poll(names).toEqual([home, ...links]);
    await openCentre('balance', { language, links, phone: true });
    const button = page.getByRole('button', { name: menu });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    expect(nav.elements()).toEqual([]);
    await button.click();
    const drawer = page.getByRole('dialog');
    await expect.element(drawer).toBeVisible();
    await expect.poll(names).toEqual([home, ...links]);
    expect(await faultsOfPage()).toEqual([]);
    await drawer.getByRole('button', { name: close }).click();
    await expectGone(drawer);
    // Whoever works by keys goes on where they were.
    await expect.element(button).toHaveFocus();
    await button.click();
    await nav.getByRole('link', { name: home }).click();
    await expect.poll(() => location.pathname).toBe('/index');
    await expectGone(drawer);
  },
);

it('shows what the newest entry ends with, where something was booked since the page began', async () => {
  const entry = {
    id: 1,
    money: '88.80',
    before: '1234.50',
    after: '1323.30',
    memo: 'A gift',
    create_time: 1_800_000_000,
  };
  await answer('/api/account/balance*', said({ list: [entry], total: 1 }));
  await openCentre('balance', { later: { money: '1323.30' } });
  await expect.element(page.css('.centre-figures').getByText('¥1,323.30')).toBeVisible();
  // What stood before it.
  await expect.poll(() => page.getByText('¥1,234.50').elements()).toHaveLength(1);
});
