import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { definePlugin, job, type AnyJob, type JobRun, type PluginHost } from '#plugin';
import { f, Problem, table, type Resource } from '#resource';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { jobsOf } from '../../src/server/jobs/registeredJob.ts';
import { startSchedules } from '../../src/server/jobs/schedules.ts';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase, temporaryFolder, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A server whose one plugin has these jobs, and its host. */
interface Office {
  readonly server: TestServer;
  readonly host: PluginHost;
}

const parcel = table('parcel_job', { text: f.text({ required: true }), mode: f.text() });
declare module '#resource' {
  interface Tables {
    parcel_job: typeof parcel;
  }
}
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Settles when somebody says so. */
function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<T>();
  return { opened, open };
}

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  const folder = temporaryFolder();
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const start = async (
    jobs: readonly AnyJob[],
    { where, resources = [] }: { where?: Place; resources?: readonly Resource[] } = {},
  ): Promise<Office> => {
    let host: PluginHost;
    const plugin = definePlugin({ name: 'post', jobs, start: (given) => void (host = given) });
    const server = await startServer(where ?? (await place()), {
      plugins: [plugin],
      ...(resources && { resources }),
      limits: { stop: 300 },
    });
    servers.push(server);
    return { server, host: host! };
  };
  /** Another instance: on PostgreSQL with a data folder of its own. */
  const elsewhere = (where: Place): Place => ({ ...where, dataDir: folder() });
  const failuresOf = async ({ server }: Office, language = 'en'): Promise<string[]> => {
    const token = await server.signIn();
    const headers = { 'think-lang': language };
    const { data } = (await server.request('GET', '/api/admin/Dashboard/index', { token, headers })).json;
    return (data['failures'] as { text: string }[]).map(({ text }) => text);
  };

  describe('a job', () => {
    it('runs with its data, once, and is told which try it is', async () => {
      const runs: JobRun<{ id: number }>[] = [];
      const send = job<{ id: number }>({ name: 'send', run: (run) => void runs.push(run) });
      const { host } = await start([send]);
      const id = await host.enqueue(send, { id: 7 });
      await expect.poll(() => runs.length).toBe(1);
      expect(runs[0]).toMatchObject({ id, data: { id: 7 }, attempt: 1 });
      expect(runs[0]!.signal.aborted).toBe(false);
      expect(runs[0]!.host.log).toBeTypeOf('function');
    });

    it('is added by the transaction that wants it, and not by one that is rolled back', async () => {
      const texts: string[] = [];
      const notify = job<{ text: string }>({ name: 'notify', run: ({ data }) => void texts.push(data.text) });
      const parcels = parcel.resource({
        hooks: {
          async afterSave({ row, context }) {
            await context.enqueue(notify, { text: row.text });
            if (row.mode === 'refuse') throw new Problem('rows:taken');
          },
        },
      });
      const { host, server } = await start([notify], { resources: [parcels] });
      const rows = server.app.gate.rows('parcel_job');
      await expect(rows.add({ text: 'refused', mode: 'refuse' })).rejects.toThrow();
      await rows.add({ text: 'kept' });
      await host.enqueue(notify, { text: 'last' });
      await expect.poll(() => texts).toEqual(['kept', 'last']);
    });

    it('is tried again when it fails, as often as it says, then given up and named with its plugin', async () => {
      const attempts: number[] = [];
      const broken = job({
        name: 'broken',
        retries: 2,
        backoff: 0,
        run({ attempt }) {
          attempts.push(attempt);
          throw new Error('the post is closed');
        },
      });
      const office = await start([broken]);
      await office.host.enqueue(broken);
      await expect.poll(() => attempts).toEqual([1, 2, 3]);
      const what = 'plugin post: the job post.broken, try 3 of 3, was given up: the post is closed';
      await expect.poll(() => failuresOf(office)).toContain(what);
      expect(office.server.logged.join()).toContain(what);
      await expect
        .poll(() => office.server.app.jobs.dead())
        .toMatchObject([{ name: 'post.broken', error: 'the post is closed', attempts: 3 }]);
    });

    it('is no failure any more once a later try has ended well', async () => {
      let tries = 0;
      const second = gate();
      const flaky = job({
        name: 'flaky',
        retries: 3,
        backoff: 0,
        async run() {
          tries += 1;
          if (tries === 1) throw new Problem('rows:taken');
          await second.opened;
        },
      });
      const office = await start([flaky]);
      await office.host.enqueue(flaky);
      await expect.poll(() => tries).toBe(2);
      // In the language of who reads it, and so is what it has thrown.
      expect(await failuresOf(office)).toEqual([
        'plugin post: the job post.flaky, try 1 of 4: There is such a record already',
      ]);
      expect(await failuresOf(office, 'zh-cn')).toEqual([
        '插件 post：任务 post.flaky 第 1 次尝试失败（最多 4 次）：已存在相同的记录',
      ]);
      second.open();
      await expect.poll(() => failuresOf(office)).toEqual([]);
    });

    it('is tried as often as it says since the last start, whatever it said before', async () => {
      const where = await place();
      const attempts: number[] = [];
      const failing = (options: { retries: number; backoff: number }): AnyJob =>
        job({
          name: 'failing',
          ...options,
          run({ attempt }) {
            attempts.push(attempt);
            throw new Error('not today');
          },
        });
      const before = await start([failing({ retries: 5, backoff: 60 })], { where });
      await before.server.close();
      const now = failing({ retries: 1, backoff: 0 });
      const { host, server } = await start([now], { where });
      await host.enqueue(now as never);
      await expect.poll(() => server.app.jobs.dead()).toMatchObject([{ name: 'post.failing', attempts: 2 }]);
      expect(attempts).toEqual([1, 2]);
    });

    it('waits longer before each retry', async () => {
      const moments: number[] = [];
      const slow = job({
        name: 'slow',
        retries: 1,
        backoff: 1,
        run() {
          moments.push(Date.now());
          throw new Error('not yet');
        },
      });
      const { host } = await start([slow]);
      await host.enqueue(slow);
      await expect.poll(() => moments.length).toBe(2);
      expect(moments[1]! - moments[0]!).toBeGreaterThanOrEqual(950);
    });

    it('that hangs is told to end, counts as failed, and lets others run', async () => {
      const reported = gate<unknown>();
      const done: number[] = [];
      const stuck = job({
        name: 'stuck',
        retries: 0,
        timeLimit: 1,
        run: ({ signal }) => {
          signal.addEventListener('abort', () => reported.open(signal.reason));
          return new Promise(() => {});
        },
      });
      const other = job({ name: 'other', run: () => void done.push(1) });
      const office = await start([stuck, other]);
      await office.host.enqueue(stuck);
      await office.host.enqueue(stuck);
      await office.host.enqueue(other);
      await expect.poll(() => done).toEqual([1]);
      expect(await reported.opened).toMatchObject({ name: 'TimeLimitError' });
      await expect
        .poll(() => failuresOf(office))
        .toContain('plugin post: the job post.stuck, try 1 of 1, was given up: took longer than 1000 ms');
      await expect.poll(async () => (await office.server.app.jobs.dead()).length).toBe(2);
    });

    it('is added once while one with the same key waits or runs, and again afterwards', async () => {
      const [begun, may] = [gate(), gate()];
      const datas: string[] = [];
      const answer = job<string>({
        name: 'answer',
        async run({ data }) {
          datas.push(data);
          begun.open();
          await may.opened;
        },
      });
      const { host } = await start([answer]);
      expect(await host.enqueue(answer, 'first', { key: 'chat 1' })).toBeTypeOf('string');
      await begun.opened;
      expect(await host.enqueue(answer, 'second', { key: 'chat 1' })).toBeUndefined();
      expect(await host.enqueue(answer, 'other', { key: 'chat 2' })).toBeTypeOf('string');
      expect(await host.enqueue(answer, 'again', { key: 'chat 2' })).toBeUndefined();
      may.open();
      await expect.poll(() => datas).toEqual(['first', 'other']);
      await expect.poll(() => host.enqueue(answer, 'third', { key: 'chat 1' })).toBeTypeOf('string');
      await expect.poll(() => datas).toEqual(['first', 'other', 'third']);
    });

    it('runs no more often at once than it allows', async () => {
      const [all, may] = [gate(), gate()];
      let [now, most, ended] = [0, 0, 0];
      const busy = job({
        name: 'busy',
        concurrency: 3,
        async run() {
          now += 1;
          most = Math.max(most, now);
          if (now === 3) all.open();
          await may.opened;
          now -= 1;
          ended += 1;
        },
      });
      const { host } = await start([busy]);
      await Promise.all(Array.from({ length: 8 }, () => host.enqueue(busy)));
      await all.opened;
      may.open();
      await expect.poll(() => ended).toBe(8);
      expect(most).toBe(3);
    });

    it('waits for its time when it is delayed', async () => {
      const order: string[] = [];
      const note = job<string>({ name: 'note', run: ({ data }) => void order.push(data) });
      const { host } = await start([note]);
      const began = Date.now();
      await host.enqueue(note, 'later', { delay: 1 });
      await host.enqueue(note, 'now');
      await expect.poll(() => order).toEqual(['now', 'later']);
      expect(Date.now() - began).toBeGreaterThanOrEqual(950);
    });

    it('that no plugin lists, or that is given too much, is refused', async () => {
      const known = job<string>({ name: 'known', run: () => {} });
      const { host } = await start([known]);
      await expect(host.enqueue(job({ name: 'other', run: () => {} }))).rejects.toThrow(
        'The job "other" is not in the list "jobs" of any plugin.',
      );
      await expect(host.enqueue(known, 'x'.repeat(70_000))).rejects.toThrow('65536 are allowed');
    });
  });

  describe('a job that was given up', () => {
    const list = async (server: TestServer, token: string) =>
      (await server.request('GET', '/api/admin/routine.failedJob/index', { token })).json.data['list'] as {
        id: number;
      }[];
    const retry = async (server: TestServer, token: string, ids: readonly number[]) =>
      (await server.request('POST', '/api/admin/routine.failedJob/retry', { token, body: { ids } })).json;

    it('is shown to super administrators, who run it again with its data, or take it away', async () => {
      let isBroken = true;
      const done: unknown[] = [];
      const flaky = job<{ to: string }>({
        name: 'flaky',
        retries: 0,
        run({ data }) {
          if (isBroken) throw new Error('the post is closed');
          done.push(data);
        },
      });
      const { host, server } = await start([flaky]);
      const token = await server.signIn();
      for (const to of ['Ann', 'Bob']) await host.enqueue(flaky, { to });
      await expect.poll(async () => (await list(server, token)).length).toBe(2);
      const found = await list(server, token);
      for (const row of found) {
        expect(row).toMatchObject({ job: 'post.flaky', error: 'the post is closed', attempts: 1 });
        expect(JSON.stringify(row)).not.toMatch(/Ann|Bob/);
      }
      // Others see none, and do nothing with them, whatever nodes they own.
      const nodes = ['index', 'retry', 'del'].map((action) => `routine/failedJob/${action}`);
      await addPerson(server.app.gate, 'clerk', 'Clerk-123', nodes);
      const clerk = await server.signIn('clerk', 'Clerk-123');
      expect(await list(server, clerk)).toEqual([]);
      expect((await retry(server, clerk, [found[0]!.id])).code).toBe(401);
      expect(done).toEqual([]);

      isBroken = false;
      expect((await retry(server, token, [found[1]!.id])).code).toBe(1);
      await expect.poll(() => done).toEqual([{ to: 'Ann' }]);
      const del = `/api/admin/routine.failedJob/del?ids[]=${found[0]!.id}`;
      expect((await server.request('DELETE', del, { token })).json.code).toBe(1);
      expect(await list(server, token)).toEqual([]);
      expect(await server.app.jobs.dead()).toEqual([]);
    });

    it('is told in the language of the reader, and no more by any instance once its row is gone', async () => {
      const where = await place();
      const closed = job({
        name: 'closed',
        retries: 0,
        run() {
          throw new Problem('rows:taken');
        },
      });
      const first = await start([closed], { where });
      const office = name === 'postgres' ? await start([closed], { where: elsewhere(where) }) : first;
      await first.host.enqueue(closed);
      await expect.poll(() => first.server.app.jobs.dead()).toHaveLength(1);
      const token = await office.server.signIn();
      const errors = async (language: string) =>
        (
          await office.server.request('GET', '/api/admin/routine.failedJob/index', {
            token,
            headers: { 'think-lang': language },
          })
        ).json.data['list'];
      expect(await errors('en')).toMatchObject([{ error: 'There is such a record already' }]);
      expect(await errors('zh-cn')).toMatchObject([{ error: '已存在相同的记录' }]);
      expect(JSON.stringify(await errors('zh-cn'))).not.toContain('error_en');
      const reported = await Promise.all([first, office].map((each) => failuresOf(each)));
      expect(reported.flat()).toContain(
        'plugin post: the job post.closed, try 1 of 1, was given up: There is such a record already',
      );
      const [{ id }] = (await list(office.server, token)) as [{ id: number }];
      await office.server.request('DELETE', `/api/admin/routine.failedJob/del?ids[]=${id}`, { token });
      for (const each of [first, office]) await expect.poll(() => failuresOf(each)).toEqual([]);
    });

    it('stays when nobody brings the job any more, and says so', async () => {
      const where = await place();
      const gone = job({
        name: 'gone',
        retries: 0,
        run() {
          throw new Error('for the last time');
        },
      });
      const before = await start([gone], { where });
      await before.host.enqueue(gone);
      await expect.poll(() => before.server.app.jobs.dead()).toHaveLength(1);
      await before.server.close();
      const { server } = await start([], { where });
      const token = await server.signIn();
      const rows = await list(server, token);
      expect(rows).toHaveLength(1);
      expect(await retry(server, token, [rows[0]!.id])).toMatchObject({
        code: 0,
        msg: 'There is no job “post.gone” any more',
      });
      expect(await list(server, token)).toEqual(rows);
    });
  });

  describe('a server that stops', () => {
    it('tells the jobs that run, which are taken up again by the next, as the same try', async () => {
      const where = await place();
      const begun = gate();
      const reported = gate();
      const attempts: number[] = [];
      const long = (isSecond: boolean) =>
        job<number>({
          name: 'long',
          retries: 1,
          async run({ signal, data, attempt }) {
            attempts.push(attempt);
            if (isSecond) return data;
            begun.open();
            await new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                reported.open();
                reject(signal.reason as Error);
              });
            });
          },
        });
      const first = long(false);
      const before = await start([first], { where });
      await before.host.enqueue(first, 5);
      await begun.opened;
      await before.server.close();
      await reported.opened;
      const after = await start([long(true)], { where });
      await expect.poll(() => attempts.length).toBe(2);
      expect(await after.server.app.jobs.dead()).toEqual([]);
      expect(before.server.logged.join()).not.toContain('given up');
    });

    it('lets a job end well that does so in time', async () => {
      const where = await place();
      const begun = gate();
      let runs = 0;
      const tidy = () =>
        job({
          name: 'tidy',
          async run({ signal }) {
            runs += 1;
            begun.open();
            await new Promise<void>((resolve) => {
              signal.addEventListener('abort', () => resolve());
            });
          },
        });
      const first = tidy();
      const before = await start([first], { where });
      await before.host.enqueue(first);
      await begun.opened;
      await before.server.close();
      await start([tidy()], { where });
      await pause(200);
      expect(runs).toBe(1);
    });

    it('never begins a job again that must not run twice, and says so', async () => {
      const where = await place();
      const begun = gate();
      let runs = 0;
      const once = () =>
        job({
          name: 'once',
          retries: 0,
          run: () => {
            runs += 1;
            begun.open();
            return new Promise(() => {});
          },
        });
      const first = once();
      const before = await start([first], { where });
      await before.host.enqueue(first);
      await begun.opened;
      await before.server.close();
      const after = await start([once()], { where });
      expect(runs).toBe(1);
      expect(await failuresOf(after)).toEqual([
        'plugin post: the job post.once, try 1 of 1, was given up: The server stopped while it ran, and it has no retries.',
      ]);
    });
  });

  describe('a schedule', () => {
    it('adds the job at its times', async () => {
      let runs = 0;
      const tick = job({ name: 'tick', schedule: '* * * * * *', run: () => void (runs += 1) });
      await start([tick]);
      await expect.poll(() => runs).toBeGreaterThanOrEqual(2);
    });

    it('makes up once for times that passed while no server ran', async () => {
      const where = await place();
      let runs = 0;
      // The fourth of February, which is not now: what runs is what was missed.
      const yearly = () => job({ name: 'yearly', schedule: '0 0 4 2 *', run: () => void (runs += 1) });
      const first = await start([yearly()], { where });
      expect(runs).toBe(0);
      await first.server.app.database.write(async ({ db }) => {
        await db
          .updateTable('job_schedule')
          .set({ time: Date.UTC(2020, 0, 1) })
          .execute();
      });
      await first.server.close();
      const second = await start([yearly()], { where });
      await expect.poll(() => runs).toBe(1);
      await second.server.close();
      await start([yearly()], { where });
      await pause(300);
      expect(runs).toBe(1);
    });
  });

  it.runIf(name === 'postgres')('runs once over two instances, whichever added it', async () => {
    const where = await place();
    const runs: string[] = [];
    const shared = (instance: string) => {
      const own = job<number>({
        name: 'shared',
        concurrency: 2,
        run: async ({ data }) => {
          runs.push(`${instance} ${data}`);
          await pause(20);
        },
      });
      return own;
    };
    const [one, two] = [shared('one'), shared('two')];
    const first = await start([one], { where });
    const second = await start([two], { where: elsewhere(where) });
    await Promise.all(
      Array.from({ length: 40 }, (_, each) =>
        each % 2 ? first.host.enqueue(one, each) : second.host.enqueue(two, each),
      ),
    );
    await expect.poll(() => runs.length).toBe(40);
    await pause(200);
    expect(new Set(runs.map((run) => run.split(' ')[1])).size).toBe(40);
    expect(runs).toHaveLength(40);
    expect(new Set(runs.map((run) => run.split(' ')[0]))).toEqual(new Set(['one', 'two']));
  });

  it.runIf(name === 'postgres')('adds a scheduled job once over two instances', async () => {
    const where = await place();
    const { server } = await start([], { where });
    const second = await openDatabase(elsewhere(where));
    const jobs = jobsOf([{ name: 'post', jobs: [job({ name: 'tick', schedule: '* * * * * *', run: () => {} })] }]);
    let now = Date.UTC(2027, 0, 1);
    const added: number[] = [];
    const both = async (): Promise<void> => {
      const databases = [server.app.database, second];
      const stops = await Promise.all(
        databases.map((database) =>
          startSchedules({
            database,
            jobs,
            now: () => now,
            enqueue: async () => added.push(now),
            log: (message, error) => expect.fail(`${message}: ${String(error)}`),
          }),
        ),
      );
      await Promise.all(stops.map((stop) => stop()));
    };
    // A job that is new begins with its next time.
    await both();
    expect(added).toEqual([]);
    for (let second = 1; second <= 5; second += 1) {
      now += 1000;
      await both();
    }
    expect(added).toHaveLength(5);
    // A clock that is put back adds nothing twice.
    now -= 3000;
    await both();
    expect(added).toHaveLength(5);
    await second.close();
  });

  it('costs nothing when no plugin has jobs', async () => {
    const { server } = await start([]);
    const { read } = server.app.database;
    if (name === 'postgres') {
      const schemas = await read.selectFrom('pg_namespace').select('nspname').execute();
      expect(schemas.map(({ nspname }) => nspname)).not.toContain('pgboss');
      const { rows: mine } = await sql`SELECT application_name FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'back-office %'`.execute(read);
      expect(mine).toEqual([]);
    }
    expect(await server.app.jobs.dead()).toEqual([]);
  });
});
