import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type Answered, type TestServer } from '../support/server.ts';
import { doWork, solutionOf } from '../support/solveCaptcha.ts';

const url = '/api/common/clickCaptcha';

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let clock = 1_800_000_000;
  const serve = async (): Promise<void> => {
    server = await startServer(await place(), { now: () => clock, config: { trustProxy: 'loopback' } });
  };
  afterEach(() => server.close());
  /** Asks for a picture from this address, as a proxy tells it. */
  const ask = (ip: string, headers: Record<string, string> = {}): Promise<Answered> =>
    server.request('GET', url, { headers: { 'x-forwarded-for': ip, ...headers }, mayFail: true });
  const check = async (id: string, info: string, ip = '203.0.113.7'): Promise<number> =>
    (
      await server.request('POST', '/api/common/checkClickCaptcha', {
        body: { id, info, unset: true },
        headers: { 'x-forwarded-for': ip },
      })
    ).json.code;
  const events = () => server.app.gate.rows('security_log').list({ kind: 'captcha' }, { sort: 'id' });

  it('gives one address thirty pictures in five minutes, and others theirs meanwhile', async () => {
    await serve();
    for (let turn = 0; turn < 30; turn += 1) expect((await ask('203.0.113.7')).json.code).toBe(1);
    const refused = await ask('203.0.113.7');
    expect([refused.status, refused.json.code, refused.json.msg]).toEqual([
      429,
      0,
      'The server is busy. Please try again later',
    ]);
    expect((await ask('203.0.113.8')).json.code).toBe(1);
    expect(
      (await sql<{ n: number }>`SELECT count(*) AS n FROM captcha`.execute(server.app.database.read)).rows[0]!.n,
    ).toBe(31);
    await expect
      .poll(async () => (await events()).map(({ detail, ip }) => [detail, ip]))
      .toEqual([[{ reason: 'pictures' }, '203.0.113.7']]);
    clock += 300;
    expect((await ask('203.0.113.7')).json.code).toBe(1);
  });

  it('answers four hundred addresses that ask at once from what it has drawn, each with a picture of its own id', async () => {
    await serve();
    await ask('203.0.113.7');
    const addresses = Array.from({ length: 400 }, (_, at) => `198.${18 + (at >> 8)}.0.${at & 255}`);
    const asked = await Promise.all(addresses.map((ip) => ask(ip)));
    const given = asked.flatMap(({ status, json }, at) =>
      status === 200 ? [{ ...(json.data as { id: string; base64: string }), ip: addresses[at]! }] : [],
    );
    expect(asked.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(given.length).toBeGreaterThan(60);
    expect(new Set(given.map(({ id }) => id)).size).toBe(given.length);
    const times = [...Map.groupBy(given, ({ base64 }) => base64).values()].map((same) => same.length);
    expect(Math.max(...times)).toBeLessThanOrEqual(21);
    const [first, second] = [...Map.groupBy(given, ({ base64 }) => base64).values()].find((same) => same.length > 1)!;
    // One solved, the other is still to be solved by whoever has it.
    expect(await check(first!.id, (await solutionOf(server, first!.id))!, first!.ip)).toBe(1);
    expect(await check(second!.id, (await solutionOf(server, second!.id))!, second!.ip)).toBe(1);
  });

  it('counts for the address that has asked for it, and no other uses up its tries', async () => {
    await serve();
    const { id } = (await ask('203.0.113.7')).json.data as { id: string };
    const right = (await solutionOf(server, id))!;
    for (const ip of ['203.0.113.8', '2001:db8::7', '203.0.113.8', '203.0.113.9'])
      expect(await check(id, right, ip)).toBe(0);
    expect(await check(id, right)).toBe(1);
  });

  it('shows characters of the language of the page', async () => {
    await serve();
    const textOf = async (language: string) =>
      ((await ask('203.0.113.7', { 'think-lang': language })).json.data['text'] as string[]).join('');
    expect(await textOf('en')).toMatch(/^[A-Z3479]{4}$/);
    expect(await textOf('zh-cn')).toMatch(/^\p{Script=Han}{4}$/u);
  });

  it('gives up a picture after three wrong tries, however many come at once', async () => {
    await serve();
    const { id } = (await ask('203.0.113.7')).json.data as { id: string };
    const right = (await solutionOf(server, id))!;
    const wrong = await Promise.all(Array.from({ length: 100 }, () => check(id, '1,1-349,199-1,1-349,199;350;260')));
    expect(new Set(wrong)).toEqual(new Set([0]));
    expect(await solutionOf(server, id)).toBeUndefined();
    expect(await check(id, right)).toBe(0);
    await expect.poll(async () => (await events()).map(({ detail }) => detail)).toEqual([{ reason: 'tries' }]);
    const next = (await ask('203.0.113.7')).json.data as { id: string };
    for (let turn = 0; turn < 2; turn += 1) expect(await check(next.id, '1,1;350;260')).toBe(0);
    expect(await check(next.id, (await solutionOf(server, next.id))!)).toBe(1);
  });

  it('counts a solution once, however often it comes at once, and none that comes late', async () => {
    await serve();
    const first = (await ask('203.0.113.7')).json.data as { id: string };
    const right = (await solutionOf(server, first.id))!;
    const codes = await Promise.all(Array.from({ length: 10 }, () => check(first.id, right)));
    expect(codes.filter((code) => code === 1)).toHaveLength(1);
    const second = (await ask('203.0.113.7')).json.data as { id: string };
    const late = (await solutionOf(server, second.id))!;
    clock += 601;
    expect(await check(second.id, late)).toBe(0);
    await ask('203.0.113.7');
    expect(await solutionOf(server, second.id)).toBeUndefined();
  });

  it('takes work for a picture, once, however often it comes at once', async () => {
    await serve();
    const ip = '203.0.113.20';
    const { captchaId, captchaInfo } = await doWork(server, ip);
    expect(await check(captchaId, captchaInfo, '203.0.113.21')).toBe(0);
    const codes = await Promise.all(Array.from({ length: 5 }, () => check(captchaId, captchaInfo, ip)));
    expect(codes.filter((code) => code === 1)).toHaveLength(1);
  });

  it('writes nothing for ids of pictures that nobody has', async () => {
    await serve();
    const { id } = (await ask('203.0.113.7')).json.data as { id: string };
    const changes = async () =>
      createHash('sha256')
        .update(JSON.stringify((await sql`SELECT * FROM captcha ORDER BY key`.execute(server.app.database.read)).rows))
        .digest('hex');
    const before = await changes();
    for (const made of [crypto.randomUUID(), 'x', `${id}0`]) expect(await check(made, '1,1;350;260')).toBe(0);
    expect(await changes()).toBe(before);
  });
});
