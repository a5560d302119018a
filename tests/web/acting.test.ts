import { beforeEach, expect, it, vi } from 'vitest';
import { adminRealm } from '../../src/web/realms/admin.ts';
import {
  beginActing,
  clearIdentity,
  endActing,
  ownPage,
  personIn,
  readIdentity,
  writeIdentity,
} from '../../src/web/realms/session.ts';
import { goOnAs } from '../../src/web/table/goOnAs.ts';
import { openTab } from '../support/browserTab.ts';
import type { Answer } from '../support/envelopes.ts';

const tab = openTab('en');
const assign = vi.fn<(address: string) => void>();
const reload = vi.fn<() => void>();
const bob = { id: 2, username: 'bob', token: 'acting', refreshToken: '' };
const over = { code: 302, msg: 'Sign in', data: { routePath: '/admin/login', type: 'need login' } };
const expired = { code: 409, msg: 'Expired' };
const tokens = (): unknown[] => tab.server.heard.map(({ headers }) => headers['batoken']);

beforeEach(() => {
  assign.mockClear();
  reload.mockClear();
  Object.assign(location, { assign, reload });
  tab.store('adminInfo', { token: 'own', refreshToken: 'kept' });
  beginActing(adminRealm, bob);
});
const refusing =
  (answer: Answer): typeof tab.server.answer =>
  ({ headers }) =>
    headers['batoken'] === 'own' ? { data: 'as oneself' } : answer;

it('keeps who one was, is another person meanwhile, and never acts through another', () => {
  expect(readIdentity(adminRealm)).toMatchObject({ ...bob, actor: { username: 'admin', token: 'own' } });
  expect(personIn(adminRealm)).toBe('admin/2 by 1');
  beginActing(adminRealm, { ...bob, id: 3 });
  expect(readIdentity(adminRealm)).toMatchObject({ id: 3, actor: { id: 1 } });
  expect(readIdentity(adminRealm)?.actor?.actor).toBeUndefined();
  expect([endActing(adminRealm), personIn(adminRealm), endActing(adminRealm)]).toEqual([true, 'admin/1', false]);
});

it('keeps what the tabs of the other were called until one is oneself again', () => {
  localStorage.setItem('pageNames:admin/2 by 1', '{}');
  localStorage.setItem('pageNames:admin/1', '{}');
  endActing(adminRealm);
  expect(['admin/2 by 1', 'admin/1'].map((person) => localStorage.getItem(`pageNames:${person}`))).toEqual([
    null,
    '{}',
  ]);
});

it('keeps no rows of somebody else than who is signed in', () => {
  const seen = 'snapshot:adminInfo:/admin/book';
  for (const change of [() => beginActing(adminRealm, { ...bob, id: 4 }), () => endActing(adminRealm)]) {
    localStorage.setItem(seen, '{}');
    change();
    expect(localStorage.getItem(seen)).toBeNull();
  }
  // A session that is renewed is the same person's.
  localStorage.setItem(seen, '{}');
  writeIdentity(adminRealm, { ...readIdentity(adminRealm)!, token: 'renewed' });
  expect(localStorage.getItem(seen)).toBe('{}');
  clearIdentity(adminRealm);
  expect(localStorage.getItem(seen)).toBeNull();
});

it.each([
  ['is over', over],
  ['has expired', expired],
])('leads back to oneself when it %s, once for all calls, none of which is sent again', async (_what, answer) => {
  tab.server.answer = refusing(answer);
  const calls = ['/a', '/b', '/c'].map((path) => tab.http.post(path, {}, { quiet: true }));
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tokens()).toEqual(['acting', 'acting', 'acting']);
  expect(assign.mock.calls).toEqual([['/admin']]);
  expect(tab.left).toEqual([]);
  expect(tab.stored('adminInfo')).toMatchObject({ id: 1, token: 'own', refreshToken: 'kept' });
});

