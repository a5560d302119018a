import { expect } from 'vitest';
import { loopback, testPlugin } from '#test';
import { member } from '../server.ts';
import { books } from './books.ts';
import { takeTexts } from './gateway.ts';
import { openCentre, outbox, password, Person, registration } from './people.ts';
import { assertChain } from './race.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const, fetchPrivate: [loopback] }, now: () => now.value };
const aMinuteLater = (): void => void (now.value += 61);
const succeeded = (answers: readonly { readonly code: number }[]): number =>
  answers.filter(({ code }) => code === 1).length;

const strange = [
  'ann\u0000',
  '\ud800',
  'a\udc00b',
  '\u212Aarl',
  'ａｎｎ',
  ['ann'],
  { ann: 1 },
  Infinity,
  -0,
  true,
  null,
];

testPlugin(
  'whatever stands in a field of a call for everybody is refused, and nothing is changed',
  [member()],
  async (server) => {
    await openCentre(server);
    const eve = new Person(server);
    await new Person(server, '203.0.113.1').register('ann');
    for (const value of [...strange, 'x'.repeat(300_000)]) {
      const about = JSON.stringify(value).slice(0, 50);
      const codes = [
        await eve.post('/user/checkIn', { tab: 'login', username: value, password }),
        await eve.post('/user/checkIn', { tab: 'login', username: 'nobody', password: value, deviceTokens: value }),
        await eve.post('/user/checkIn', { ...registration('x', 'x@example.com', '1'), username: value, email: value }),
        await eve.post('/user/checkIn', { tab: value, username: 'ann', password: 'wrong' }),
        await eve.post('/Ems/send', { email: value, event: 'user_register', captchaId: value, captchaInfo: value }),
        await eve.post('/Ems/send', { email: 'x@example.com', event: value }),
        await eve.post('/Sms/send', { mobile: value, template_code: 'user_register' }),
        await eve.post('/account/retrievePassword', { type: 'email', account: value, password, captcha: value }),
        await eve.post('/account/retrievePassword', {
          type: value,
          account: 'ann@example.com',
          password,
          captcha: '1',
        }),
      ].map(({ code }) => code);
      expect(codes, about).toEqual(codes.map(() => 0));
      now.value += 3600 * 24;
    }
    expect(await server.app.gate.rows('user').count({})).toBe(1);
  },
  options,
);

testPlugin(
  'what looks like a name or an address of somebody is none',
  [member()],
  async (server) => {
    await openCentre(server);
    const [ann, eve] = [new Person(server, '203.0.113.1'), new Person(server, '203.0.113.2')];
    await ann.register('karl', 'karl@example.com');
    aMinuteLater();
    const code = await eve.code('user_register', 'eve@example.com');
    // Kelvin's sign is a small k in small letters; others are of another width, or another alphabet.
    for (const username of ['\u212Aarl', 'ｋarl', 'kаrl', 'karl\u200B', 'ka\u00ADrl']) {
      const answer = await eve.post('/user/checkIn', { ...registration(username, 'eve@example.com', code) });
      expect([answer.code, Object.keys(answer.data.errors ?? {})], username).toEqual([0, ['username']]);
    }
    for (const email of [
      '\u212Aarl@example.com',
      'karl＠example.com',
      'karl@example\u3002com',
      'kаrl@example.com',
      'karl@exampl\u0435.com',
    ])
      expect(
        (await eve.solved('member.code', '/Ems/send', { email, event: 'user_retrieve_pwd' })).data.errors,
        email,
      ).toHaveProperty('email');
    expect(
      (await eve.solved('member.code', '/Sms/send', { mobile: '１３８00138000', template_code: 'user_register' })).data
        .errors,
    ).toHaveProperty('mobile');
    // One number is one, however it is written.
    await server.app.gate.rows('user').edit(1, { mobile: '13800138000' });
    const texts = await takeTexts(server);
    expect(await eve.code('user_register', '+86 138-0013-8000'.replaceAll(/[^\d]/g, '').slice(2))).toBe('');
    expect((await outbox(server, '13800138000')).at(-1)?.event).toBe('user_has_account');
    await texts.close();
    for (const typed of ['KARL', '+86 138-0013-8000', '13800138000'])
      expect((await new Person(server, '203.0.113.3').signIn(typed)).code, typed).toBe(1);
  },
  options,
);

testPlugin(
  'of many who want one name or one address at once, one has it',
  [member()],
  async (server) => {
    await openCentre(server);
    const people = Array.from({ length: 6 }, (_, at) => new Person(server, `203.0.113.${at}`));
    const codes: string[] = [];
    for (const [at, person] of people.entries()) codes.push(await person.code('user_register', `p${at}@example.com`));
    const named = await Promise.all(
      people.map((person, at) =>
        person.post('/user/checkIn', registration(at % 2 ? 'wanted' : 'WANTED', `p${at}@example.com`, codes[at]!)),
      ),
    );
    expect(succeeded(named)).toBe(1);
    expect(await server.app.gate.rows('user').count({})).toBe(1);
    aMinuteLater();
    // One code, six names.
    const [first] = people;
    const code = await first!.code('user_register', 'shared@example.com');
    const shared = await Promise.all(
      people.map((person, at) => person.post('/user/checkIn', registration(`shared${at}`, 'shared@example.com', code))),
    );
    expect(succeeded(shared)).toBe(1);
    // Two members bind one number.
    const members = [new Person(server, '203.0.113.31'), new Person(server, '203.0.113.32')];
    for (const [at, each] of members.entries()) {
      aMinuteLater();
      await each.register(`member${at}`);
    }
    aMinuteLater();
    const texts = await takeTexts(server);
    await members[0]!.code('user_change_mobile', '13900139000');
    const captcha = texts.code();
    const bound = await Promise.all(
      members.map((each) =>
        each.post('/account/changeBind', { type: 'mobile', mobile: '13900139000', captcha, password }),
      ),
    );
    expect(succeeded(bound)).toBe(1);
    expect(await server.app.gate.rows('user').count({ mobile: '13900139000' })).toBe(1);
    await texts.close();
  },
  options,
);

