import { sql } from 'kysely';
import { expect } from 'vitest';
import { refuseFirstCommit, testPlugin } from '#test';
import { addMember, books } from './books.ts';
import { configure } from './people.ts';

{
  const book = books();
  testPlugin(
    'administrators book by the log and by the actions of a member, and nothing else',
    book.plugins,
    async (server) => {
      const { host, ledger } = book;
      const token = await server.signIn();
      const { id } = await addMember(book, 'ann');
      const call = async (method: string, url: string, more: object = {}) =>
        (await server.request(method, `/api/admin/${url}`, { token, ...more })).json;
      const log = 'user.moneyLog';
      expect((await call('GET', `${log}/add`, { query: { userId: id } })).data).toEqual({
        user: expect.objectContaining({ id, username: 'ann', money: '0.00', score: 0 }) as object,
      });
      for (const userId of [0, 999, 'x', '1e3', { a: id }, [{ a: id }]])
        expect((await call('GET', `${log}/add`, { query: { userId } })).code).toBe(0);
      const add = (body: object) => call('POST', `${log}/add`, { body });
      expect(await add({ user_id: id, money: '12.30', memo: 'Gift' })).toMatchObject({ code: 1 });
      expect((await add({ user_id: id, money: -2, memo: 'Fee' })).code).toBe(1);
      for (const [body, errors] of [
        [{ user_id: id, money: '-10.31', memo: 'x' }, { money: 'Not enough: ¥10.30 available' }],
        [{ user_id: id, money: '0.005', memo: 'x' }, { money: 'An amount can have at most two decimal places' }],
        [{ user_id: id, money: '1e3', memo: 'x' }, { money: expect.any(String) as string }],
        [{ user_id: id, money: '1,00', memo: 'x' }, { money: expect.any(String) as string }],
        [{ user_id: id, money: 0, memo: 'x' }, { money: 'Enter an amount other than 0' }],
        [{ user_id: id, money: '1', memo: '' }, { memo: expect.any(String) as string }],
        [{ user_id: 999, money: '1', memo: 'x' }, undefined],
      ] as const) {
        const answer = await add(body);
        expect(answer.code).toBe(0);
        if (errors) expect(answer.data['errors']).toMatchObject(errors);
      }
      const { list, total } = (
        await call('GET', `${log}/index`, {
          query: { search: [{ field: 'user.username', operator: 'eq', val: 'ann' }] },
        })
      ).data as { list: object[]; total: number };
      expect(total).toBe(2);
      expect(list[0]).toMatchObject({
        money: '-2.00',
        before: '12.30',
        after: '10.30',
        memo: 'Fee',
        operator: 'admin',
        user: { username: 'ann' },
      });
      // An entry stays as it is, whoever asks.
      const entry = (list[0] as { id: number }).id;
      for (const [method, action, more] of [
        ['DELETE', 'del', { query: { ids: [entry] } }],
        ['POST', 'edit', { body: { id: entry, version: 1, memo: 'changed' } }],
        ['POST', 'sortable', { body: { id: entry, targetId: entry } }],
      ] as const)
        expect((await call(method, `${log}/${action}`, more)).code).not.toBe(1);
      const rows = host.rows('user_money_log', host.system);
      await expect(rows.edit(entry, { memo: 'changed' })).rejects.toThrow();
      await expect(rows.del([entry])).rejects.toThrow();
      for (const statement of [sql`UPDATE user_money_log SET money = 1`, sql`DELETE FROM user_money_log`])
        await expect(server.app.database.write(({ db }) => statement.execute(db))).rejects.toThrow();
      // What only the ledger writes is never taken from a body, in rows of members or of entries.
      const own = { money: '5.00', score: 5, money_held: '-5.00', score_held: -5 };
      await call('POST', 'user.user/edit', {
        body: { id, version: (await host.rows('user', host.system).get(id))!.version, motto: 'm', ...own },
      });
      await call('POST', 'user.user/add', {
        body: { username: 'new', nickname: 'n', group_id: 1, password: 'New-1234', ...own },
      });
      for (const { money, score, money_held: held } of await host.rows('user', host.system).list({}, { sort: 'id' }))
        expect([['10.30', '0.00'].includes(money!), score, held]).toEqual([true, 0, '0.00']);
      expect((await host.rows('user', host.system).list({ username: 'new' }))[0]?.money ?? '0.00').toBe('0.00');
      await add({
        user_id: id,
        money: '1',
        memo: 'x',
        before: '5.00',
        after: '9.00',
        key: 'k',
        refund_of: 7,
        operator: 'eve',
        reason: 'r',
      });
      const [last] = await rows.list({ user_id: id }, { sort: '-id', limit: 1 });
      expect(last).not.toMatchObject({ id: entry });
      expect(last).toMatchObject({
        before: '10.30',
        after: '11.30',
        refund_of: null,
        operator: 'admin',
        reason: 'adjustment',
      });
      expect(last!.key).not.toBe('k');
      await add({ user_id: id, money: '-1', memo: 'x' });
      const act = (action: string, body: object) =>
        call('POST', `user.user/${action}`, { body: { ids: [id], ...body } });
      expect((await act('adjustMoney', { amount: '-0.30', memo: 'Down' })).data).toMatchObject({
        result: { before: '10.30', after: '10.00', from: '¥10.30', to: '¥10.00' },
      });
      expect((await act('adjustScore', { amount: 7, memo: 'Up' })).data).toMatchObject({
        result: { before: 0, after: 7, from: '0', to: '7' },
      });
      // At the field of the form, which is not called as the column is.
      expect((await act('adjustMoney', { amount: '-11', memo: 'x' })).data['errors']).toEqual({
        amount: 'Not enough: ¥10.00 available',
      });
      expect((await act('adjustScore', { amount: 0, memo: 'x' })).data['errors']).toEqual({
        amount: 'Enter an amount other than 0',
      });
      for (const body of [
        { amount: -8, memo: 'x' },
        { amount: 1.5, memo: 'x' },
        { amount: 1 },
        { amount: 0, memo: 'x' },
      ])
        expect((await act('adjustScore', body)).code).toBe(0);
      expect(await ledger.balance(id)).toMatchObject({ money: '10.00', score: 7 });
      await expect
        .poll(async () =>
          (await server.app.gate.rows('security_log').list({ kind: 'plugin' })).map(({ target }) => target),
        )
        .toEqual([...Array(5).fill(`member: money of member ${id}`), `member: score of member ${id}`]);
      // In words: what a programmer named it is in another column.
      const [noted] = await server.app.gate.rows('security_log').list({ kind: 'plugin' }, { sort: '-id', limit: 1 });
      expect([noted!.title, noted!.title_en]).toEqual([
        expect.stringContaining(`积分调整：会员 #${id}，`),
        expect.stringContaining(`Points adjusted: member #${id}, `),
      ]);
      // Who has entries stays.
      expect((await call('DELETE', 'user.user/del', { query: { ids: [id] } })).code).toBe(0);
    },
  );
}

