import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const login = '/api/admin/Index/login';
const secret = 'Person-1';
const rounds = 15;

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  const add = async (username: string, more: { status?: 0 | 1 } = {}): Promise<number> =>
    (
      await server.app.gate
        .rows('admin')
        .add({ username, nickname: username, password: secret, group_ids: [1], ...more })
    ).id;

  beforeAll(async () => {
    server = await startServer(await place(), { config: { trustProxy: 'loopback' } });
  });
  afterAll(() => server.close());

  it('takes as long to refuse an account that is unknown or disabled as one whose password is wrong', async () => {
    const kinds = ['known', 'unknown', 'disabled', 'right'] as const;
    for (let round = 0; round < rounds; round += 1) {
      await add(`known${round}`);
      await add(`disabled${round}`, { status: 0 });
      await add(`right${round}`, { status: 0 });
    }
    const times = { known: [] as number[], unknown: [] as number[], disabled: [] as number[], right: [] as number[] };
    // In turn, so that whatever else the machine does falls on all of them; from addresses of their own, so that nobody is locked.
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, kind] of kinds.entries()) {
        const began = performance.now();
        const { json } = await server.request('POST', login, {
          body: { username: `${kind}${round}`, password: kind === 'right' ? secret : 'wrong-password' },
          headers: { 'x-forwarded-for': `198.51.${at}.${round}` },
        });
        times[kind].push(performance.now() - began);
        expect(json).toMatchObject({ code: 0, msg: 'The username or the password is not correct' });
      }
    }
    const [known, ...others] = kinds.map((kind) => medianOf(times[kind]));
    // Without a hash to work on an answer comes five times sooner.
    for (const other of others) {
      expect(other, `${known} ms, ${others.join(' ms, ')} ms`).toBeGreaterThan(known! / 2);
      expect(other, `${known} ms, ${others.join(' ms, ')} ms`).toBeLessThan(known! * 2);
    }
  });

  it('lets somebody in while many addresses guess', async () => {
    await add('honest');
    const guess = (address: number, round: number) =>
      server.request('POST', login, {
        body: { username: `guess${address}x${round}`, password: 'wrong-password' },
        headers: { 'x-forwarded-for': `203.0.${address}.1` },
        mayFail: true,
      });
    const addresses = Array.from({ length: 40 }, (_, at) => at + 1);
    await Promise.all(addresses.map((address) => guess(address, 0)));
    let answered = 0;
    const guesses = [1, 2].flatMap((round) =>
      addresses.map((address) => guess(address, round).then(() => (answered += 1))),
    );
    // They stand in line, as many as there are addresses.
    await expect.poll(() => answered, { interval: 5, timeout: 20_000 }).toBeGreaterThan(5);
    const before = answered;
    const { json } = await server.request('POST', login, {
      body: { username: 'honest', password: secret },
      headers: { 'x-forwarded-for': '192.0.2.77' },
    });
    expect(json.code).toBe(1);
    expect(answered - before).toBeLessThan(20);
    await Promise.all(guesses);
    expect(answered).toBe(80);
  }, 60_000);

  it('goes on answering while two hundred passwords are checked', async () => {
    const attempts = Array.from({ length: 200 }, (_, at) =>
      server.request('POST', login, { body: { username: `user${at}`, password: 'wrong-password' }, mayFail: true }),
    );
    const began = performance.now();
    for (let turn = 0; turn < 5; turn += 1) await server.request('GET', '/config.json');
    expect(performance.now() - began).toBeLessThan(3000);
    const statuses = new Set((await Promise.all(attempts)).map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
  });
});
