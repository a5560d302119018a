/**
 * How long a job waits from `enqueue` to its run, and how many run in a second, on both databases, PostgreSQL with all of its
 * promises kept: `node tools/bench/jobs.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, job, type PluginHost } from '../../src/plugin/index.ts';
import { createApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config/readConfig.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { startPostgres } from '../../tests/support/postgres.ts';

const [singles, many] = [100, 2000];
const root = join(import.meta.dirname, '../..');

const postgres = await startPostgres({ durable: true });
try {
  await postgres.createDatabase('jobs');
  for (const url of [undefined, `${postgres.url}/jobs`]) console.log(await measure(url));
} finally {
  await postgres.stop();
}

async function measure(url: string | undefined): Promise<string> {
  let ran: (sent: number) => void = () => {};
  const measured = job<number>({ name: 'measured', concurrency: 20, run: ({ data }) => ran(data) });
  let host: PluginHost;
  const plugin = definePlugin({ name: 'bench', jobs: [measured], start: (given) => void (host = given) });
  const folder = mkdtempSync(join(tmpdir(), 'bench-jobs-'));
  const { models } = await loadResources(root);
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url }, root);
  const app = await createApp(config, { loaded: { models, plugins: [plugin], faults: [] } });

  const delays: number[] = [];
  for (let each = 0; each < singles; each += 1) {
    const { promise, resolve } = Promise.withResolvers<number>();
    ran = (sent) => resolve(performance.now() - sent);
    await host!.enqueue(measured, performance.now());
    delays.push(await promise);
  }
  delays.sort((one, other) => one - other);

  const { promise: all, resolve: done } = Promise.withResolvers<void>();
  let count = 0;
  ran = () => void ((count += 1) === many && done());
  const began = performance.now();
  const adders = Array.from({ length: 50 }, async () => {
    for (let each = 0; each < many / 50; each += 1) await host!.enqueue(measured, 0);
  });
  await Promise.all(adders);
  const added = performance.now();
  await all;
  const ended = performance.now();
  await app.close();
  rmSync(folder, { recursive: true, force: true });

  const perSecond = (milliseconds: number): number => Math.round((many / milliseconds) * 1000);
  return (
    `${app.database.dialect}: delay ${delays[singles / 2]!.toFixed(1)} ms (median), ${delays[singles * 0.95]!.toFixed(1)} ms (95 %); ` +
    `${perSecond(added - began)} added a second; ${many} added and run in ${((ended - began) / 1000).toFixed(1)} s, ${perSecond(ended - began)} a second`
  );
}
