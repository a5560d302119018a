import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { runSite, type Visit } from '../support/site.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
const secret = 'Person-1';
const site = runSite();
let username = '';
let made = 0;

/** Somebody without a single right, another one in each test. */
beforeEach(async () => {
  const { gate } = site.app;
  const { id } = await gate.rows('admin_group').add({ name: `Editors ${(made += 1)}`, pid: 1 });
  username = `ann${made}`;
  await gate.rows('admin').add({ username, nickname: 'Ann', password: secret, group_ids: [id] });
});

const row = async () => (await site.app.gate.rows('admin').list({ username }))[0]!;
async function open(visit: Visit = { language: 'en' }, who = { username, password: secret }): Promise<Page> {
  const page = await site.signedIn({ ...visit, ...who });
  await page.goto('/admin/routine/adminInfo');
  await page.getByRole('tab').first().waitFor();
  return page;
}
const errorOf = (page: Page, label: string) =>
  page
    .locator('.ant-form-item')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.ant-form-item-explain-error');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

it('is open to who has no rights, and shows them who they are', async () => {
  const page = await site.signedIn({ language: 'en', username, password: secret });
  await page.getByRole('button', { name: 'Ann' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  const card = page.getByRole('region', { name: 'Account' });
  await expect.poll(() => card.textContent()).toContain(username);
  expect(await card.textContent()).toContain(`Editors ${made}`);
  expect(await card.textContent()).toContain('127.0.0.1');
  await expect.poll(() => page.title()).toContain('My profile');
});

it('changes one’s own data; card and bar follow, and errors stand at their inputs', async () => {
  const page = await open();
  await page.getByLabel('Nickname').fill('');
  await page.getByLabel('E-mail').fill('nowhere');
  await save(page).click();
  await expect.poll(() => errorOf(page, 'Nickname').textContent()).toBe('This field is required');
  await expect.poll(() => errorOf(page, 'E-mail').textContent()).toContain('email');
  await page.getByLabel('Nickname').fill('Annabel');
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.getByLabel('Motto').fill('First things first');
  await save(page).click();
  await page.getByText('Your profile is saved').waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'Account' }).getByRole('heading').textContent())
    .toBe('Annabel');
  await expect.poll(() => page.getByRole('banner').textContent()).toContain('Annabel');
  expect(await row()).toMatchObject({ nickname: 'Annabel', email: 'ann@example.com', motto: 'First things first' });
  expect(await page.evaluate(`JSON.parse(localStorage.getItem('adminInfo')).nickname`)).toBe('Annabel');
});

it('tells of a change that was made elsewhere meanwhile', async () => {
  const page = await open();
  await site.app.gate.rows('admin').edit((await row()).id, { nickname: 'Elsewhere' });
  await page.getByLabel('Nickname').fill('Here');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Nickname: Theirs' }).click();
  await dialog.getByRole('button', { name: 'Save this choice' }).click();
  await expect.poll(() => page.getByLabel('Nickname').inputValue()).toBe('Elsewhere');
});

it('changes the password; this session goes on, the other one has ended', async () => {
  const [page, other] = [await open(), await open()];
  await page.getByLabel('Motto').fill('not saved yet');
  await tab(page, 'Password');
  const fill = async (old: string, next: string, repeat: string): Promise<void> => {
    await page.getByLabel('Current password', { exact: true }).fill(old);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('New password again').fill(repeat);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('', 'short', 'other');
  await expect.poll(() => errorOf(page, 'Current password').textContent()).toBe('This field is required');
  await expect.poll(() => errorOf(page, 'New password').textContent()).toContain('6 to 32');
  await expect.poll(() => errorOf(page, 'New password again').textContent()).toBe('The two new passwords differ');
  await fill('wrong-one', 'Person-22', 'Person-22');
  await expect.poll(() => errorOf(page, 'Current password').textContent()).toBe('This is not your password');
  await fill(secret, 'Person-22', 'Person-22');
  await page.getByText('all other sessions have ended').waitFor();
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('');
  await tab(page, 'Profile');
  expect(await page.getByLabel('Motto').inputValue()).toBe('not saved yet');
  await save(page).click();
  await page.getByText('Your profile is saved').waitFor();
  await tab(other, 'What I did');
  await other.waitForURL(/\/admin\/login/);
  await page.reload();
  await page.getByRole('tab').first().waitFor();
  await open({ language: 'en' }, { username, password: 'Person-22' });
});

it('asks before the page is left with something unsaved', async () => {
  const page = await open();
  await page.getByLabel('Nickname').fill('Unsaved');
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept().then(() => dialog.type()));
  await page.reload();
  expect(await asked).toBe('beforeunload');
});

it('shows what one did, newest first, page by page', async () => {
  const { id } = await row();
  const page = await open();
  for (let at = 1; at <= 12; at += 1)
    await site.app.gate
      .rows('admin_log')
      .add({ admin_id: id, username, title: `Step ${at}`, url: '/admin/x/y', ip: '10.0.0.1' });
  await site.app.gate.rows('admin_log').add({ admin_id: 1, username: 'admin', title: 'Secret step' });
  await tab(page, 'What I did');
  const entries = page.locator('.own-log-entry');
  await expect.poll(() => entries.first().textContent()).toContain('Step 12');
  expect(await entries.count()).toBe(10);
  await page.getByRole('listitem', { name: '2' }).click();
  await expect
    .poll(() => entries.allTextContents().then((texts) => texts.map((text) => text.slice(0, 6))))
    .toEqual(expect.arrayContaining(['Step 2', 'Step 1']));
  expect(await page.content()).not.toContain('Secret step');
});

it.each<[string, Visit]>([
  ['zh-cn', {}],
  ['en, dark', { language: 'en', dark: true }],
  ['a phone', { phone: true }],
  ['a phone, en, dark', { language: 'en', dark: true, phone: true }],
])('has no serious fault of accessibility and nothing that sticks out: %s', async (_, visit) => {
  const page = await open(visit, { username: 'admin', password: 'Admin-123' });
  for (const at of [0, 1, 2]) {
    await page.getByRole('tab').nth(at).click();
    await page.getByRole('tabpanel').locator('form, .own-log, .ant-empty').first().waitFor();
    await page.waitForTimeout(400);
    await page.evaluate(axe);
    const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    const faults = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`);
    expect(faults, `tab ${at}`).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}-${visit.language ?? 'zh'}-${visit.dark ? 'dark' : 'light'}-${visit.phone ? 'phone' : 'wide'}-${at}.png`,
      });
  }
});
