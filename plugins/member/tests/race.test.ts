import { expect } from 'vitest';
import { testPlugin } from '#test';
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
  testPlugin('and so they do on two instances of PostgreSQL', one.plugins, async (_, { database, start }) => {
    if (database === 'sqlite') return;
    await start(two.plugins);
    const { id } = await addMember(one, 'ann');
    await fill(one, id, 700);
    expect(await spend([one.ledger, two.ledger], id, 1000)).toBe(700);
    expect(await assertChain(two, id)).toBe(701);
  });
}
