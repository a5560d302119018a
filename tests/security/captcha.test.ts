import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type Answered, type TestServer } from '../support/server.ts';

const url = '/api/common/clickCaptcha';
interface Box {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let clock = 1_800_000_000;
  const serve = async (): Promise<void> => {
    server = await startServer(await place(), { now: () => clock, config: { trustProxy: 'loopback' } });
  };
  afterEach(() => server.close());
  /** Asks for a picture from this address, as a proxy tells it. */
  const ask = (ip: string): Promise<Answered> =>
    server.request('GET', url, { headers: { 'x-forwarded-for': ip }, mayFail: true });
  const check = async (id: string, info: string): Promise<number> =>
    (await server.request('POST', '/api/common/checkClickCaptcha', { body: { id, info, unset: true } })).json.code;
  const kept = async (id: string): Promise<Box[] | undefined> => {
    const {
      rows: [row],
    } = await sql<{ targets: string }>`SELECT targets FROM captcha WHERE key = ${id}`.execute(server.app.database.read);
    return row && (JSON.parse(row.targets) as Box[]);
  };
  const solution = (boxes: readonly Box[]): string =>
    `${boxes.map(({ left, top, size }) => `${left + Math.floor(size / 2)},${top + Math.floor(size / 2)}`).join('-')};350;200`;

  it('gives one address thirty pictures a minute, and others theirs meanwhile', async () => {
    await serve();
    for (let turn = 0; turn < 30; turn += 1) expect((await ask('203.0.113.7')).json.code).toBe(1);
    const refused = await ask('203.0.113.7');
    expect([refused.status, refused.json.code, refused.json.msg]).toEqual([
      429,
      0,
      'The server is busy, please try again later',
    ]);
    expect((await ask('203.0.113.8')).json.code).toBe(1);
    expect(
      (await sql<{ n: number }>`SELECT count(*) AS n FROM captcha`.execute(server.app.database.read)).rows[0]!.n,
    ).toBe(31);
    clock += 60;
    expect((await ask('203.0.113.7')).json.code).toBe(1);
  });

  it('gives up a picture after five wrong tries, however many come at once', async () => {
    await serve();
    const { id } = (await ask('203.0.113.7')).json.data as { id: string };
    const right = solution((await kept(id))!);
    const wrong = await Promise.all(Array.from({ length: 100 }, () => check(id, '1,1-349,199;350;200')));
    expect(new Set(wrong)).toEqual(new Set([0]));
    expect(await kept(id)).toBeUndefined();
    expect(await check(id, right)).toBe(0);
  });

  it('counts a solution once, however often it comes at once, and none that comes late', async () => {
    await serve();
    const first = (await ask('203.0.113.7')).json.data as { id: string };
    const right = solution((await kept(first.id))!);
    const codes = await Promise.all(Array.from({ length: 10 }, () => check(first.id, right)));
    expect(codes.filter((code) => code === 1)).toHaveLength(1);
    const second = (await ask('203.0.113.7')).json.data as { id: string };
    const late = solution((await kept(second.id))!);
    clock += 601;
    expect(await check(second.id, late)).toBe(0);
    await ask('203.0.113.7');
    expect(await kept(second.id)).toBeUndefined();
  });
});
