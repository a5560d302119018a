import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { addMember, books, type Books } from './books.ts';
import { assertChain } from './race.ts';

/** As many spends of one point at once, by these ledgers in turn; how many were booked. */
async function spend(ledgers: readonly Books['ledger'][], user: number, count: number): Promise<number> {
  const all = await Promise.allSettled(
    Array.from({ length: count }, (_, at) =>
      ledgers[at % ledgers.length]!.adjust({
        currency: 'score',
        user,
        amount: -1,
        memo: 'race',
        reason: 'test',
        key: `race ${at}`,
      }),
    ),
  );
  const refused = all.filter((each) => each.status === 'rejected');
  for (const { reason } of refused)
    expect(reason).toMatchObject({ errors: { score: { key: 'ledgerServer:tooLittle.score' } } });
  return count - refused.length;
}
const fill = ({ ledger }: Books, user: number, amount: number) =>
  ledger.adjust({ currency: 'score', user, amount, memo: 'fill', reason: 'test', key: `fill ${user}` });

{
  const book = books();
  testPlugin('a thousand spends of one member at once come to exactly what there was', book.plugins, async () => {
    const { id } = await addMember(book, 'ann');
    await fill(book, id, 700);
    expect(await spend([book.ledger], id, 1000)).toBe(700);
    expect(await assertChain(book, id)).toBe(701);
    expect((await book.ledger.balance(id)).score).toBe(0);
  });
}

{
  const [one, two] = [books(), books()];
  testPlugin.onPostgres('and so they do on two instances of PostgreSQL', one.plugins, async (_, { start }) => {
    await start(two.plugins);
    const { id } = await addMember(one, 'ann');
    await fill(one, id, 200);
    expect(await spend([one.ledger, two.ledger], id, 300)).toBe(200);
    expect(await assertChain(two, id)).toBe(201);
  });
}

/** Two calls with one key at the same moment, a round after the other, by these ledgers in turn. */
async function contend(ledgers: readonly Books['ledger'][], book: Books): Promise<void> {
  const [{ id: ann }, { id: bob }] = [await addMember(book, 'ann'), await addMember(book, 'bob')];
  const { host } = book;
  const taken = { key: 'ledgerServer:keyTaken' };
  const all = { currency: 'score', memo: 'race', reason: 'test' } as const;
  for (let round = 0; round < 25; round += 1) {
    const together = (bookings: readonly { user: number; amount: number }[], key: string) =>
      Promise.allSettled(
        bookings.map((each, at) => ledgers[at % ledgers.length]!.adjust({ ...all, ...each, key: `${key} ${round}` })),
      );
    const refusals = (tried: Awaited<ReturnType<typeof together>>): unknown[] =>
      tried.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    // One member, the same content: one entry, which both are answered.
    const same = await together(Array<{ user: number; amount: number }>(2).fill({ user: ann, amount: 2 }), 'same');
    expect(refusals(same)).toEqual([]);
    expect(new Set(same.map((each) => each.status === 'fulfilled' && each.value.id)).size).toBe(1);
    // Another content, or another member: one entry, and the other is told that the key is taken.
    const other = await together(
      [
        { user: ann, amount: 3 },
        { user: ann, amount: 4 },
      ],
      'other',
    );
    expect(refusals(other)).toMatchObject([taken]);
    const both = await together(
      [
        { user: ann, amount: 5 },
        { user: bob, amount: 5 },
      ],
      'both',
    );
    expect(refusals(both)).toMatchObject([taken]);
  }
  const entries = await host.rows('user_score_log', host.system).list({});
  expect(entries).toHaveLength(75);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(75);
  expect((await assertChain(book, ann)) + (await assertChain(book, bob))).toBe(75);
}

{
  const book = books();
  testPlugin('of two with one key at the same moment one is booked, and both are answered', book.plugins, () =>
    contend([book.ledger], book),
  );
}

{
  const [one, two] = [books(), books()];
  testPlugin.onPostgres('and so they are on two instances of PostgreSQL', one.plugins, async (_, { start }) => {
    await start(two.plugins);
    await contend([one.ledger, two.ledger], one);
  });
}

/** All that can happen to the points of a member at once, three hundred times, by these ledgers and servers in turn. */
async function mix(ledgers: readonly Books['ledger'][], servers: readonly TestServer[], book: Books): Promise<void> {
  const { id: user, token } = await addMember(book, 'ann');
  await fill(book, user, 120);
  const admin = await servers[0]!.signIn();
  const ledgerAt = (at: number) => ledgers[at % ledgers.length]!;
  const post = async (at: number, url: string, call: object): Promise<number> =>
    (await servers[at % servers.length]!.request('POST', url, call)).json.code;
  const all = { currency: 'score', user, memo: 'race', reason: 'test' } as const;
  const kinds: ((at: number) => Promise<number>)[] = [
    async (at) => Number((await ledgerAt(at).adjust({ ...all, amount: -1, key: `spend ${at}` })).amount),
    async (at) => {
      await ledgerAt(at).reserve({ ...all, amount: 3, key: `hold ${at}` });
      return Number((await ledgerAt(at + 1).settle({ key: `hold ${at}`, amount: 2 }))!.amount);
    },
    async (at) => {
      const body = { ids: [user], amount: at % 3 === 0 ? 2 : -2, memo: 'race' };
      const code = await post(at, '/api/admin/user.user/adjustScore', { token: admin, body });
      return code === 1 ? body.amount : 0;
    },
    async (at) => (await post(at, '/api/account/checkIn', { headers: { 'ba-user-token': token }, body: {} })) * 5,
  ];
  const done = await Promise.allSettled(
    Array.from({ length: 300 }, (_, at) => kinds[at % 10 < 7 ? 0 : (at % 10) - 6]!(at)),
  );
  for (const each of done)
    if (each.status === 'rejected')
      expect(each.reason).toMatchObject({ errors: { score: { key: 'ledgerServer:tooLittle.score' } } });
  const sum = done.reduce((total, each) => total + (each.status === 'fulfilled' ? each.value : 0), 120);
  await assertChain(book, user);
  const entries = book.host.rows('user_score_log', book.host.system);
  expect(await entries.count({ user_id: user, reason: 'adjustment' })).toBeGreaterThan(9);
  expect(await book.ledger.balance(user)).toMatchObject({ score: sum, available: { score: sum } });
  expect(await book.host.rows('user_check_in', book.host.system).count({ user_id: user })).toBe(1);
}
const midday = { now: () => Date.UTC(2026, 10, 20, 4) / 1000 };

{
  const book = books();
  testPlugin(
    'spends, reservations, adjustments and check-ins at once come to the sum of those that were done',
    book.plugins,
    (server) => mix([book.ledger], [server], book),
    midday,
  );
}

{
  const [one, two] = [books(), books()];
  testPlugin.onPostgres(
    'and so do they by two instances of PostgreSQL',
    one.plugins,
    async (first, { start }) => {
      const second = await start(two.plugins, midday);
      await mix([one.ledger, two.ledger], [first, second], one);
    },
    midday,
  );
}
