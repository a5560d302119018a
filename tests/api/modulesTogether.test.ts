import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { addPerson } from '../support/addPerson.ts';
import { copyProjectAgain } from '../support/copyProject.ts';
import { eachDatabase, placesOn, temporaryFolder, testedDatabases } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
const running: Program[] = [];
afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

const plugin = (name: string, parts: string): string =>
  `import { definePlugin } from '#plugin';\nexport default definePlugin({ name: '${name}', ${parts} });\n`;
const route = (name: string): string =>
  `routes: [{ method: 'GET', url: '/${name}', node: 'everyone', handler: () => process.pid }]`;

/** What a client asks of one instance. */
function clientOf(address: string) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${address}/api${path}`, init).catch(() => undefined);
    return answer && { status: answer.status, ...((await answer.json()) as { code: number; data: never }) };
  };
  const post = (path: string, body: object, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { ask, post };
}

describe.runIf(testedDatabases.includes('postgres'))('a switch of two instances', () => {
  const place = placesOn('postgres');
  it('is followed by all instances, and one that fails to start is listed as failed while the rest runs', async () => {
    const { databaseUrl } = await place();
    const project = copyProjectAgain();
    mkdirSync(join(project, 'plugins/tide'));
    mkdirSync(join(project, 'plugins/storm'));
    writeFileSync(join(project, 'plugins/tide/server.ts'), plugin('tide', route('tide')));
    const storm = plugin('storm', `${route('storm')}, start() { throw new Error('the storm broke'); }`);
    writeFileSync(join(project, 'plugins/storm/server.ts'), storm);
    const instances = [0, 1].map(() =>
      runProgram(
        { DATA_DIR: folder(), DATABASE_URL: databaseUrl!, LC_ALL: 'en', ADMIN_PASSWORD: 'Admin-123' },
        project,
      ),
    );
    running.push(...instances);
    const addresses = await Promise.all(instances.map(({ address }) => address));
    const clients = addresses.map(clientOf);
    const [first, second] = [clients[0]!, clients[1]!];
    const { data } = (await first.post('/admin/Index/login', { username: 'admin', password: 'Admin-123' }))!;
    const { token } = (data as { userInfo: { token: string } }).userInfo;
    const headers = { batoken: token };
    const moduleOf = async (client: typeof first, uid: string) => {
      const answer = await client.ask('/admin/module/index', { headers });
      return (
        answer?.data as { installed: { uid: string; state: number; failures: string[] }[] } | undefined
      )?.installed.find((each) => each.uid === uid);
    };
    const turn = (client: typeof first, uid: string, state: number) =>
      client.post('/admin/module/changeState', { uid, state }, headers);
    /** On both, whose processes stay. */
    const statuses = async (name: string) =>
      Promise.all(clients.map(async ({ ask }) => (await ask(`/${name}`))?.status));

    // Switched at one, both without it; what has failed is named by both, and does nobody harm.
    expect(await turn(first, 'storm', 0)).toMatchObject({ code: 1 });
    await expect.poll(() => statuses('storm')).toEqual([404, 404]);
    expect(await statuses('tide')).toEqual([200, 200]);
    expect(await turn(second, 'storm', 1)).toMatchObject({ code: 1 });
    const failed = { uid: 'storm', state: 1, failures: ['start: the storm broke'] };
    for (const client of clients) await expect.poll(() => moduleOf(client, 'storm')).toMatchObject(failed);
    await expect.poll(() => statuses('tide')).toEqual([200, 200]);
    for (const [at, { child, output }] of instances.entries()) {
      expect((await clients[at]!.ask('/tide'))?.data).toBe(child.pid);
      await expect.poll(() => output.out).toContain('plugin storm: start: the storm broke');
    }
    // Still so when another one has been switched.
    expect(await turn(second, 'tide', 0)).toMatchObject({ code: 1 });
    await expect.poll(() => statuses('tide')).toEqual([404, 404]);
    for (const client of clients) await expect.poll(() => moduleOf(client, 'storm')).toMatchObject(failed);
  });
});

const base = definePlugin({ name: 'base' });
const guide = definePlugin({ name: 'guide', requires: ['base'] });

eachDatabase((name, _open, place) => {
  it('is never half of what two administrators want at the same moment', async () => {
    const where = await place();
    const servers: TestServer[] = [await startServer(where, { plugins: [base, guide] })];
    if (name === 'postgres')
      servers.push(await startServer({ ...where, dataDir: folder() }, { plugins: [base, guide] }));
    await addPerson(servers[0]!.app.gate, 'second', 'Second-123', [
      'moduleStore/moduleStore/index',
      'moduleStore/moduleStore/changeState',
    ]);
    const at = [servers[0]!, servers.at(-1)!] as const;
    const tokens = [await at[0].signIn(), await at[1].signIn('second', 'Second-123')] as const;
    const turn = async (who: 0 | 1, uid: string, state: number): Promise<number> => {
      const body = { uid, state };
      return (await at[who].request('POST', '/api/admin/module/changeState', { token: tokens[who], body })).json.code;
    };
    const wanted = async (): Promise<Record<string, boolean>> => {
      const { json } = await at[0].request('GET', '/api/admin/module/index', { token: tokens[0] });
      const installed = json.data['installed'] as { uid: string; wanted: boolean }[];
      return Object.fromEntries(installed.map((each) => [each.uid, each.wanted]));
    };
    try {
      for (let round = 0; round < 6; round += 1) {
        // One takes away what the other begins to need.
        expect([await turn(0, 'base', 1), await turn(0, 'guide', 0)]).toEqual([1, 1]);
        const codes = await Promise.all([turn(0, 'base', 0), turn(1, 'guide', 1)]);
        expect(new Set(codes)).toEqual(new Set([0, 1]));
        expect(await wanted()).toEqual(codes[0] === 1 ? { base: false, guide: false } : { base: true, guide: true });
      }
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
});
