import { expect } from 'vitest';
import { loopback, openMailbox, solvePicture, testPlugin } from '#test';
import { member } from '../server.ts';
import { takeTexts } from './gateway.ts';
import { configure, openCentre, password, Person } from './people.ts';

const now = { value: 1_800_000_000 };
const options = {
  config: { trustProxy: '127.0.0.1' as const, fetchPrivate: [loopback] },
  now: () => now.value,
  passwordCost: undefined,
};
const rounds = 40;
const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;

testPlugin(
  'answers take as long for an account that is there as for one that is not, and so does what is asked next',
  [member()],
  async (server, { database }) => {
    await openCentre(server);
    const { gate } = server.app;
    await new Person(server).register('first');
    const [{ group_id }] = (await gate.rows('user').list()) as unknown as [{ group_id: number }];
    for (let at = 0; at < rounds; at += 1) {
      const values = { username: `known${at}`, nickname: 'x', group_id, password };
      const mobile = `138${String(at).padStart(8, '0')}`;
      await gate.rows('user').add({ ...values, email: `known${at}@example.com`, mobile } as never);
    }
    // Messages leave for a mail server and a gateway of the test's own.
    const mailbox = await openMailbox();
    await configure(server, mailbox.settings);
    const texts = await takeTexts(server);
    const captcha = (ip: string) => solvePicture(server, ip, 'member.code');
    const email = (is: 'known' | 'none', at: number): string => `${is}${at}@example.com`;
    const mobile = (is: 'known' | 'none', at: number): string =>
      `${is === 'known' ? '138' : '139'}${String(at).padStart(8, '0')}`;
    const mail = (event: string) => async (is: 'known' | 'none', at: number, ip: string) =>
      ['/Ems/send', { email: email(is, at), event, ...(await captcha(ip)) }] as const;
    const calls = {
      'sign in by e-mail': (is: 'known' | 'none', at: number) =>
        ['/user/checkIn', { tab: 'login', username: email(is, at), password: 'wrong-password' }] as const,
      'sign in by mobile': (is: 'known' | 'none', at: number) =>
        ['/user/checkIn', { tab: 'login', username: mobile(is, at), password: 'wrong-password' }] as const,
      'retrieve a password': (is: 'known' | 'none', at: number) =>
        ['/account/retrievePassword', { type: 'email', account: email(is, at), password, captcha: '123456' }] as const,
      'code to register': mail('user_register'),
      'code to retrieve': mail('user_retrieve_pwd'),
      'text message to retrieve': async (is: 'known' | 'none', at: number, ip: string) =>
        ['/Sms/send', { mobile: mobile(is, at), template_code: 'user_retrieve_pwd', ...(await captcha(ip)) }] as const,
    };
    const told: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      const times = {
        known: [] as number[],
        none: [] as number[],
        afterKnown: [] as number[],
        afterNone: [] as number[],
      };
      const answers = new Set<string>();
      for (let at = 0; at < rounds; at += 1)
        for (const is of at % 2 ? (['known', 'none'] as const) : (['none', 'known'] as const)) {
          // Addresses of their own, so that nobody is made to wait.
          const person = new Person(
            server,
            `198.${is === 'known' ? 18 : 19}.${Object.keys(calls).indexOf(name)}.${at}`,
          );
          const [url, body] = await call(is, at, person.ip);
          let began = performance.now();
          const { code, msg } = await person.post(url, body);
          times[is].push(performance.now() - began);
          began = performance.now();
          await person.get('/user/checkIn');
          times[is === 'known' ? 'afterKnown' : 'afterNone'].push(performance.now() - began);
          answers.add(`${code} ${msg}`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      expect(answers.size, [...answers].join()).toBe(1);
      // What asks for a message has come as far as sending one, to those who have an account.
      expect([...answers][0]!.startsWith('1 '), name).toBe(/code|message/.test(name));
      const [known, none, after, afterNone] = [times.known, times.none, times.afterKnown, times.afterNone].map(
        medianOf,
      ) as [number, number, number, number];
      expect(Math.abs(known - none), name).toBeLessThan(Math.min(known, none));
      expect(Math.abs(after - afterNone), name).toBeLessThan(Math.min(after, afterNone));
      told.push(
        `${database} ${name}: known ${known.toFixed(2)} ms, none ${none.toFixed(2)} ms; the next call ${after.toFixed(2)} and ${afterNone.toFixed(2)} ms`,
      );
      now.value += 3600;
    }
    expect(texts.code()).toMatch(/^\d{6}$/);
    await texts.close();
    await mailbox.close();
    process.stdout.write(`${told.join('\n')}\n`);
  },
  options,
);
