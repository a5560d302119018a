import { describe, expect, it } from 'vitest';
import { job, type AnyJob, type JobRun } from '#plugin';
import { f, Problem, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { gate, jobServers } from '../support/jobServers.ts';

const parcel = table('parcel_job', { text: f.text({ required: true }), mode: f.text() });
declare module '#resource' {
  interface Tables {
    parcel_job: typeof parcel;
  }
}

eachDatabase((_name, _open, place) => {
  const { start, failuresOf } = jobServers(place);

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
      await expect.poll(() => office.server.logged.join()).toContain(what);
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
        'plugin post: the job post.flaky, try 1 of 4: This record already exists',
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
});
