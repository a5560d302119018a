import { expect, it } from 'vitest';
import { endSession, forgetEnding, readEnding } from '../../src/web/http/leave.ts';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { memberRealm } from '../../src/web/realms/registry.ts';
import { readIdentity } from '../../src/web/realms/session.ts';
import { openTab } from '../support/browserTab.ts';

const tab = openTab();

it.each([
  [{ id: 1, token: 'A' }, true],
  [{ id: 1 }, false],
  [{ id: 1, token: '' }, false],
  [{ token: 'A' }, false],
  [{ id: '1', token: 'A' }, false],
  [{}, false],
  [null, false],
])('nobody is signed in without both an id and a token: %j is %s', (stored, isSignedIn) => {
  for (const realm of [memberRealm, adminRealm]) {
    localStorage.setItem(realm.identityKey, JSON.stringify(stored));
    expect(readIdentity(realm) !== undefined).toBe(isSignedIn);
  }
});

it('knows that it was another window that ended the session when an answer says meanwhile that it is over', async () => {
  tab.store('adminInfo', { token: 'own', refreshToken: '' });
  tab.server.answer = () => ({ code: 302, msg: 'Sign in', data: { routePath: '/admin/login', type: 'need login' } });
  const ask = (): Promise<unknown> => tab.http.get('/admin/Index/index').catch(() => {});
  endSession(adminRealm, true);
  const other = { isElsewhere: true, isTypedKept: false };
  for (const where of ['/admin/shop/order', '/admin/login']) {
    // The page may not be there yet.
    tab.at(where);
    await ask();
    expect(readEnding()).toEqual(other);
  }
  forgetEnding();
  tab.at('/admin/shop/order');
  await ask();
  expect(readEnding()).toEqual({ ...other, isElsewhere: false });
  forgetEnding();
});
