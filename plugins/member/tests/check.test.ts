import { sql } from 'kysely';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { checkJob } from '../server/ledger/check/checkJob.ts';
import { expireHolds } from '../server/ledger/expireHolds.ts';
import { addMember, books, type Books } from './books.ts';

const memo = 'a test';
const reason = 'test';
/** The job so many seconds from now. */
const run = ({ host }: Books, { run: work }: typeof checkJob, seconds: number): unknown =>
  work({
    id: 'x',
    data: undefined,
    attempt: 1,
    isLast: false,
    signal: new AbortController().signal,
    host: { ...host, now: () => host.now() + seconds },
  });

{
  const book = books();
  testPlugin('what is reserved is free again when its time is over', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const score = { currency: 'score', user, memo, reason } as const;
    await ledger.adjust({ ...score, amount: 10, key: 'in' });
    await ledger.reserve({ ...score, amount: 4, key: 'short', seconds: 60 });
    await ledger.reserve({ ...score, amount: 3, key: 'long', seconds: 6000 });
    await run(book, expireHolds, 30);
    expect((await ledger.balance(user)).available.score).toBe(3);
    await run(book, expireHolds, 90);
    expect((await ledger.balance(user)).available.score).toBe(7);
    await expect(ledger.settle({ key: 'short' })).rejects.toMatchObject({ key: 'ledgerServer:holdOver' });
    expect(await ledger.settle({ key: 'long' })).toMatchObject({ after: 7 });
  });
}

{
  const book = books();
  testPlugin('a reservation that cannot be given free keeps no other waiting', book.plugins, async (server) => {
    const { ledger } = book;
    const { id: ann } = await addMember(book, 'ann');
    const { id: bob } = await addMember(book, 'bob');
    for (const user of [ann, bob]) {
      const score = { currency: 'score', user, memo, reason } as const;
      await ledger.adjust({ ...score, amount: 10, key: `in ${user}` });
      await ledger.reserve({ ...score, amount: 4, key: `held ${user}`, seconds: 60 });
    }
    await server.app.database.write(({ db, touch }) => {
      touch('user');
      return sql`UPDATE "user" SET score_held = 0 WHERE id = ${ann}`.execute(db);
    });
    await expect(run(book, expireHolds, 90)).rejects.toThrow();
    expect((await ledger.balance(bob)).available.score).toBe(10);
  });
}

{
  const book = books();
  testPlugin(
    'the check finds figures, entries and reservations that do not agree, and nothing else',
    book.plugins,
    async (server) => {
      const { ledger, host } = book;
      const people = [];
      for (const name of ['ann', 'bob', 'cid', 'dan']) people.push((await addMember(book, name)).id);
      const [ann, bob, cid, dan] = people as [number, number, number, number];
      for (const user of people)
        for (const at of [1, 2, 3]) {
          await ledger.adjust({ currency: 'score', user, amount: at, memo, reason, key: `${user} ${at}` });
          await ledger.adjust({ currency: 'money', user, amount: `${at}.50`, memo, reason, key: `${user} ${at}` });
        }
      await ledger.reserve({ currency: 'money', user: dan, amount: 1, memo, reason, key: 'held' });
      const findings = async () =>
        (await host.rows('ledger_finding', host.system).list())
          .toSorted((one, other) => one.key.localeCompare(other.key))
          .map(({ key, expected, actual, resolved }) => [
            key.split(' ').slice(0, 3).join(' '),
            expected,
            actual,
            resolved,
          ]);
      await run(book, checkJob, 0);
      await run(book, checkJob, 60);
      expect(await findings()).toEqual([]);
      const change = (statement: ReturnType<typeof sql>) =>
        server.app.database.write(({ db, touch }) => (touch('user'), statement.execute(db)));
      await change(sql`UPDATE "user" SET score = 7 WHERE id = ${ann}`);
      await change(sql`UPDATE "user" SET money_held = 0 WHERE id = ${dan}`);
      await change(sql`
      INSERT INTO user_score_log (version, create_time, update_time, user_id, score, before, after, memo, key)
      SELECT 1, create_time, update_time, user_id, 5, 0, 5, 'forged', 'forged' FROM user_score_log WHERE user_id = ${bob} LIMIT 1`);
      await run(book, checkJob, 60);
      await run(book, checkJob, 120);
      expect(await findings()).toEqual([
        [`${ann} score figure`, '6', '7', 0],
        [`${bob} score entry`, '6', '0', 0],
        [`${bob} score figure`, '5', '6', 0],
        [`${dan} money held`, '1.00', '0.00', 0],
      ]);
      expect(cid).toBeGreaterThan(0);
      await expect
        .poll(async () =>
          (await server.app.gate.rows('security_log').list({ kind: 'plugin' }))
            .map(({ target }) => target!)
            .toSorted((one, other) => one.localeCompare(other)),
        )
        .toEqual([ann, bob, bob, dan].map((id) => `books: books of member ${id}`));
      await change(sql`UPDATE "user" SET score = 6 WHERE id = ${ann}`);
      await run(book, checkJob, 180);
      expect((await findings()).map((each) => each.at(-1))).toEqual([1, 0, 0, 0]);
      // By hand.
      const token = await server.signIn();
      expect((await server.request('POST', '/api/admin/user.ledgerFinding/check', { token, body: {} })).json.code).toBe(
        1,
      );
    },
  );
}
