import { expect } from 'vitest';
import { testPlugin } from '#test';
import { Invalid } from '#resource';
import { addMember, books, type Books } from './books.ts';

const memo = 'a test';
const reason = 'test';
const entriesOf = async ({ host }: Books, user_id: number) =>
  (await host.rows('user_score_log', host.system).list({ user_id }, { sort: 'id' })).map(({ score, before, after }) => [
    score,
    before,
    after,
  ]);

{
  const book = books();
  testPlugin('books money and points, each with its entry, and never below zero', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const money = { currency: 'money', user, memo, reason } as const;
    expect(await ledger.adjust({ ...money, amount: '10.50', key: 'a' })).toMatchObject({
      before: '0.00',
      after: '10.50',
    });
    expect(await ledger.adjust({ ...money, amount: -3, key: 'b' })).toMatchObject({ amount: '-3.00', after: '7.50' });
    await expect(ledger.adjust({ ...money, amount: '-7.51', key: 'c' })).rejects.toMatchObject({
      errors: { money: { key: 'ledgerServer:tooLittle.money', params: { available: '7.50' } } },
    });
    const score = { currency: 'score', user, memo, reason } as const;
    await ledger.adjust({ ...score, amount: 5, key: 'a' });
    await ledger.adjust({ ...score, amount: -5, key: 'b' });
    await expect(ledger.adjust({ ...score, amount: -1, key: 'c' })).rejects.toBeInstanceOf(Invalid);
    expect(await entriesOf(book, user)).toEqual([
      [5, 0, 5],
      [-5, 5, 0],
    ]);
    expect(await ledger.balance(user)).toEqual({ money: '7.50', score: 0, available: { money: '7.50', score: 0 } });
    await expect(ledger.adjust({ ...money, user: 999, amount: 1, key: 'd' })).rejects.toMatchObject({
      key: 'rows:notFound',
    });
  });
}

{
  const book = books();
  testPlugin('refuses what is no amount, by name', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const wrong = [
      '1.005',
      '1e3',
      '1,5',
      '1,000.00',
      'NaN',
      Number.NaN,
      Infinity,
      '',
      null,
      '0x10',
      '１',
      {},
      [1],
      true,
    ];
    const huge = ['99999999999999999999', 1e15, '10000000000.01', '-10000000000.01'];
    for (const amount of [...wrong, ...huge, 0, '0.00', '-0'] as never[])
      for (const currency of ['money', 'score'] as const)
        await expect(
          ledger.adjust({ currency, user, amount, memo, reason, key: `${currency} ${String(amount)}` }),
        ).rejects.toMatchObject({ errors: { [currency]: { key: expect.any(String) as string } } });
    for (const amount of ['-1', 0, '0.001'] as const)
      await expect(ledger.reserve({ currency: 'money', user, amount, memo, reason, key: 'r' })).rejects.toMatchObject({
        errors: { money: {} },
      });
    await expect(ledger.adjust({ currency: 'score', user, amount: 1.5, memo, reason, key: 'x' })).rejects.toMatchObject(
      { errors: { score: { key: 'validate:integer' } } },
    );
    for (const key of ['', ' a', null, undefined, 7] as never[])
      await expect(ledger.adjust({ currency: 'score', user, amount: 1, memo, reason, key })).rejects.toMatchObject({
        errors: { key: {} },
      });
    expect(await entriesOf(book, user)).toEqual([]);
    expect(await book.host.rows('user_hold', book.host.system).count()).toBe(0);
  });
}

