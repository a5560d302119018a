import { expect } from 'vitest';
import { testPlugin } from '#test';
import { member } from '../server.ts';
import { openCentre, Person } from './people.ts';

const options = { config: { trustProxy: '127.0.0.1' as const } };

testPlugin(
  'answers who signs in with all that is stored of a member',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server);
    await ann.register('ann');
    const [text, count] = [expect.any(String) as string, expect.any(Number) as number];
    expect((await new Person(server).signIn('ann')).data['userInfo']).toMatchObject({
      id: 1,
      username: 'ann',
      nickname: 'ann',
      email: 'ann@example.com',
      mobile: text,
      avatar: text,
      gender: 0,
      birthday: text,
      money: '0.00',
      score: 0,
      lastlogintime: count,
      lastloginip: text,
      jointime: count,
      motto: text,
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
