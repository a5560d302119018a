import { expect, it } from 'vitest';
import { areaPlaceAt } from '../../src/web/layout/areaPages.tsx';
import { placesIn } from '../../src/web/layout/menuPlaces.ts';
import type { MenuNode } from '../../src/web/layout/menus.ts';
import { matchingChoices, nearChoices } from '../../src/web/layout/palette/choice.ts';

const node = (id: number, title: string, path: string, children?: readonly MenuNode[]): MenuNode => ({
  id,
  title,
  path,
  address: `/admin/${path}`,
  name: path,
  type: children ? 'menu_dir' : 'menu',
  icon: '',
  menu_type: 'tab',
  url: '',
  extend: 'none',
  ...(children ? { children } : {}),
});
const places = placesIn([
  node(1, '权限管理', 'auth', [
    node(2, '角色组', 'auth/group'),
    node(3, '管理员日志', 'auth/adminLog'),
    node(4, '管理员', 'auth/admin'),
  ]),
  node(5, '控制台', 'dashboard'),
]);
const choices = places.map(({ node: { title, path }, above }) => ({
  id: path,
  title,
  place: above.join(' / '),
  also: path,
  icon: null,
  run: () => {},
}));
const found = (words: string): string[] => matchingChoices(choices, words).map(({ title }) => title);

it('finds pages by their own name, by that of their directory, and by their path', () => {
  expect(found('')).toEqual(['角色组', '管理员日志', '管理员', '控制台']);
  expect(found('权限')).toEqual(['角色组', '管理员日志', '管理员']);
  expect(found('GROUP')).toEqual(['角色组']);
  expect(found('权限 日志')).toEqual(['管理员日志']);
  expect(found('nowhere')).toEqual([]);
});

it('names those first whose title begins with the word', () => {
  expect(found('管理')).toEqual(['管理员日志', '管理员', '角色组']);
});

it.each([
  ['admn', ['管理员日志', '管理员']],
  ['dashbord', ['控制台']],
  ['dahsboard', ['控制台']],
  ['grop', ['角色组']],
  ['xxx', []],
  ['grXXp', []],
])('forgives %s', (words, titles) => {
  expect(nearChoices(choices, words).map(({ title }) => title)).toEqual(titles);
});

it('a page and its records stand below their directories, but not below one of the same name', () => {
  const menus = [
    node(1, '会员', 'user', [
      node(2, '会员', 'user/user'),
      node(3, '余额', 'user/ledger', [node(4, '记录', 'user/log'), node(5, '余额', 'user/balance')]),
    ]),
  ];
  const above = (path: string) => areaPlaceAt(`/admin/${path}`, menus)?.above;
  expect(above('user/user')).toEqual([]);
  expect(above('user/user/7')).toEqual([]);
  expect(above('user/log')).toEqual(['会员', '余额']);
  expect(above('user/balance')).toEqual(['会员']);
  expect(above('user/other')).toBeUndefined();
});
