import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { runSite } from '../support/site.ts';

const site = runSite();
const open = async (page: Page): Promise<void> => {
  await page.goto('/admin/routine/config');
  await page.getByRole('tab', { name: /基础配置|Basics/ }).waitFor();
};
const save = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /^(?:保\s?存|Save)$/ });
const told = (page: Page) => page.getByText(/配置已保存|in effect now/);

it('changes the name of the site, which this page and the next visitor see at once', async () => {
  const page = await site.signedIn();
  await open(page);
  await page.getByLabel('站点名称').fill('新的名字');
  await page.getByLabel('开启会员中心').click();
  await save(page).click();
  await told(page).waitFor();
  await expect.poll(() => page.title()).toBe('系统配置 - 新的名字');
  await expect.poll(() => page.locator('.admin-brand').textContent()).toContain('新的名字');
  const visitor = await site.visit({ language: 'en' });
  await visitor.goto('/index');
  await expect.poll(() => visitor.title()).toContain('新的名字');
  await open(page);
  expect([
    await page.getByLabel('站点名称').inputValue(),
    await page.getByLabel('开启会员中心').getAttribute('aria-checked'),
  ]).toEqual(['新的名字', 'true']);
});

it('shows every error on its input, the browser’s and the server’s, and sends nothing that is wrong', async () => {
  const page = await site.signedIn({ language: 'en' });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await open(page);
  await page.getByLabel('Site name').fill('');
  await page.getByLabel('CDN address').fill('nowhere');
  await save(page).click();
  const errorOf = (label: string) =>
    page
      .locator('.ant-form-item')
      .filter({ has: page.getByLabel(label) })
      .locator('.ant-form-item-explain-error');
  await expect.poll(() => errorOf('Site name').textContent()).toBe('This field is required');
  await expect.poll(() => errorOf('CDN address').textContent()).toBe('URL format error');
  expect(sent).toEqual([]);
  await page.getByLabel('Site name').fill('English');
  await page.getByLabel('CDN address').fill('https://cdn.example');
  await page.getByLabel('Refused IP addresses').fill('10.0.0.0/8\nnonsense');
  await save(page).click();
  await expect.poll(() => errorOf('Refused IP addresses').textContent()).toBe('“nonsense” has a wrong format');
});

it('takes a password that nobody gets to see again, and keeps what is typed in other groups', async () => {
  const page = await site.signedIn({ language: 'en' });
  await open(page);
  await page.getByLabel('Record number').fill('not saved yet');
  await page.getByRole('tab', { name: 'Mail' }).click();
  const secret = page.getByLabel('SMTP password', { exact: true });
  expect(await secret.getAttribute('type')).toBe('password');
  await secret.fill('Mail <Canary>');
  await page.getByLabel('SMTP server').fill('smtp.example.com');
  await save(page).click();
  await told(page).waitFor();
  expect(await secret.inputValue()).toBe('');
  await page.getByRole('tab', { name: 'Basics' }).click();
  expect(await page.getByLabel('Record number').inputValue()).toBe('not saved yet');
  const left = page.waitForEvent('dialog').then((dialog) => dialog.accept().then(() => dialog.type()));
  await page.reload();
  expect(await left).toBe('beforeunload');
  await page.getByRole('tab', { name: 'Mail' }).click();
  expect(await page.getByLabel('SMTP server').inputValue()).toBe('smtp.example.com');
  expect(await page.content()).not.toContain('Canary');
});

it('takes a stored password away', async () => {
  const page = await site.signedIn({ language: 'en' });
  await open(page);
  await page.getByRole('tab', { name: 'Mail' }).click();
  const [secret, remove] = [
    page.getByLabel('SMTP password', { exact: true }),
    page.getByRole('button', { name: 'Remove the stored value: SMTP password' }),
  ];
  await secret.fill('Mail <Canary>');
  await save(page).click();
  await told(page).waitFor();
  await remove.click();
  expect(await secret.getAttribute('placeholder')).toBe('Goes when you save');
  await remove.click();
  expect(await secret.getAttribute('placeholder')).toBe('Leave empty to keep it');
  await remove.click();
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && /routine\.config\/edit/i.test(request.url())),
    save(page).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ smtp_pass: null });
  await expect.poll(() => secret.getAttribute('placeholder')).toBe('Leave empty to keep it');
});

it('tells of a change that somebody else made meanwhile', async () => {
  const [one, other] = [await site.signedIn({ language: 'en' }), await site.signedIn({ language: 'en' })];
  await open(one);
  await open(other);
  await one.getByLabel('Site name').fill('First');
  await save(one).click();
  await told(one).waitFor();
  await other.getByLabel('Site name').fill('Second');
  await other.getByLabel('API address').fill('https://api.example');
  await save(other).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Site name: Theirs' }).click();
  await dialog.getByRole('button', { name: 'Save this choice' }).click();
  await told(other).waitFor();
  expect([
    await other.getByLabel('Site name').inputValue(),
    await other.getByLabel('API address').inputValue(),
  ]).toEqual(['First', 'https://api.example']);
});

it('is read only without the right to change, on a phone too', async () => {
  const { gate } = site.app;
  const rules = await gate.rows('admin_rule').list({ name: { in: ['routine/config', 'routine/config/index'] } });
  const { id } = await gate
    .rows('admin_group')
    .add({ name: 'Readers', pid: 1, rule_ids: rules.map((rule) => rule.id) });
  await gate.rows('admin').add({ username: 'reader', nickname: 'Reader', password: 'Reader-1', group_ids: [id] });
  const page = await site.signedIn({ language: 'en', phone: true, username: 'reader', password: 'Reader-1' });
  await open(page);
  await page.getByText('You may look at the settings, but not change them').waitFor();
  expect(await page.getByLabel('Site name').isDisabled()).toBe(true);
  expect(await save(page).count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});
