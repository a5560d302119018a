import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { secondsAt } from '#resource';
import { addMember, addToken, books } from './books.ts';

const noon = (day: number, month = 11): number => secondsAt({ year: 2026, month, day, hour: 12, minute: 0, second: 0 });
const asMember =
  (server: TestServer, token: string) =>
  async (method: string, url: string, more: object = {}) =>
    (await server.request(method, `/api/account/${url}`, { headers: { 'ba-user-token': token }, ...more })).json;

{
  const book = books();
  testPlugin(
    'a day gives points once, whatever the clock does, and days in a row give more',
    [],
    async (first, { start }) => {
      await first.close();
      let time = noon(1);
      const server = await start(book.plugins, { now: () => time });
      const admin = await server.signIn();
      const set = (body: object) =>
        server.request('POST', '/api/admin/routine.Config/edit', { token: admin, body: { ...body } });
      for (const bonus of [
        [{ key: 'x', value: '1' }],
        [{ key: '0', value: '1' }],
        [{ key: '2', value: '1.5' }],
        [
          { key: '2', value: '1' },
          { key: '2', value: '3' },
        ],
      ])
        expect((await set({ check_in_bonus: bonus })).json.data['errors']).toHaveProperty('check_in_bonus');
      expect((await set({ check_in_points: 3, check_in_bonus: [{ key: '3', value: '10' }] })).json.code).toBe(1);
      const { id, token } = await addMember(book, 'ann');
      const call = asMember(server, token);
      const checkIn = () => call('POST', 'checkIn', { body: {} });
      expect((await call('GET', 'checkIn')).data).toEqual({
        month: '2026-11',
        date: '2026-11-01',
        days: [],
        today: false,
        streak: 0,
        points: 3,
        next: 3,
        rule: { points: 3, bonus: [{ days: 3, points: 10 }] },
      });
      expect((await checkIn()).data).toEqual({ date: '2026-11-01', streak: 1, points: 3, score: 3 });
      // The last second of the day, an hour back, a day back, and the day before in between.
      for (const moment of [noon(1) + 43_199, noon(1) - 3600, noon(1) - 86_400, noon(1) - 30 * 86_400]) {
        time = moment;
        expect(await checkIn()).toMatchObject({ code: 0, msg: "You've already checked in today." });
      }
      time = noon(1) + 43_200;
      expect((await checkIn()).data).toMatchObject({ date: '2026-11-02', streak: 2, points: 3 });
      // A token is good for some days only; whoever comes each day has a new one.
      time = noon(3);
      const again = asMember(server, (await addToken(book, id)).token);
      expect((await again('POST', 'checkIn', { body: {} })).data).toEqual({
        date: '2026-11-03',
        streak: 3,
        points: 13,
        score: 19,
      });
      expect((await again('GET', 'overview')).data).toMatchObject({
        days: ['2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'],
        score: [0, 0, 0, 0, 3, 3, 13],
        money: Array(7).fill('0.00') as string[],
        balance: '0.00',
        points: 19,
        checkIn: { today: true, streak: 3, points: 13 },
      });
      time = noon(5);
      const later = asMember(server, (await addToken(book, id)).token);
      expect((await later('GET', 'checkIn')).data).toMatchObject({
        days: ['2026-11-01', '2026-11-02', '2026-11-03'],
        today: false,
        streak: 0,
      });
      expect((await later('POST', 'checkIn', { body: {} })).data).toMatchObject({ streak: 1, points: 3 });
      for (const [month, days] of [
        ['2026-10', 0],
        ['2026-02', 0],
        ['2026-11', 4],
      ] as const)
        expect((await later('GET', 'checkIn', { query: { month } })).data['days']).toHaveLength(days);
      for (const month of ['2026-13', '2026-1', '0000-01', 'x', ['2026-11']])
        expect((await later('GET', 'checkIn', { query: { month } })).code).toBe(0);
    },
  );
}