it('sends nothing again as who comes back in another tab meanwhile', async () => {
  tab.server.answer = ({ headers }) => {
    if (headers['batoken'] === 'own') return { data: 'written as the wrong one' };
    tab.store('adminInfo', { token: 'own', refreshToken: 'kept' });
    return over;
  };
  await expect(tab.http.post('/write', {}, { quiet: true })).rejects.toThrow();
  expect(tokens()).toEqual(['acting']);
  expect(tab.stored('adminInfo')?.['token']).toBe('own');
});

it('ends what it is asked to end, from pages of nobody too', async () => {
  tab.at('/401');
  tab.store('userInfo', { token: 'of a member', refreshToken: '' });
  await tab.http.post('/admin/Index/signBack', {}, { realm: adminRealm });
  expect(tokens()).toEqual(['acting']);
});

it('says nothing more from a page that is still somebody else’s', async () => {
  const release = ownPage(adminRealm, 'admin/1');
  await expect(tab.http.post('/write', {}, { quiet: true })).rejects.toThrow('Somebody else is signed in');
  expect(tab.server.heard).toEqual([]);
  release();
  await tab.http.post('/write');
  expect(tokens()).toEqual(['acting']);
});

it('goes on as whom an action for supers names, and as nobody whom another answer names', () => {
  const manifest = {
    buttons: [
      { name: 'signInAs', superOnly: true },
      { name: 'ship', superOnly: undefined },
    ],
  } as unknown as Parameters<typeof goOnAs>[1];
  const carl = { ...bob, id: 3, username: 'carl' };
  const realm = adminRealm as Parameters<typeof goOnAs>[0];
  const goOn = (action: string, identity: unknown): boolean =>
    goOnAs(realm, manifest, action, { result: { identity } });
  const broken = [{ id: '3' }, { id: 0 }, { id: 1.5 }, { token: '' }, { token: undefined }, { username: 1 }];
  expect(broken.map((values) => goOn('signInAs', { ...carl, ...values }))).toEqual(broken.map(() => false));
  expect([goOn('ship', carl), goOn('other', carl), goOn('signInAs', null)]).toEqual([false, false, false]);
  expect(goOnAs(realm, manifest, 'signInAs', undefined)).toBe(false);
  expect([personIn(adminRealm), assign.mock.calls]).toEqual(['admin/2 by 1', []]);
  expect(goOn('signInAs', carl)).toBe(true);
  expect([personIn(adminRealm), assign.mock.calls]).toEqual(['admin/3 by 1', [['/admin']]]);
});

it('signs nobody out from a page that is still somebody else’s, which is loaded anew instead', async () => {
  const { authProviderOf } = await import('../../src/web/providers/authProvider.ts');
  const { logout } = authProviderOf(adminRealm);
  const release = ownPage(adminRealm, 'admin/1');
  expect(await logout({})).toEqual({ success: true });
  expect([tab.server.heard, reload.mock.calls.length, personIn(adminRealm)]).toEqual([[], 1, 'admin/2 by 1']);
  release();
  expect(await logout({})).toMatchObject({ redirectTo: '/admin/login' });
  expect([tokens(), reload.mock.calls.length, personIn(adminRealm)]).toEqual([['acting'], 1, undefined]);
});

it('gives each of both the drafts that are theirs, and leaves those of the other', async () => {
  const draft = (person: string, title: string) => [`${person}/note`, { person, values: { title } }] as const;
  const both = Object.fromEntries([draft('admin/1', 'own'), draft('admin/2 by 1', 'as bob')]);
  const kept = new Map([['drafts', JSON.stringify(both)]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.resetModules();
  const { takeDraft } = await import('../../src/web/table/drafts.ts');
  expect(takeDraft('note')?.values).toEqual({ title: 'as bob' });
  expect(takeDraft('note')).toBeUndefined();
  expect(JSON.parse(kept.get('drafts')!)).toEqual({ 'admin/1/note': both['admin/1/note'] });
  endActing(adminRealm);
  expect(takeDraft('note')?.values).toEqual({ title: 'own' });
  expect(kept.size).toBe(0);
});
