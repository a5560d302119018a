import { expect, it } from 'vitest';
import { keepNames, keptNames } from '../../src/web/layout/tabs/keptNames.ts';
import { namePages } from '../../src/web/navigation/pageNames.ts';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { openTab } from '../support/browserTab.ts';

const tab = openTab('en');
const emma = { path: '/admin/library/book/1', search: '', round: 0 };
const ada = { path: '/admin/library/author/1', search: '', round: 0 };
const key = 'pageNames:admin/1';

it('keeps the names of tabs for who has them open, and of no other page', () => {
  tab.store('adminInfo', { token: 'A' });
  namePages(new Map(Object.entries({ [emma.path]: 'Emma', [ada.path]: 'a'.repeat(300) })));
  keepNames(adminRealm, 'admin/1', [emma]);
  expect(localStorage.getItem(key)).toBe(JSON.stringify({ [emma.path]: 'Emma' }));
  keepNames(adminRealm, 'admin/1', [emma, ada]);
  expect(keptNames('admin/1', [ada])).toEqual(new Map([[ada.path, 'a'.repeat(200)]]));
  keepNames(adminRealm, 'admin/1', []);
  expect(localStorage.getItem(key)).toBeNull();
});

it.each([[{ id: 2, token: 'B' }], [{}]])(
  'keeps nothing on the page of a person who is not signed in any more (%j)',
  (now) => {
    localStorage.setItem('adminInfo', JSON.stringify(now));
    namePages(new Map([[emma.path, 'Emma']]));
    for (const person of ['admin/1', undefined]) keepNames(adminRealm, person, [emma]);
    expect([localStorage.getItem(key), localStorage.getItem('pageNames:admin/2')]).toEqual([null, null]);
  },
);
