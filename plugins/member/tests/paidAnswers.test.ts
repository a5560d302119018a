import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';
import { paidAnswers } from './paidAnswers.ts';

const book = books();
testPlugin(
  'another plugin reserves, settles and refunds by the service',
  [...book.plugins, paidAnswers],
  async (server) => {
    const { ledger } = book;
    const { id, token } = await addMember(book, 'ann');
    const ask = async (question: string, mayFail = false) =>
      (
        await server.request('POST', '/api/answers/ask', {
          headers: { 'ba-user-token': token },
          body: { question },
          mayFail,
        })
      ).json;
    expect((await ask('hello')).data).toMatchObject({ errors: { score: 'Not enough points: 0 available' } });
    await ledger.adjust({ currency: 'score', user: id, amount: 120, memo: 'x', reason: 'test', key: 'in' });
    expect((await ask('hello')).data).toEqual({ answer: 'HELLO', cost: 5, left: 115 });
    expect((await ask('fail', true)).code).not.toBe(1);
    expect(await ledger.balance(id)).toMatchObject({ score: 115, available: { score: 115 } });
    const admin = await server.signIn();
    const [first] = await book.host.rows('paid_answer', book.host.system).list({}, { limit: 1 });
    for (const _ of [1, 2])
      expect(
        (await server.request('POST', '/api/admin/answers.answer/refund', { token: admin, body: { id: first!.id } }))
          .json.code,
      ).toBe(1);
    expect((await ledger.balance(id)).score).toBe(120);
  },
);

it('LEDGER.md shows it as it is', () => {
  const folder = import.meta.dirname;
  const [, shown] = /```ts\n([\s\S]*?)```\n/.exec(readFileSync(join(folder, '../LEDGER.md'), 'utf8'))!;
  expect(shown).toBe(readFileSync(join(folder, 'paidAnswers.ts'), 'utf8'));
});
