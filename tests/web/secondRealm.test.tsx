import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';
import '../support/guestsWeb.ts';

const secret = 'Guest-123';
const wishes = '/guest/shop/wish';
const stored = (key: string): Record<string, unknown> | null =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;
const visitor = { language: 'en', visitor: true } as const;
const admin = { language: 'en' } as const;
const at = (): string => location.pathname + location.search;
let ids: { ada: number; bob: number };

beforeEach(async () => {
  const add = async (username: string): Promise<number> => (await rows('guest').add({ username, password: secret })).id;
  ids = { ada: await add('ada'), bob: await add('bob') };
  await rows('wish').add({ title: 'of bob', remark: 'a secret', guest_id: ids.bob });
});

/** A guest and a super administrator with the same number. */
async function addTwins(): Promise<{ guest: string; administrator: string }> {
  const added = { guest: 0, admin: 0 };
  const add = async (table: 'guest' | 'admin'): Promise<void> => {
    const account = { username: `${table}_${added[table]}`, password: secret };
    added[table] = (
      await rows(table).add({ ...account, ...(table === 'admin' && { nickname: 'Twin', group_ids: [1] }) } as never)
    ).id;
    names[table] = account.username;
  };
  const names = { guest: '', admin: '' };
  await add('guest');
  while (added.guest !== added.admin) await add(added.guest < added.admin ? 'guest' : 'admin');
  return { guest: names.guest, administrator: names.admin };
}

async function signIn(username: string, password = secret): Promise<void> {
  await page.getByLabelText('Username').fill(username);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('signs in, sees and changes what is its own, and signs out', async () => {
  await open(wishes, visitor);
  await expect.poll(at).toBe(`/guest/login?to=${encodeURIComponent(wishes)}`);
  await expect.poll(() => document.title).toContain('Sign in');
  await signIn('ada', 'wrong-password');
  await expect.element(page.getByText(/username or password/)).toBeVisible();
  await signIn('ada');
  await expect.poll(at).toBe(wishes);
  expect([stored('guestInfo')?.['username'], stored('adminInfo')]).toEqual(['ada', null]);
  await expect.element(page.getByText('Nothing here yet')).toBeVisible();
  expect(page.getByText('of bob').elements()).toEqual([]);
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(expect.arrayContaining(['Wish']));

  await page.getByRole('button', { name: /New$/ }).first().click();
  await page.getByRole('textbox', { name: /Title$/ }).fill('a kite');
  await page.getByRole('button', { name: /Save$/ }).click();
  await expect.element(row('a kite')).toBeVisible();
  expect((await rows('wish').list({ guest_id: ids.ada })).map(({ title }) => title)).toEqual(['a kite']);

  await row('a kite').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: /Title$/ }).fill('two kites');
  await page.getByRole('button', { name: /Save$/ }).click();
  await expect.element(row('two kites')).toBeVisible();
  await row('two kites').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /^(Delete|OK)$/ })
    .click();
  await expectGone(row('two kites'));
  expect(await rows('wish').count({ guest_id: ids.ada })).toBe(0);

  await page.getByRole('button', { name: 'ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(at).toBe('/guest/login');
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(stored('guestInfo')).toBeNull();
  // Nothing of the administrators' was ever asked for.
  expect(heard('GET', '/api/admin/').map(({ path }) => path)).toEqual([]);
});

it('stands beside the administrators in one browser, and neither sees what is the other’s', async () => {
  await rows('wish').add({ title: 'of ada', guest_id: ids.ada });
  await open('/guest/login', visitor);
  await signIn('ada');
  await expect.poll(at).toBe(wishes);
  await expect.element(row('of ada')).toBeVisible();

  await open('/admin/shop/wish', admin);
  await expect.element(row('of bob')).toBeVisible();
  await expect.element(row('of ada')).toBeVisible();
  await expect.element(page.getByRole('banner')).toMatchTextContent(/Admin/);
  expect([stored('guestInfo')?.['username'], stored('adminInfo')?.['username']]).toEqual(['ada', 'admin']);

  // From one to the other without loading the page anew, and back.
  history.pushState(null, '', wishes);
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(page.getByRole('banner')).toMatchTextContent(/ada/);
  await expect.element(row('of ada')).toBeVisible();
  expect(row('of bob').elements()).toEqual([]);
  expect([stored('guestInfo')?.['username'], stored('adminInfo')?.['username']]).toEqual(['ada', 'admin']);
});

it('ends by itself when its token is good no more, and leaves the administrators’ alone', async () => {
  await open('/guest/login', visitor);
  await signIn('ada');
  await expect.poll(at).toBe(wishes);
  await open('/admin/shop/wish', admin);
  await expect.element(row('of bob')).toBeVisible();
  localStorage.setItem(
    'guestInfo',
    JSON.stringify({ ...stored('guestInfo'), token: 'x'.repeat(43), refreshToken: '' }),
  );
  await open(wishes, admin);
  await expect.poll(at).toBe(`/guest/login?to=${encodeURIComponent(wishes)}`);
  expect([stored('guestInfo'), stored('adminInfo')?.['username']]).toEqual([null, 'admin']);
  await open('/admin/shop/wish', admin);
  await expect.element(row('of bob')).toBeVisible();
});

it('keeps what somebody typed for them alone, though an administrator has the same number', async () => {
  const { guest, administrator } = await addTwins();
  await open('/guest/login', visitor);
  await signIn(guest);
  await page.getByRole('button', { name: /New$/ }).first().click();
  await page.getByRole('textbox', { name: /Title$/ }).fill('half a wish');
  localStorage.removeItem('guestInfo');
  dispatchEvent(new StorageEvent('storage'));
  await expect.poll(at).toContain('/guest/login');
  await open('/admin/shop/wish', { ...admin, username: administrator, password: secret });
  await expect.element(row('of bob')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await open('/guest/login', visitor);
  await signIn(guest);
  await expect.element(page.css('#title')).toHaveValue('half a wish');
});

it.each([
  ['zh-cn', false, false],
  ['en', true, true],
] as const)('has no serious fault of accessibility (%s)', async (language, dark, phone) => {
  await open('/guest/login', { language, dark, phone, visitor: true });
  await expect.element(page.getByRole('button', { name: language === 'en' ? 'Sign in' : '登录' })).toBeVisible();
  expect(await faultsOfPage()).toEqual([]);
});
