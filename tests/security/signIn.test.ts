import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startServer, type Answered, type TestServer } from '../support/server.ts';
import { solvePicture } from '../support/solveCaptcha.ts';

const login = '/api/admin/Index/login';
const secret = 'Person-1';

eachDatabase((_name, _open, place) => {
  let where: Place;
  let server: TestServer;
  const add = async (username: string, more: { status?: 0 | 1 } = {}): Promise<number> =>
    (
      await server.app.gate
        .rows('admin')
        .add({ username, nickname: username, password: secret, group_ids: [1], ...more })
    ).id;

  beforeAll(async () => {
    where = await place();
    // A flood is one of passwords to check: as much work as in life.
    server = await startServer(where, { config: { trustProxy: 'loopback' }, passwordCost: undefined });
  });
  afterAll(() => server.close());

  it('counts what is tried on one account for that account, whatever twins its name has of an earlier version', async () => {
    await add('twin');
    const other = await add('second');
    await server.app.database.write(async ({ db, touch }) => {
      await sql`UPDATE admin SET username = 'TWIN' WHERE id = ${other}`.execute(db);
      touch('admin');
    });
    let next = 0;
    const attempt = (username: string, password: string) =>
      server.request('POST', login, {
        body: { username, password },
        headers: { 'x-forwarded-for': `192.0.2.${(next += 1)}` },
      });
    for (let round = 0; round < 3; round += 1) {
      await attempt('twin', 'wrong-password');
      expect((await attempt('TWIN', secret)).json).toMatchObject({ code: 1, data: { failures: 0 } });
    }
    expect((await attempt('twin', 'wrong-password')).json.data).toMatchObject({ captcha: true });
  });

  describe('while others flood', () => {
    const attempt = (username: string, password: string, ip: string, more: Record<string, unknown> = {}) =>
      server.request('POST', login, {
        body: { username, password, ...more },
        headers: { 'x-forwarded-for': ip },
        mayFail: true,
      });
    /** Signs in as a page does: whoever is asked for a picture solves one and comes again. */
    const enter = async (
      username: string,
      ip: string,
      more: Record<string, unknown> = {},
    ): Promise<Answered['json']> => {
      const { json } = await attempt(username, secret, ip, more);
      if (!json.data?.['needed']) return json;
      return (await attempt(username, secret, ip, await solvePicture(server, ip))).json;
    };
    const deviceOf = async (username: string, ip: string) => ({
      deviceTokens: [(await enter(username, ip)).data['deviceToken']],
    });
    /** Each address makes so many guesses, all addresses at once; `checked` counts passwords that were looked at. */
    const flood = (
      addresses: readonly string[],
      turns: number,
      guess: (ip: string, turn: number) => Promise<Answered>,
    ) => {
      const state = { checked: 0, answered: 0 };
      const all = addresses.map(async (ip) => {
        for (let turn = 0; turn < turns; turn += 1) {
          const { json } = await guess(ip, turn);
          state.answered += 1;
          if (json.msg.includes('incorrect')) state.checked += 1;
        }
      });
      return { state, end: Promise.all(all) };
    };
    it('lets somebody in from elsewhere, after one failure on their name and forty at a time on made-up ones', async () => {
      await add('honest');
      await attempt('honest', 'wrong-password', '203.0.113.1');
      const guesses = flood(
        Array.from({ length: 40 }, () => '203.0.113.1'),
        4,
        (ip, turn) => attempt(`guess${turn}`, 'wrong-password', ip),
      );
      await expect.poll(() => guesses.state.answered, { interval: 5 }).toBeGreaterThan(20);
      const before = guesses.state.checked;
      expect((await enter('honest', '192.0.2.77')).code).toBe(1);
      expect(guesses.state.checked - before).toBeLessThan(10);
      await guesses.end;
    });

    it('lets a whole office in at once, whose browsers are known, from its one address', async () => {
      const people = Array.from({ length: 8 }, (_, at) => `office${at}`);
      const devices: object[] = [];
      for (const name of people) {
        await add(name);
        devices.push(await deviceOf(name, '192.0.2.90'));
      }
      const answers = await Promise.all(
        people.map((name, at) => attempt(name, secret, '192.0.2.90', { ...devices[at] })),
      );
      expect(answers.map(({ json }) => json.code)).toEqual(people.map(() => 1));
    });

    it('looks at the passwords of thirty-four who come at once with a solved picture', async () => {
      const addresses = Array.from({ length: 34 }, (_, at) => `192.0.2.${100 + at}`);
      const proofs: object[] = [];
      for (const ip of addresses) proofs.push(await solvePicture(server, ip));
      const answers = await Promise.all(
        addresses.map((ip, at) => attempt(`newcomer${at}`, 'wrong-password', ip, { ...proofs[at] })),
      );
      expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    });

    it('locks out the address that failed, not the owner elsewhere, nor their own device there', async () => {
      await add('locked');
      const device = await deviceOf('locked', '192.0.2.30');
      for (let turn = 0; turn < 10; turn += 1)
        await attempt('locked', 'wrong-password', '203.0.113.30', await solvePicture(server, '203.0.113.30'));
      const there = await attempt('locked', secret, '203.0.113.30', await solvePicture(server, '203.0.113.30'));
      expect(there.json.msg).toBe('Too many attempts. Please try again in 15 minutes');
      expect((await attempt('locked', secret, '203.0.113.30', device)).json).toMatchObject({
        code: 1,
        data: { failures: 10 },
      });
      for (let turn = 0; turn < 10; turn += 1)
        await attempt('locked', 'wrong-password', '203.0.113.31', await solvePicture(server, '203.0.113.31'));
      expect((await enter('locked', '192.0.2.31')).code).toBe(1);
    });

    it('answers a name that nobody has like one that somebody has, all the way to the lock', async () => {
      await add('existing');
      const course = async (username: string, ip: string): Promise<string[]> => {
        const answers: string[] = [];
        for (let turn = 0; turn < 12; turn += 1) {
          const proof = turn % 2 === 0 ? await solvePicture(server, ip) : {};
          const { status, text } = await attempt(username, 'wrong-password', ip, proof);
          answers.push(`${status} ${text.replace(/"time":\d+/, '')}`);
        }
        return answers;
      };
      const known = await course('existing', '203.0.113.40');
      expect(await course('absent', '203.0.113.41')).toEqual(known);
      expect(new Set(known).size).toBeGreaterThan(2);
    });

    it('takes a stolen device token for five guesses, of no other account, and after its next sign-in for none', async () => {
      await add('stolen');
      await add('other');
      const device = await deviceOf('stolen', '192.0.2.50');
      for (let turn = 0; turn < 4; turn += 1) await attempt('stolen', 'wrong-password', '203.0.113.50');
      for (let turn = 0; turn < 4; turn += 1) await attempt('other', 'wrong-password', '203.0.113.50');
      const isAsked = async (username: string) =>
        (await attempt(username, 'wrong-password', '203.0.113.51', device)).json.data['needed'] === true;
      expect(await isAsked('other')).toBe(true);
      for (let turn = 0; turn < 5; turn += 1) expect(await isAsked('stolen')).toBe(false);
      expect(await isAsked('stolen')).toBe(true);
      const next = await deviceOf('stolen', '192.0.2.51');
      for (let turn = 0; turn < 4; turn += 1) await attempt('stolen', 'wrong-password', '203.0.113.52');
      const renewed = await attempt('stolen', secret, '192.0.2.52', next);
      expect(renewed.json.code).toBe(1);
      for (let turn = 0; turn < 4; turn += 1) await attempt('stolen', 'wrong-password', '203.0.113.53');
      expect((await attempt('stolen', secret, '192.0.2.53', next)).json.data['needed']).toBe(true);
      for (const forged of ['x', 'a'.repeat(200), null, { a: 1 }, [['x']], Array.from({ length: 9999 }, () => 'x')])
        expect((await attempt('stolen', secret, '192.0.2.54', { deviceTokens: forged })).json.data['needed']).toBe(
          true,
        );
    });
  });

  describe('a session ends at once when another administrator', () => {
    it.each<
      [
        string,
        (
          id: number,
        ) => [
          method: string,
          action: string,
          asked: { body?: Record<string, unknown>; query?: Record<string, unknown> },
        ],
      ]
    >([
      ['disables the account', (id) => ['POST', 'edit', { body: { id, status: 0 } }]],
      ['gives it another password', (id) => ['POST', 'edit', { body: { id, password: 'Another-1' } }]],
      ['deletes it', (id) => ['DELETE', 'del', { query: { ids: [id] } }]],
    ])('%s', async (what, change) => {
      const username = `person${what.length}`;
      const id = await add(username);
      // SQLite has one server; PostgreSQL a second one, which learns of it too.
      const others = where.databaseUrl ? [await startServer(where)] : [];
      const token = await server.signIn();
      const { json } = await server.request('POST', login, {
        body: { username, password: secret, keep: true },
        headers: { 'x-forwarded-for': '192.0.2.99' },
      });
      const session = json.data['userInfo'] as { token: string; refreshToken: string };
      const all = [server, ...others];
      const codes = () =>
        Promise.all(
          all.map(
            async (each) =>
              (await each.request('GET', '/api/admin/auth.admin/index', { token: session.token })).json.code,
          ),
        );
      expect(await codes()).toEqual(all.map(() => 1));
      const [method, action, asked] = change(id);
      expect((await server.request(method, `/api/admin/auth.admin/${action}`, { token, ...asked })).json.code).toBe(1);
      expect(await codes()).toEqual(all.map(() => 302));
      for (const each of all)
        expect(
          (await each.request('POST', '/api/common/refreshToken', { body: { refreshToken: session.refreshToken } }))
            .json.code,
        ).toBe(0);
      expect((await server.request('GET', '/api/admin/auth.admin/index', { token })).json.code).toBe(1);
      await Promise.all(others.map((each) => each.close()));
    });
  });
});
