import { appendFileSync, mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyProject } from '../support/copyProject.ts';
import { eachDatabase, temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

/** A job that writes down each begin and end, and takes long only on the instance that says so. */
const plugin = `
  import { appendFileSync } from 'node:fs';
  import { definePlugin, job } from '#plugin';
  const say = (line) => appendFileSync(process.env.JOB_LOG, line + '\\n');
  const work = job({
    name: 'work', retries: 3, backoff: 0,
    async run({ data, attempt }) {
      say('begin ' + data.id + ' ' + process.pid + ' ' + attempt);
      if (process.env.JOB_SLOW) await new Promise(() => {});
      say('end ' + data.id);
    },
  });
  const once = job({
    name: 'once', retries: 0,
    async run() {
      say('once');
      if (process.env.JOB_SLOW) await new Promise(() => {});
    },
  });
  export default definePlugin({
    name: 'proof',
    jobs: [work, once],
    async start(host) {
      if (!process.env.JOB_SLOW) return;
      await host.enqueue(work, { id: 1 });
      await host.enqueue(once);
    },
  });`;

eachDatabase((name, _open, place) => {
  const folder = temporaryFolder();
  const running: Program[] = [];
  afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

  it('takes up the job of a killed instance, and not one that must not run twice', async () => {
    const project = copyProject(folder());
    mkdirSync(join(project, 'plugins/proof'), { recursive: true });
    writeFileSync(join(project, 'plugins/proof/server.ts'), plugin);
    const log = join(folder(), 'log');
    appendFileSync(log, '');
    const { dataDir, databaseUrl } = await place();
    const start = (more: Readonly<Record<string, string>> = {}): Program => {
      const dataFolder = name === 'postgres' ? folder() : dataDir;
      running.push(
        runProgram(
          { DATA_DIR: dataFolder, JOB_LOG: log, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...more },
          project,
        ),
      );
      return running.at(-1)!;
    };
    const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
    const first = start({ JOB_SLOW: 'yes' });
    await first.address;
    await expect.poll(lines, { timeout: 60_000 }).toHaveLength(2);
    // On PostgreSQL another instance runs beside it; a SQLite folder has one at a time.
    const beside = name === 'postgres' ? start() : undefined;
    await beside?.address;
    first.child.kill('SIGKILL');
    await first.ended;
    const killed = Date.now();
    const second = beside ?? start();
    await second.address;
    await expect.poll(lines, { timeout: 90_000 }).toContain('end 1');
    console.log(`${name}: taken up ${((Date.now() - killed) / 1000).toFixed(1)} s after the kill`);
    expect(lines().filter((line) => line.startsWith('begin 1'))).toEqual([
      `begin 1 ${first.child.pid} 1`,
      `begin 1 ${second.child.pid} 2`,
    ]);
    expect(lines().filter((line) => line === 'once')).toHaveLength(1);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});