{
  const book = books();
  testPlugin('a key books once, however many come with it at once, and nothing else', book.plugins, async () => {
    const { ledger, host } = book;
    const { id: user } = await addMember(book, 'ann');
    const { id: other } = await addMember(book, 'bob');
    const once = { currency: 'score', user, amount: 7, memo, reason, reference: 'order 1', key: 'order 1' } as const;
    const booked = await Promise.all(Array.from({ length: 20 }, () => ledger.adjust(once)));
    expect(new Set(booked.map(({ id }) => id)).size).toBe(1);
    expect(await ledger.adjust({ ...once, memo: '另一种语言' })).toEqual(booked[0]);
    for (const change of [{ amount: 8 }, { user: other }, { reason: 'other' }, { reference: 'order 2' }])
      await expect(ledger.adjust({ ...once, ...change })).rejects.toMatchObject({ key: 'ledgerServer:keyTaken' });
    // What has been spent since says nothing against the same call sent again.
    await ledger.adjust({ ...once, amount: -7, key: 'spent' });
    expect(await ledger.adjust({ ...once, amount: -7, key: 'spent' })).toMatchObject({ before: 7, after: 0 });
    // In the transaction of a caller a refusal of the key undoes nothing else.
    await host.transaction(host.system, async (transaction) => {
      await ledger.adjust({ ...once, amount: 1, key: 'inside' }, transaction);
      await ledger.adjust({ ...once, amount: 2, key: 'inside' }, transaction).catch(() => {});
    });
    expect(await entriesOf(book, user)).toEqual([
      [7, 0, 7],
      [-7, 7, 0],
      [1, 0, 1],
    ]);
    // What fails later takes the booking with it.
    await host
      .transaction(host.system, async (transaction) => {
        await ledger.adjust({ ...once, key: 'undone' }, transaction);
        throw new Error('no');
      })
      .catch(() => {});
    expect((await ledger.balance(user)).score).toBe(1);
  });
}

{
  const book = books();
  testPlugin('what is reserved is held, settled for less, released, and never spent twice', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const money = { currency: 'money', user, memo, reason } as const;
    await ledger.adjust({ ...money, amount: 10, key: 'in' });
    const held = await ledger.reserve({ ...money, amount: '6.00', reference: 'chat 1', key: 'h1' });
    expect(held).toMatchObject({ state: 'held', amount: '6.00' });
    expect(await ledger.reserve({ ...money, amount: '6.00', reference: 'chat 1', key: 'h1' })).toEqual(held);
    expect(await ledger.balance(user)).toMatchObject({ money: '10.00', available: { money: '4.00' } });
    const short = { errors: { money: { key: 'ledgerServer:tooLittle.money', params: { available: '4.00' } } } };
    await expect(ledger.adjust({ ...money, amount: '-4.01', key: 's' })).rejects.toMatchObject(short);
    await expect(ledger.reserve({ ...money, amount: '4.01', key: 'h2' })).rejects.toMatchObject(short);
    await expect(ledger.settle({ key: 'h1', amount: '6.01' })).rejects.toMatchObject({ errors: { money: {} } });
    await expect(ledger.settle({ key: 'h1', amount: '-1' })).rejects.toMatchObject({ errors: { money: {} } });
    await expect(ledger.settle({ key: 'none' })).rejects.toMatchObject({ key: 'rows:notFound' });
    const settled = await ledger.settle({ key: 'h1', amount: '2.50' });
    expect(settled).toMatchObject({ amount: '-2.50', before: '10.00', after: '7.50' });
    expect(await ledger.settle({ key: 'h1', amount: '2.50' })).toEqual(settled);
    for (const again of [() => ledger.settle({ key: 'h1', amount: '2.51' }), () => ledger.release('h1')])
      await expect(again()).rejects.toMatchObject({ key: 'ledgerServer:holdOver' });
    expect(await ledger.balance(user)).toMatchObject({ money: '7.50', available: { money: '7.50' } });
    await ledger.reserve({ ...money, amount: '7.50', key: 'h3' });
    expect(await ledger.release('h3')).toMatchObject({ state: 'released' });
    expect(await ledger.release('h3')).toMatchObject({ state: 'released' });
    await ledger.reserve({ ...money, amount: 1, key: 'h4' });
    expect(await ledger.settle({ key: 'h4', amount: 0 })).toBeUndefined();
    // Everybody wants the last of it.
    const rush = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) =>
        at % 2
          ? ledger.reserve({ ...money, amount: '1.00', key: `rush ${at}` })
          : ledger.adjust({ ...money, amount: '-1.00', key: `rush ${at}` }),
      ),
    );
    expect(rush.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await ledger.balance(user)).toMatchObject({ available: { money: '0.50' } });
  });
}

