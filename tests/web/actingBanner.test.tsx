import { afterEach, beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { personIn, readIdentity } from '../../src/web/realms/session.ts';
import { faultsOfPage } from '../support/component/axe.ts';
import { open, rows } from '../support/component/office.tsx';

const nodes = ['library', 'library/book', 'library/book/index', 'library/book/edit'];
/** Pages that were gone to by loading them: the page of the test would be gone. */
const left: string[] = [];
const stay = (event: NavigateEvent): void => {
  if (event.navigationType !== 'push' || new URL(event.destination.url).pathname === location.pathname) return;
  event.preventDefault();
  left.push(new URL(event.destination.url).pathname);
};

beforeEach(() => {
  left.length = 0;
});
afterEach(() => navigation.removeEventListener('navigate', stay));

const texts = {
  en: { more: 'More actions', act: 'Sign in as', note: 'You are signed in as lowly.', back: 'Back to Admin' },
  'zh-cn': { more: '更多操作', act: '以其身份登录', note: '您正以 lowly 的身份登录。', back: '返回 Admin' },
} as const;

it.each(['en', 'zh-cn'] as const)('leads from the list to who was chosen, and back (%s)', async (language) => {
  const { more, act, note, back } = texts[language];
  await commands.addPerson('lowly', 'Lowly-123', nodes);
  await open('/admin/auth/admin', { language });
  const row = page.getByRole('row').filter({ hasText: 'lowly' });
  await row.getByRole('button', { name: more }).click();
  await page.getByRole('menuitem', { name: act }).click();
  const question = page.getByRole('tooltip');
  await expect.element(question.getByText('lowly')).toBeVisible();
  navigation.addEventListener('navigate', stay);
  await question.getByRole('button', { name: act }).click();
  await expect.poll(() => left).toEqual(['/admin']);
  navigation.removeEventListener('navigate', stay);
  const [acted] = await rows('admin').list({ username: 'lowly' });
  expect(readIdentity(adminRealm)).toMatchObject({ id: acted!.id, refreshToken: '', actor: { username: 'admin' } });

  const stored = localStorage.getItem('adminInfo')!;
  await open('/admin/library/book', { language, stored, phone: true });
  const banner = page.getByRole('region').filter({ hasText: note });
  await expect.element(banner).toBeVisible();
  // What is open now is kept apart from what was open as oneself.
  const opened = (suffix = '') => localStorage.getItem(`storeTabViewConfig${suffix}`) ?? '';
  await expect.poll(() => opened(`:${personIn(adminRealm)}`)).toContain('/admin/library/book');
  expect([opened().includes('/admin/auth/admin'), opened().includes('library')]).toEqual([true, false]);
  // It has a place of its own: nothing ends below the window, and nothing is cut at the side.
  const bottom = () => document.querySelector('.admin')!.getBoundingClientRect().bottom;
  await expect.poll(bottom).toBe(innerHeight);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await faultsOfPage(banner.element())).toEqual([]);
  navigation.addEventListener('navigate', stay);
  await banner.getByRole('button', { name: back }).click();
  await expect.poll(() => left).toEqual(['/admin', '/admin']);
  expect(readIdentity(adminRealm)).toMatchObject({ username: 'admin' });
  expect(readIdentity(adminRealm)?.actor).toBeUndefined();
});

it('is not offered with oneself and other supers, nor to who is none', async () => {
  await commands.addPerson('lowly', 'Lowly-123', [
    ...nodes,
    'auth',
    'auth/admin',
    'auth/admin/index',
    'auth/admin/edit',
  ]);
  await open('/admin/auth/admin', { language: 'en' });
  // All that is offered has room beside the row.
  const own = page.getByRole('row').filter({ hasText: 'Super administrators' });
  await expect.element(own.getByRole('button', { name: 'Duplicate' })).toBeVisible();
  for (const name of ['More actions', 'Sign in as']) expect(own.getByRole('button', { name }).query()).toBeNull();
  await open('/admin/auth/admin', { language: 'en', username: 'lowly', password: 'Lowly-123' });
  await expect.element(page.getByRole('row').filter({ hasText: 'lowly' })).toBeVisible();
  expect(page.getByRole('button', { name: 'More actions' }).query()).toBeNull();
  expect(page.getByText('Back to').query()).toBeNull();
});
