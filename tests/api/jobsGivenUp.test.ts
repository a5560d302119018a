import { describe, expect, it } from 'vitest';
import { job } from '#plugin';
import { Problem } from '#resource';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { jobServers } from '../support/jobServers.ts';
import { type TestServer } from '../support/server.ts';

eachDatabase((name, _open, place) => {
  const { start, elsewhere, failuresOf } = jobServers(place);

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
      expect(await errors('en')).toMatchObject([{ error: 'This record already exists' }]);
      expect(await errors('zh-cn')).toMatchObject([{ error: '已存在相同的记录' }]);
      expect(JSON.stringify(await errors('zh-cn'))).not.toContain('error_en');
      const reported = await Promise.all([first, office].map((each) => failuresOf(each)));
      expect(reported.flat()).toContain(
        'plugin post: the job post.closed, try 1 of 1, was given up: This record already exists',
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
        msg: 'The job “post.gone” no longer exists',
      });
      expect(await list(server, token)).toEqual(rows);
    });
  });
});
