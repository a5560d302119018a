import { expect, it } from 'vitest';
import { runSite } from '#browser';
import { member } from '../server.ts';

const site = runSite([], [member()]);
const wide = { width: 1440, height: 900 };

it.each([['zh-cn', '还没有兑换码，生成后可发给会员兑换', '生成兑换码', '批次名称']] as const)(
  'offers to make the first codes where there are none (%s)',
  async (language, none, make, name) => {
    const page = await site.signedIn({ language, at: '/admin/redeem/batch' });
    await page.getByText(none).waitFor();
    await page.locator('.ant-empty').getByRole('button', { name: make }).click();
    const field = page.getByRole('dialog').getByLabel(name, { exact: true });
    await field.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  },
);

it('shows members and what they signed in with without scrolling sideways, browsers in the words of members', async () => {
  const email = 'a.name.of.many.letters@example.com';
  const { id } = await site.app.gate
    .rows('user')
    .add({ username: 'wide', nickname: 'Wide', email, password: 'Correct-Horse 9', group_id: 1 } as never);
  const useragent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  await site.app.gate.rows('user_sign_in').add({ user_id: id, ip: '2001:db8::1', useragent } as never);
  const page = await site.signedIn({ language: 'en', at: '/admin/user/signIn' });
  await page.setViewportSize(wide);
  const browser = page.getByText('Chrome · Linux', { exact: true });
  await browser.waitFor();
  expect(await browser.getAttribute('title')).toBe(useragent);
  for (const path of ['user/user', 'user/signIn', 'user/template', 'user/outbox', 'redeem/batch']) {
    await page.goto(`/admin/${path}`);
    const table = page.locator('.ant-table-body, .ant-table-content').first();
    await table.waitFor();
    await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth), { message: path }).toBe(0);
  }
  await page.goto('/admin/user/user');
  // Two of four names: there is no room for more.
  await page.getByPlaceholder('Search username, nickname…', { exact: true }).waitFor();
  const shown = page.getByText(email, { exact: true });
  await shown.waitFor();
  // All of it, on as many lines as it needs.
  expect(await shown.evaluate((text) => text.closest('td')!.scrollWidth - text.closest('td')!.clientWidth)).toBe(0);
  expect(await shown.evaluate((text) => getComputedStyle(text).whiteSpace)).toBe('normal');
});
