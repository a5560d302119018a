import { expect, it } from 'vitest';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { memberRealm } from '../../src/web/realms/registry.ts';
import { readIdentity } from '../../src/web/realms/session.ts';
import { openTab } from '../support/browserTab.ts';

openTab();

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