{
  const book = books();
  testPlugin(
    'an adjustment says what it has made of a balance, in the currency of the site',
    book.plugins,
    async (server) => {
      const token = await server.signIn();
      const { id } = await addMember(book, 'ann');
      const adjust = async (language: string) =>
        (
          await server.request('POST', '/api/admin/user.user/adjustMoney', {
            token,
            headers: { 'think-lang': language },
            body: { ids: [id], amount: '1234.50', memo: 'Gift' },
          })
        ).json.data['result'];
      expect(await adjust('zh-cn')).toMatchObject({ after: '1234.50', from: '¥0.00', to: '¥1,234.50' });
      await configure(server, { currency: 'EUR' });
      // Every instance hears of it in its own time.
      await expect.poll(() => adjust('en')).toMatchObject({ to: expect.stringMatching(/^€[\d,]+\.\d0$/) as string });
    },
  );
}

{
  const book = books();
  testPlugin('who books as somebody else stands beside them', book.plugins, async (server) => {
    const { host } = book;
    const token = await server.signIn();
    const { id: user } = await addMember(book, 'ann');
    const post = async (url: string, body: Record<string, unknown>, as = token) =>
      (await server.request('POST', `/api/admin/${url}`, { token: as, body })).json;
    const rows = <N extends 'admin_rule' | 'admin_group' | 'admin' | 'user_money_log'>(name: N) =>
      host.rows(name, host.system);
    const rules = (await rows('admin_rule').list()).filter(({ name }) => name.startsWith('user/'));
    const group = await rows('admin_group').add({ name: 'clerks', pid: 1, rule_ids: rules.map(({ id }) => id) });
    const clerk = { username: 'bob', nickname: 'b', password: 'Person-1', group_ids: [group.id] };
    const { id: bob } = await rows('admin').add(clerk);
    const begun = await post('auth.admin/signInAs', { ids: [bob] });
    const acting = (begun.data['result'] as { identity: { token: string } }).identity.token;
    for (const [url, body] of [
      ['user.moneyLog/add', { user_id: user, money: '1', memo: 'x' }],
      ['user.user/adjustMoney', { ids: [user], amount: '-1', memo: 'x' }],
    ] as const) {
      expect((await post(url, body, acting)).code, url).toBe(1);
      const [last] = await rows('user_money_log').list({ user_id: user }, { sort: '-id', limit: 1 });
      expect(last).toMatchObject({ operator: 'admin → bob' });
    }
  });
}

{
  const book = books();
  testPlugin.onPostgres(
    'an adjustment that the database has done again is in the security log once',
    book.plugins,
    async (server) => {
      const token = await server.signIn();
      const { id } = await addMember(book, 'ann');
      await refuseFirstCommit(server.app.database, 'user_score_log');
      for (const amount of [7, 8]) {
        const body = { ids: [id], amount, memo: 'Up' };
        expect((await server.request('POST', '/api/admin/user.user/adjustScore', { token, body })).json.code).toBe(1);
      }
      const noted = async () =>
        (await server.app.gate.rows('security_log').list({ kind: 'plugin' }, { sort: 'id' })).map(
          ({ detail }) => detail,
        );
      const second = expect.objectContaining({ before: 7, after: 15 }) as object;
      await expect.poll(async () => (await noted()).at(-1)).toEqual(second);
      expect(await noted()).toEqual([expect.objectContaining({ before: 0, after: 7 }), second]);
    },
  );
}