{
  const book = books();
  testPlugin('gives back what was taken, in parts, and never more', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const score = { currency: 'score', user, memo, reason } as const;
    await ledger.adjust({ ...score, amount: 10, key: 'in' });
    await ledger.adjust({ ...score, amount: -8, reference: 'order 1', key: 'out' });
    const back = { currency: 'score', of: 'out', memo } as const;
    expect(await ledger.refund({ ...back, amount: 3, key: 'back 1' })).toMatchObject({ amount: 3, after: 5 });
    expect(await ledger.refund({ ...back, amount: 3, key: 'back 1' })).toMatchObject({ after: 5 });
    await expect(ledger.refund({ ...back, amount: 6, key: 'back 2' })).rejects.toMatchObject({
      key: 'ledgerServer:refundTooMuch',
    });
    await expect(ledger.refund({ ...back, amount: 2, key: 'back 1' })).rejects.toMatchObject({
      key: 'ledgerServer:keyTaken',
    });
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => ledger.refund({ ...back, amount: 1, key: `race ${at}` })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const of of ['in', 'none'])
      await expect(ledger.refund({ ...back, of, key: 'wrong' })).rejects.toMatchObject({
        key: 'ledgerServer:nothingToRefund',
      });
    expect((await ledger.balance(user)).score).toBe(10);
    await ledger.adjust({ ...score, amount: -2, key: 'out 2' });
    expect(await ledger.refund({ ...back, of: 'out 2', key: 'whole' })).toMatchObject({ amount: 2 });
    expect(await ledger.refund({ ...back, of: 'out 2', key: 'whole' })).toMatchObject({ amount: 2, after: 10 });
  });
}

{
  const book = books();
  testPlugin('books small amounts upon figures that are more than one entry moves', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const most = 10_000_000_000;
    for (const currency of ['score', 'money'] as const) {
      const all = { currency, user, memo, reason } as const;
      for (const key of ['a', 'b']) await ledger.adjust({ ...all, amount: most, key });
      await ledger.adjust({ ...all, amount: 5, key: 'c' });
      await ledger.reserve({ ...all, amount: 7, key: `d ${currency}` });
      expect(await ledger.settle({ key: `d ${currency}`, amount: 6 })).toBeDefined();
      await ledger.adjust({ ...all, amount: -2, key: 'e' });
      await expect(ledger.adjust({ ...all, amount: most + 1, key: 'f' })).rejects.toBeInstanceOf(Invalid);
    }
    const own = { money: '19999999997.00', score: 19_999_999_997 };
    expect(await ledger.balance(user)).toEqual({ ...own, available: own });
  });
}

{
  const book = books();
  testPlugin('lets no entry and no reservation have one key: settling would fail for ever', book.plugins, async () => {
    const { ledger } = book;
    const { id: user } = await addMember(book, 'ann');
    const all = { currency: 'score', user, memo, reason } as const;
    await ledger.adjust({ ...all, amount: 50, key: 'entry' });
    const taken = { key: 'ledgerServer:keyTaken' };
    await expect(ledger.reserve({ ...all, amount: 5, key: 'entry' })).rejects.toMatchObject(taken);
    await ledger.reserve({ ...all, amount: 5, key: 'hold' });
    await expect(ledger.adjust({ ...all, amount: 5, key: 'hold' })).rejects.toMatchObject(taken);
    // Of many at once one has it, and each of them can go on by its own call.
    const tried = await Promise.allSettled([
      ledger.adjust({ ...all, amount: -5, key: 'both' }),
      ledger.reserve({ ...all, amount: 5, key: 'both' }),
    ]);
    expect(tried.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: taken }]);
    // What the reservation itself has added is no other transaction: the call comes again.
    await ledger.settle({ key: 'hold', amount: 3 });
    expect(await ledger.reserve({ ...all, amount: 5, key: 'hold' })).toMatchObject({ state: 'settled' });
  });
}