testPlugin(
  'codes leave so often for one target and for one address, and no more',
  [member()],
  async (server) => {
    await openCentre(server);
    const send = (ip: string, email: string) =>
      new Person(server, ip).solved('member.code', '/Ems/send', { email, event: 'user_register' });
    // A minute for an event, six in an hour for a target, whoever asks.
    const left = [];
    for (let at = 0; at < 9; at += 1) {
      left.push(
        ...(await Promise.all([send(`203.0.113.${at}`, 'a@example.com'), send(`203.0.114.${at}`, 'A@Example.com')])),
      );
      aMinuteLater();
    }
    expect(succeeded(left)).toBeLessThanOrEqual(6);
    expect(succeeded(left)).toBeGreaterThan(2);
    // One address asks for many targets.
    const many = [];
    for (let at = 0; at < 30; at += 1) many.push(await send('198.51.100.1', `t${at}@example.com`));
    expect(succeeded(many)).toBe(20);
    await expect.poll(() => server.app.gate.rows('user_outbox').count({})).toBe(succeeded([...left, ...many]));
  },
  options,
);

testPlugin(
  'whoever asks for codes of somebody else takes neither the next minute nor the hour from them',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.1');
    await ann.register('ann');
    aMinuteLater();
    const email = 'ann@example.com';
    const ask = (person: Person, event: string, more: object = {}) =>
      person.solved('member.code', '/Ems/send', { email, event, ...more });
    const eve = new Person(server, '203.0.113.78');
    // One message a minute, whatever it is for.
    const tries = [];
    for (let at = 0; at < 4; at += 1) tries.push(await ask(eve, 'user_retrieve_pwd'), await ask(eve, 'user_register'));
    expect(succeeded(tries)).toBe(1);
    expect((await ask(ann, 'user_email_verify', { password })).code).toBe(0);
    aMinuteLater();
    // Ann's own try, and the code that she registered with, are of the same hour as Eve's one.
    for (let at = 0; at < 4; at += 1) {
      expect((await ask(new Person(server, `203.0.114.${at}`), 'user_retrieve_pwd')).code).toBe(1);
      aMinuteLater();
    }
    expect((await ask(new Person(server, '203.0.114.9'), 'user_retrieve_pwd')).code).toBe(0);
    aMinuteLater();
    expect((await ask(ann, 'user_email_verify', { password })).code).toBe(1);
  },
  options,
);

const book = books();
testPlugin(
  'an account that is closed while it spends leaves whole books',
  book.plugins,
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.1');
    await ann.register('ann');
    const booking = { currency: 'score', user: 1, memo: 'x', reason: 'test' } as const;
    await book.ledger.adjust({ ...booking, amount: 30, key: 'fill' });
    await book.ledger.reserve({ ...booking, amount: 5, key: 'held' });
    const spend = (at: number) => book.ledger.adjust({ ...booking, amount: -1, key: `spend ${at}` });
    const [closed, checked, ...spent] = await Promise.allSettled([
      ann.post('/account/close', { password }),
      ann.post('/account/checkIn'),
      ...Array.from({ length: 20 }, (_, at) => spend(at)),
    ]);
    expect(closed).toMatchObject({ status: 'fulfilled', value: { code: 1 } });
    expect(checked.status).toBe('fulfilled');
    const booked = spent.filter(({ status }) => status === 'fulfilled').length;
    const checkedIn = await server.app.gate.rows('user_check_in').count({});
    await book.ledger.settle({ key: 'held', amount: 3 });
    expect(await server.app.gate.rows('user').get(1)).toMatchObject({ closed: 1, username: 'closed-1', email: null });
    const entries = await assertChain(book, 1);
    expect(entries).toBeGreaterThanOrEqual(2 + booked);
    expect(entries).toBeLessThanOrEqual(3 + booked);
    expect(checkedIn).toBeLessThanOrEqual(1);
    // Nothing of it opens the account again.
    expect((await ann.post('/account/checkIn')).code).toBe(302);
    expect((await ann.post('/account/redeem', { code: 'x' })).code).toBe(302);
  },
  options,
);

const midnight = Date.UTC(2027, 0, 15, 16) / 1000;
const late = books();
testPlugin(
  'check-ins at once around midnight are one for each of the two days',
  late.plugins,
  async (server) => {
    await openCentre(server);
    now.value = midnight - 600;
    const ann = new Person(server, '203.0.113.1');
    await ann.register('ann');
    now.value = midnight - 1;
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const asked = ann.post('/account/checkIn');
        if (at === 20) now.value = midnight;
        return asked;
      }),
    );
    expect(succeeded(answers)).toBeLessThanOrEqual(2);
    expect((await ann.post('/account/checkIn')).code).toBe(0);
    const days = (await server.app.gate.rows('user_check_in').list({}, { sort: 'date' })).map(({ date }) => date);
    expect(new Set(days).size).toBe(days.length);
    expect(days.at(-1)).toBe('2027-01-16');
    expect(await assertChain(late, 1)).toBe(days.length);
  },
  { ...options, config: { ...options.config, timeZone: 'Asia/Shanghai' } },
);