{
  const book = books();
  const check = async (server: TestServer): Promise<void> => {
    const { id, token } = await addMember(book, 'ann');
    const call = asMember(server, token);
    const all = await Promise.all(Array.from({ length: 100 }, () => call('POST', 'checkIn', { body: {} })));
    expect(all.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(new Set(all.filter(({ code }) => code !== 1).map(({ msg }) => msg))).toEqual(
      new Set(["You've already checked in today."]),
    );
    expect(await book.host.rows('user_score_log', book.host.system).count({ user_id: id })).toBe(1);
    expect(await book.host.rows('user_check_in', book.host.system).count({ user_id: id })).toBe(1);
    expect((await book.ledger.balance(id)).score).toBe(5);
  };
  // Midnight does not come meanwhile.
  testPlugin('a hundred check-ins at once are one', book.plugins, check, { now: () => noon(1) });
}

{
  const book = books();
  testPlugin('members see their own entries, page by page, and nobody else theirs', book.plugins, async (server) => {
    const { ledger } = book;
    const ann = await addMember(book, 'ann');
    const bob = await addMember(book, 'bob');
    for (let at = 1; at <= 25; at += 1) {
      await ledger.adjust({
        currency: 'money',
        user: ann.id,
        amount: `${at}.10`,
        memo: `m${at}`,
        reason: 'test',
        key: `a${at}`,
      });
      await ledger.adjust({
        currency: 'score',
        user: bob.id,
        amount: at,
        memo: `m${at}`,
        reason: 'test',
        key: `b${at}`,
      });
    }
    const call = asMember(server, ann.token);
    const seen: { after: string; before: string; money: string }[] = [];
    for (const page of [1, 2, 3]) {
      const { list, total, balance } = (await call('GET', 'balance', { query: { page, limit: 10 } })).data as {
        list: typeof seen;
        total: number;
        balance: string;
      };
      expect([list.length, total, balance]).toEqual([page < 3 ? 10 : 5, 25, '327.50']);
      seen.push(...list);
    }
    expect(seen[0]).toEqual({
      id: 25,
      user_id: ann.id,
      money: '25.10',
      before: '302.40',
      after: '327.50',
      memo: 'm25',
      reason: 'test',
      create_time: expect.any(Number) as number,
      createtime: expect.any(Number) as number,
    });
    for (const [at, { before }] of seen.slice(0, -1).entries()) expect(seen[at + 1]!.after).toBe(before);
    for (const query of [
      { page: 0, limit: 0 },
      { page: -1, limit: 'abc' },
      { limit: 1e9 },
      { page: '1e3' },
      { page: ['2'] },
    ]) {
      const answer = await call('GET', 'balance', { query });
      expect([answer.code, (answer.data['list'] as object[]).length > 0]).toEqual([1, true]);
    }
    expect((await call('GET', 'balance', { query: { page: 999_999_999_999, user_id: bob.id } })).data).toMatchObject({
      list: [],
      total: 25,
    });
    expect((await call('GET', 'integral', { query: { user_id: bob.id } })).data).toEqual({
      list: [],
      total: 0,
      points: 0,
    });
    expect((await asMember(server, bob.token)('GET', 'integral')).data).toMatchObject({ total: 25, points: 325 });
    // Nobody, and administrators, are no members.
    const admin = await server.signIn();
    for (const url of ['balance', 'integral', 'overview', 'checkIn']) {
      expect((await server.request('GET', `/api/account/${url}`)).json.code).not.toBe(1);
      expect((await server.request('GET', `/api/account/${url}`, { token: admin })).json.code).not.toBe(1);
      expect(
        (await server.request('GET', `/api/account/${url}`, { headers: { 'ba-user-token': admin } })).json.code,
      ).not.toBe(1);
    }
    for (const log of ['moneyLog', 'scoreLog', 'hold', 'checkIn'])
      expect(
        (await server.request('GET', `/api/user/user.${log}/index`, { headers: { 'ba-user-token': ann.token } })).json
          .code,
      ).not.toBe(1);
  });
}
