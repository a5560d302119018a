import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';

const book = books();
testPlugin('codes are made once, kept as hashes, and used as often as they may be', book.plugins, async (server) => {
  const { host, ledger } = book;
  const token = await server.signIn();
  const admin = async (url: string, body: object) =>
    (await server.request('POST', `/api/admin/redeem.batch/${url}`, { token, body: { ...body } })).json;
  const make = async (body: object) => {
    const answer = await admin('make', { name: 'Spring', currency: 'score', count: 2, uses: 1, ...body });
    return {
      answer,
      codes: ((answer.data?.['result'] as { file: { text: string } })?.file.text ?? '').trim().split('\r\n'),
    };
  };
  const redeem = async (as: { token: string }, code: unknown) =>
    (await server.request('POST', '/api/account/redeem', { headers: { 'ba-user-token': as.token }, body: { code } }))
      .json;
  for (const body of [
    { score: 0 },
    {},
    { score: 5, count: 0 },
    { score: 5, count: 201 },
    { score: 5, uses: 0 },
    { score: 5, expires: 1 },
    { currency: 'money', money: '0.001' },
  ])
    expect((await make(body)).answer.code).toBe(0);
  expect(await host.rows('redeem_batch', host.system).count()).toBe(0);
  const { answer, codes } = await make({ score: 50 });
  expect([answer.code, codes.length, (answer.data['result'] as { count: number }).count]).toEqual([1, 2, 2]);
  expect(codes[0]).toMatch(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/);
  const shown = await server.request('GET', '/api/admin/redeem.code/index', { token });
  expect(shown.json.data['total']).toBe(2);
  expect(shown.text).not.toContain('hash');
  for (const code of codes) expect(shown.text).not.toContain(code.slice(0, 9));
  const people = [];
  for (const name of ['ann', 'bob', 'cid', 'dan', 'eve', 'fay']) people.push(await addMember(book, name));
  const [ann, bob] = people as [(typeof people)[0], (typeof people)[0]];
  for (const wrong of [
    '',
    'x',
    null,
    7,
    {},
    ['x'],
    codes[0]!.slice(0, -1),
    `${codes[0]}0`,
    'A'.repeat(1e5),
    'AAAA-AAAA-AAAA-AAAA',
    "' OR 1=1 --",
  ])
    expect(await redeem(ann, wrong)).toMatchObject({
      code: 0,
      data: { errors: { code: "This code doesn't exist. Check what you entered." } },
    });
  // However it is written.
  expect((await redeem(ann, ` ${codes[0]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `)).data).toEqual({
    points: 50,
    money: '0.00',
    score: 50,
    balance: '0.00',
  });
  for (const who of [ann, bob])
    expect((await redeem(who, codes[0])).data).toMatchObject({ errors: { code: 'This code has already been used.' } });
  const race = await Promise.all(people.map((each) => redeem(each, codes[1])));
  expect(race.filter(({ code }) => code === 1)).toHaveLength(1);
  const many = await make({ currency: 'money', money: '2.50', count: 1, uses: 3 });
  const all = await Promise.all([...people, ...people].map((each) => redeem(each, many.codes[0])));
  expect(all.filter(({ code }) => code === 1)).toHaveLength(3);
  const sums = await Promise.all(people.map(async ({ id }) => ledger.balance(id)));
  expect(sums.map(({ money }) => money).toSorted()).toEqual(['0.00', '0.00', '0.00', '2.50', '2.50', '2.50']);
  expect(sums.reduce((sum, { score }) => sum + score, 0)).toBe(100);
  const { list } = (await server.request('GET', '/api/admin/redeem.use/index', { token })).json.data as {
    list: object[];
  };
  expect(list).toHaveLength(5);
  expect(list.at(-1)).toMatchObject({
    user: { username: 'ann' },
    code: { tail: codes[0]!.slice(-4) },
    batch: { name: 'Spring' },
  });
  // Switched off, and expired.
  const off = await make({ score: 1, count: 1 });
  const [last] = await host.rows('redeem_batch', host.system).list({}, { sort: '-id', limit: 1 });
  await host.rows('redeem_batch', host.system).edit(last!.id, { status: 0 });
  expect((await redeem(bob, off.codes[0])).data).toMatchObject({
    errors: { code: "This code doesn't exist. Check what you entered." },
  });
  await host.rows('redeem_batch', host.system).edit(last!.id, { status: 1, expires: 1 });
  expect((await redeem(bob, off.codes[0])).data).toMatchObject({ errors: { code: 'This code has expired.' } });
  // What a batch is worth stays.
  await admin('edit', { id: last!.id, version: 3, score: 999, uses: 9, count: 9, name: 'New' });
  expect(await host.rows('redeem_batch', host.system).get(last!.id)).toMatchObject({ score: 1, uses: 1, count: 1 });
  const answers = [];
  for (let at = 0; at < 30; at += 1)
    answers.push(
      (
        await server.request('POST', '/api/account/redeem', {
          headers: { 'ba-user-token': bob.token },
          body: { code: 'x' },
        })
      ).status,
    );
  expect(answers.at(-1)).toBe(429);
  expect((await make({ score: 1, count: 200 })).codes).toHaveLength(200);
});
