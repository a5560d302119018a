import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';

const noon = 1_800_000_000 - (1_800_000_000 % 86_400) + 4 * 3600;
const book = books();
testPlugin('the dashboard draws sign-ups and points by day, for who may list them', [], async (first, { start }) => {
  await first.close();
  let time = noon - 40 * 86_400;
  const server = await start(book.plugins, { now: () => time });
  await addMember(book, 'old');
  time = noon - 86_400;
  const { id } = await addMember(book, 'ann');
  const adjust = (amount: number, key: string) =>
    book.ledger.adjust({ currency: 'score', user: id, amount, memo: 'x', reason: 'test', key });
  await adjust(100, 'one');
  await adjust(-30, 'two');
  time = noon;
  await addMember(book, 'bob');
  await addMember(book, 'cid');
  await adjust(5, 'three');
  const token = await server.signIn();
  const course = async (name: string) =>
    (await server.request('GET', `/api/admin/user.course/${name}`, { token })).json.data as unknown as object[];
  const signUps = await course('signUps');
  expect(signUps).toHaveLength(30);
  expect(signUps.slice(-3)).toMatchObject([{ signUps: 0 }, { signUps: 1 }, { signUps: 2 }]);
  expect((await course('points')).slice(-2)).toMatchObject([
    { given: 100, spent: 30 },
    { given: 5, spent: 0 },
  ]);
  expect((await server.request('GET', '/api/admin/user.course/points')).json.code).not.toBe(1);
});
