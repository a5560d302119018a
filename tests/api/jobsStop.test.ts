import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { job } from '#plugin';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { jobsOf } from '../../src/server/jobs/registeredJob.ts';
import { startSchedules } from '../../src/server/jobs/schedules.ts';
import { sqliteQueue } from '../../src/server/jobs/sqliteQueue.ts';
import { eachDatabase } from '../support/databases.ts';
import { gate, jobServers, pause } from '../support/jobServers.ts';

eachDatabase((name, _open, place) => {
  const { start, elsewhere, failuresOf } = jobServers(place);

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
    const begun = { one: gate(), two: gate() };
    const shared = (instance: 'one' | 'two') =>
      job<number>({
        name: 'shared',
        concurrency: 2,
        // None does all of it before the other has begun.
        async run({ data }) {
          runs.push(`${instance} ${data}`);
          begun[instance].open();
          await Promise.all([begun.one.opened, begun.two.opened]);
        },
      });
    const [one, two] = [shared('one'), shared('two')];
    const first = await start([one], { where });
    const second = await start([two], { where: elsewhere(where) });
    await Promise.all(
      Array.from({ length: 40 }, (_, each) =>
        each % 2 ? first.host.enqueue(one, each) : second.host.enqueue(two, each),
      ),
    );
    const left = sql`SELECT 1 FROM pgboss.job WHERE name = 'post.shared' AND state IN ('created', 'retry', 'active')`;
    await expect
      .poll(async () => [runs.length, (await left.execute(first.server.app.database.read)).rows])
      .toEqual([40, []]);
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

  it('goes on with scheduled jobs where a clock that was ahead is put back, by more than a time of theirs', async () => {
    const { server } = await start([]);
    const { database } = server.app;
    const every = (schedule: string, called: string) => job({ name: called, schedule, run: () => {} });
    const jobs = jobsOf([{ name: 'post', jobs: [every('* * * * *', 'often'), every('0 3 * * *', 'nightly')] }]);
    let now = Date.UTC(2027, 0, 1);
    const added: string[] = [];
    const look = async (): Promise<string[]> => {
      added.length = 0;
      const stop = await startSchedules({
        database,
        jobs,
        now: () => now,
        enqueue: async (_transaction, { name: called }) => added.push(called),
        log: (message, error) => expect.fail(`${message}: ${String(error)}`),
      });
      await stop();
      return added;
    };
    const [minute, day] = [60_000, 86_400_000];
    await look();
    now += 10 * day;
    expect(await look()).toEqual(['post.often', 'post.nightly']);
    now -= 10 * day;
    expect(await look()).toEqual([]);
    now += minute;
    expect(await look()).toEqual(['post.often']);
    now += day;
    expect(await look()).toEqual(['post.often', 'post.nightly']);
    // What was done at a time that comes again is not done again.
    now = Date.UTC(2027, 0, 3, 19, 0, 30);
    expect(await look()).toEqual(['post.often', 'post.nightly']);
    now -= 120 * minute;
    expect(await look()).toEqual([]);
    now += 120 * minute;
    expect(await look()).toEqual(['post.often']);
  });

  it.runIf(name === 'sqlite')('tries a job again in time where a clock that was ahead is put back', async () => {
    const { server } = await start([]);
    const { database } = server.app;
    const queue = await sqliteQueue(database);
    const [mail] = jobsOf([{ name: 'post', jobs: [job({ name: 'mail', backoff: 10, run: () => {} })] }]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 11) });
    try {
      await database.write(({ db }) => queue.add(db, mail!, { id: 'one', data: 1, key: undefined, delay: 0 }));
      const [taken] = await queue.take(mail!, 1);
      await queue.fail(mail!, taken!, 'no line');
      expect(await queue.take(mail!, 1)).toEqual([]);
      vi.setSystemTime(Date.UTC(2027, 0, 1));
      // While it ran it would have seen that.
      const restarted = await sqliteQueue(database);
      expect(await restarted.take(mail!, 1)).toMatchObject([{ id: 'one', attempt: 2 }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.runIf(name === 'sqlite')(
    'begins a job that is to wait no later where the clock is put back meanwhile',
    async () => {
      const { server } = await start([]);
      const { database } = server.app;
      const queue = await sqliteQueue(database);
      const [mail] = jobsOf([{ name: 'post', jobs: [job({ name: 'mail', run: () => {} })] }]);
      const noon = Date.UTC(2027, 0, 11, 12);
      vi.useFakeTimers({ toFake: ['Date', 'performance'], now: noon });
      try {
        await database.write(({ db }) => queue.add(db, mail!, { id: 'one', data: 1, key: undefined, delay: 30 }));
        expect(await queue.take(mail!, 1)).toEqual([]);
        // The other clock goes on.
        vi.setSystemTime(noon - 3_600_000);
        expect(await queue.take(mail!, 1)).toEqual([]);
        vi.advanceTimersByTime(29_000);
        expect(await queue.take(mail!, 1)).toEqual([]);
        vi.advanceTimersByTime(1000);
        expect(await queue.take(mail!, 1)).toMatchObject([{ id: 'one' }]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('is there for the imports of the server where no plugin has jobs', async () => {
    const { server } = await start([]);
    const { read } = server.app.database;
    if (name === 'postgres') {
      const schemas = await read.selectFrom('pg_namespace').select('nspname').execute();
      expect(schemas.map(({ nspname }) => nspname)).toContain('pgboss');
    }
    expect(await server.app.jobs.dead()).toEqual([]);
  });
});
