import { expect } from 'vitest';
import { testPlugin } from '#test';
import { member } from '../server.ts';
import { openCentre, Person } from './people.ts';

const now = 1_800_000_000;
const options = { config: { trustProxy: '127.0.0.1' as const }, now: () => now };

testPlugin(
  'answers who signs in with all that is stored of a member',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server);
    await ann.register('ann');
    const own = {
      mobile: '13800138000',
      avatar: 'https://example.com/ann.png',
      gender: '2',
      birthday: '2001-02-03',
      motto: 'Slowly',
    } as const;
    const { id } = await server.app.gate.rows('user').edit(1, own);
    const token = await server.signIn();
    for (const [log, change] of [
      ['moneyLog', { money: '12.50' }],
      ['scoreLog', { score: 30 }],
    ] as const) {
      const body = { user_id: id, memo: 'A gift', ...change };
      expect((await server.request('POST', `/api/admin/user.${log}/add`, { token, body })).json).toMatchObject({
        code: 1,
      });
    }
    expect((await new Person(server, '203.0.113.20').signIn('ann')).data['userInfo']).toMatchObject({
      id,
      username: 'ann',
      nickname: 'ann',
      email: 'ann@example.com',
      ...own,
      gender: 2,
      money: '12.50',
      score: 30,
      lastlogintime: now,
      // Of the time before this one.
      lastloginip: ann.ip,
      jointime: now,
      token: expect.stringMatching(/./) as string,
      refreshToken: expect.stringMatching(/./) as string,
    });
  },
  options,
);

testPlugin(
  'takes the genders 0, 1 and 2, which are called unknown, male and female',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server);
    await ann.register('ann');
    for (const gender of [1, 2, 0])
      expect(await ann.post('/account/profile', { gender })).toMatchObject({ code: 1, data: { userInfo: { gender } } });
    expect((await ann.post('/account/profile', { gender: 3 })).data.errors).toHaveProperty('gender');
    const headers = { 'think-lang': 'zh-cn' };
    const token = await server.signIn();
    const { json } = await server.request('GET', '/api/admin/user.user/manifest', { token, headers });
    const { fields } = json.data as { fields: Readonly<Record<string, { options: object }>> };
    expect(fields['gender']!.options).toMatchObject({
      items: { '0': { label: '未知' }, '1': { label: '男' }, '2': { label: '女' } },
    });
  },
  options,
);
