import { join } from 'node:path';
import { expect, it } from 'vitest';
import { job, type Notice } from '#plugin';
import { Problem, type Language } from '#resource';
import { failedJobNotices } from '../../src/server/notices/failedJobNotices.ts';
import { loadMessages } from '../../src/server/shared/messages.ts';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { importer } from '../support/imports.ts';
import { jobServers } from '../support/jobServers.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { securityServers } from '../support/securityServers.ts';
import { startServer, type TestServer } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');

interface Told {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}
const toldTo = async (server: TestServer, token: string, language: Language = 'en'): Promise<Told[]> => {
  const headers = { 'think-lang': language };
  const { json } = await server.request('GET', '/api/admin/ajax/notices', { token, headers });
  return (json.data['list'] as Told[]).map(({ title, body, link }) => ({ title, body, link }));
};

eachDatabase((name, _open, place) => {
  const { servers } = securityServers(place);
  const { start, elsewhere } = jobServers(place);

  it('tells whoever imported what has become of it, in their language, and nobody else', async () => {
    servers.push(await startServer(await place(), { resources: sampleTables }));
    const server = servers.at(-1)!;
    const nodes = ['index', 'add', 'edit', 'import', 'del'].map((action) => `content/tag/${action}`);
    await addPerson(server.app.gate, 'clerk', 'Clerk-1234', nodes);
    const [own, other] = [await server.signIn('clerk', 'Clerk-1234'), await server.signIn()];
    const mine = importer(server, 'content.tag', own);
    const { id } = await mine.check('name\none\ntwo\n');
    // It has only looked.
    expect(await toldTo(server, own)).toEqual([]);
    await mine.step(id, 'run');
    await mine.settled(id);
    // The list of the table opens its report.
    const link = `/admin/content/tag?import=${id}`;
    const done = {
      title: '“rows.csv” was imported into “Tag”',
      body: 'Added: 2 · Changed: 0 · Unchanged: 0 · Skipped: 0',
      link,
    };
    await expect.poll(() => toldTo(server, own)).toHaveLength(1);
    expect(await toldTo(server, own)).toEqual([done]);
    expect(await toldTo(server, own, 'zh-cn')).toEqual([
      { title: '“rows.csv”已导入“Tag”', body: '新增 2 条，修改 0 条，未变 0 条，跳过 0 条', link },
    ]);
    await mine.step(id, 'undo');
    const undone = {
      title: 'The import of “rows.csv” into “Tag” was undone',
      body: 'Restored: 2 · Left unchanged: 0',
      link,
    };
    await expect.poll(() => toldTo(server, own)).toHaveLength(2);
    expect(await toldTo(server, own)).toEqual([undone, done]);
    expect(await toldTo(server, other)).toEqual([]);

    // A name of any length is told, as far as it fits.
    const { id: long, columns, key } = await mine.receive('name\nthree\n', `${'n'.repeat(190)}.csv`);
    await mine.step(long, 'check', { columns, key });
    await mine.settled(long);
    await mine.step(long, 'run');
    await expect.poll(async () => (await toldTo(server, own))[0]?.title).toMatch(/^“n{79}…” was imported/);
  });

  it('tells super administrators once of jobs that were given up, and of many together', async () => {
    const where = await place();
    const closed = job({
      name: 'closed',
      retries: 0,
      run() {
        throw new Problem('rows:taken');
      },
    });
    const silent = job({
      name: 'silent',
      retries: 0,
      run() {
        throw new Error('');
      },
    });
    const first = await start([closed, silent], { where });
    const second = name === 'postgres' ? await start([closed, silent], { where: elsewhere(where) }) : first;
    await addPerson(first.server.app.gate, 'clerk', 'Clerk-123', ['routine/failedJob/index']);
    const [token, clerk] = [await first.server.signIn(), await first.server.signIn('clerk', 'Clerk-123')];
    await first.host.enqueue(closed);
    const link = '/admin/routine/failedJob';
    const one = {
      title: 'The job “post.closed” failed on its last attempt',
      body: expect.stringMatching(/./) as string,
      link,
    };
    await expect.poll(() => toldTo(first.server, token)).toEqual([one]);
    const [chinese] = await toldTo(first.server, token, 'zh-cn');
    expect(chinese).toMatchObject({ title: '任务“post.closed”已用完全部尝试次数，仍未成功' });
    expect(chinese!.body).not.toBe((await toldTo(first.server, token))[0]!.body);
    await Promise.all([first.server.app.jobs.dead(), second.server.app.jobs.dead()]);
    expect(await toldTo(second.server, token)).toEqual([one]);
    expect(await toldTo(first.server, clerk)).toEqual([]);

    // Who is no super administrator any more hears nothing; a job that fails without a word is told of, too.
    const { gate } = first.server.app;
    const [group] = await gate.rows('admin_group').list({ is_super: 1 });
    const shut = await gate.rows('admin_group').add({ name: 'Shut', is_super: 1, status: 0 });
    const [nobody] = await gate.rows('admin').list({ username: 'clerk' });
    await gate.rows('admin').edit(nobody!.id, { group_ids: [...nobody!.group_ids, shut.id] });
    expect(group!.id).not.toBe(shut.id);
    await first.host.enqueue(silent);
    const mute = { title: 'The job “post.silent” failed on its last attempt', body: '', link };
    await expect.poll(() => toldTo(first.server, token)).toEqual([mute, one]);
    expect(await toldTo(first.server, clerk)).toEqual([]);

    // Those that fail at the same time are one notice.
    const told: Notice[] = [];
    const host = { notifySupers: async (notice: Notice) => void told.push(notice) };
    const failed = ['post.one', 'post.two'].map((each) => ({ name: each, errorIn: () => 'gone' }));
    await failedJobNotices(() => host, loadMessages(root))(failed);
    const title = { 'zh-cn': '2 个任务已用完全部尝试次数，仍未成功', en: '2 jobs failed on their last attempt' };
    expect(told).toEqual([{ title, link }]);
  });
});
