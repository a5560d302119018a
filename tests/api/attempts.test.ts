import { expect, it } from 'vitest';
import { Problem } from '#resource';
import { applySchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import { Attempts, attemptTable, type Proof } from '../../src/server/session/attempts.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((_name, open) => {
  let clock = 1_800_000_000;
  const ready = async (): Promise<Database> => {
    const database = await open();
    await applySchema(database, [attemptTable], () => {});
    return database;
  };
  /** A wrong password; whether it was looked at, after how many seconds, or why not. */
  const guess = async (attempts: Attempts, username: string, ip: string, proof?: Proof): Promise<number | string> => {
    try {
      const { isKnown } = await attempts.look({ username, ip }, proof);
      const { wait } = await attempts.begin({ username, ip }, isKnown, proof);
      attempts.failed({ username, ip });
      return wait;
    } catch (error) {
      if (error instanceof Problem) return error.key;
      throw error;
    }
  };
  const looked = (answers: readonly (number | string)[]): number =>
    answers.filter((each) => typeof each === 'number').length;
  const address = (at: number): string =>
    `198.${18 + Math.floor(at / 65_025)}.${Math.floor(at / 255) % 255}.${at % 255}`;

  it('looks at a guess in ten seconds of those that come from ever new addresses with solved pictures', async () => {
    const attempts = new Attempts(await ready(), () => clock);
    const answers: (number | string)[] = [];
    for (let second = 0; second < 1000; second += 1) {
      answers.push(await guess(attempts, 'victim', address(second), 'picture'));
      clock += 1;
    }
    // Ten at first, then those whose turn is taken within the thousand seconds.
    expect(looked(answers)).toBeGreaterThan(100);
    expect(looked(answers)).toBeLessThanOrEqual(10 + 101);
    expect(Math.max(...answers.filter((each) => typeof each === 'number'))).toBeLessThanOrEqual(10);
    expect(new Set(answers.filter((each) => typeof each === 'string'))).toEqual(new Set(['session:wait']));
  });

  it('looks at one in thirty seconds of those that only cost work, beside the line of those with pictures', async () => {
    const attempts = new Attempts(await ready(), () => clock);
    for (let turn = 0; turn < 10; turn += 1) await guess(attempts, 'victim', address(turn), 'picture');
    const answers: (number | string)[] = [];
    for (let second = 0; second < 300; second += 1) {
      answers.push(await guess(attempts, 'victim', address(1000 + second), 'work'));
      clock += 1;
    }
    expect(looked(answers)).toBeGreaterThanOrEqual(10);
    expect(looked(answers)).toBeLessThanOrEqual(11);
    expect(await guess(attempts, 'victim', address(5000), 'picture')).toBe(0);
  });

  it('looks at three of two hundred that come at once without a proof, on two instances', async () => {
    const database = await ready();
    const instances = [new Attempts(database, () => clock), new Attempts(database, () => clock)];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => guess(instances[at % 2]!, 'victim', address(at))),
    );
    expect(looked(answers)).toBe(3);
    expect(answers.filter((each) => each === 'session:captchaNeeded')).toHaveLength(197);
  });

  it('locks an address out of an account after ten, and out of no other', async () => {
    const attempts = new Attempts(await ready(), () => clock);
    const answers = [];
    for (let turn = 0; turn < 12; turn += 1) answers.push(await guess(attempts, 'victim', '203.0.113.7', 'picture'));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 0), 'session:locked', 'session:locked']);
    expect(await guess(attempts, 'other', '203.0.113.7', 'picture')).toBe(0);
    expect(await guess(attempts, 'victim', '203.0.113.8', 'picture')).toBe(0);
  });

  it('takes an attempt back that nobody has looked at, and tells of no failures that are none', async () => {
    const attempts = new Attempts(await ready(), () => clock);
    const who = { username: 'owner', ip: '203.0.113.9' };
    for (let turn = 0; turn < 20; turn += 1) {
      await attempts.begin(who, false, undefined);
      await attempts.abandoned(who, false);
    }
    await Promise.all([attempts.begin(who, false, undefined), attempts.begin(who, false, undefined)]);
    expect(await Promise.all([attempts.succeeded(who, false), attempts.succeeded(who, false)])).toEqual([0, 0]);
    expect(await attempts.look(who, undefined)).toEqual({ isKnown: false, needsProof: false, isSuspect: false });
  });

  it('forgets failures a day after the last', async () => {
    const attempts = new Attempts(await ready(), () => clock);
    for (let turn = 0; turn < 5; turn += 1) await guess(attempts, 'victim', address(turn), 'picture');
    expect(await guess(attempts, 'victim', address(100))).toBe('session:captchaNeeded');
    clock += 86_401;
    expect(await guess(attempts, 'victim', address(100))).toBe(0);
    expect(await guess(attempts, 'victim', address(100))).toBe(0);
  });

  it('keeps nobody out for what a clock has counted that is put back', async () => {
    const database = await ready();
    const attempts = new Attempts(database, () => clock);
    const [days, hours] = [864_000, 7200];
    for (const ahead of [days, hours]) {
      clock += ahead;
      // The line of the name, that of the address, and the lock of the two together.
      for (let turn = 0; turn < 31; turn += 1) {
        await guess(attempts, 'victim', '192.0.2.7', 'picture');
        await guess(attempts, `other ${turn}`, '192.0.2.7', 'picture');
        await guess(attempts, 'victim', address(turn), 'picture');
        clock += 10;
      }
      await attempts.askForProof('192.0.2.7');
      expect(await guess(attempts, 'victim', '192.0.2.7', 'picture')).toBe('session:locked');
      clock -= ahead + 310;
      expect(await attempts.needsProof('192.0.2.7')).toBe(false);
      expect(await guess(attempts, 'victim', '192.0.2.7')).toBe(0);
      expect(await guess(attempts, 'victim', address(5), 'picture')).toBe(0);
      // From there on it counts as ever.
      expect(await guess(attempts, 'victim', address(6), 'picture')).toBe(0);
      expect(await guess(attempts, 'victim', '192.0.2.7')).toBe('session:captchaNeeded');
      clock += 90_000;
    }
  });

  it('counts what an instance has counted whose clock is a little ahead', async () => {
    const database = await ready();
    const [attempts, ahead] = [new Attempts(database, () => clock), new Attempts(database, () => clock + 30)];
    for (let turn = 0; turn < 10; turn += 1) await guess(ahead, 'victim', '192.0.2.7', 'picture');
    expect(await guess(attempts, 'victim', '192.0.2.7', 'picture')).toBe('session:locked');
  });
});
