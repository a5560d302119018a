/**
 * Rows a second, memory and the longest wait of everybody else while a table of 100,000 and of 600,000 rows is exported from
 * SQLite: `node tools/bench/export.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { f, modelOf, table } from '../../src/resource/index.ts';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { openSqlite } from '../../src/server/database/openSqlite.ts';
import { createGate, system } from '../../src/server/table/createGate.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';

const item = table('bench_item', {
  title: f.text({ search: true }),
  status: f.enum({ open: 'Open', done: 'Done' }, { default: 'open' }),
  price: f.money(),
  weight: f.decimal({ scale: 3 }),
  count: f.int(),
  hot: f.bool(),
  due: f.datetime(),
  code: f.text(),
  note: f.text({ max: 255 }),
});
const megabyte = 1024 * 1024;
const caller = { ...system, realm: 'admin', id: 1, super: true } as const;

for (const rows of [100_000, 600_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-export-'));
  const database = await openSqlite(folder, () => {});
  const model = modelOf(item.resource({ path: 'bench/item' } as never) as never);
  await applySchema(database, tablesOf([model]), () => {});
  await database.write(async ({ db, touch }) => {
    await sql`INSERT INTO bench_item (title, status, price, weight, count, hot, due, code, note, version, create_time, update_time)
      SELECT '王家村 ' || n, 'open', n * 7, n * 3, n, n % 2, 1700000000 + n, 'C' || n, 'a note of some length, as people write', 1, 1700000000, 1700000000
      FROM (WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows}) SELECT n FROM numbers)`.execute(
      db,
    );
    touch('bench_item');
  });
  const gate = createGate({
    database,
    models: [model],
    translate: () => undefined,
    hashPassword: async () => '',
    log: console.error,
  });
  for (const [format, order] of [
    ['csv', 'id,desc'],
    ['csv', 'note,asc'],
    ['xlsx', 'id,desc'],
  ] as const)
    console.log(await measure(format, order));
  await database.close();
  rmSync(folder, { recursive: true });

  async function measure(format: string, order: string): Promise<string> {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const most = { rss: 0, heap: 0 };
    const timer = setInterval(() => {
      const { rss, heapUsed, external } = process.memoryUsage();
      most.rss = Math.max(most.rss, rss);
      most.heap = Math.max(most.heap, heapUsed + external);
    }, 50);
    const before = process.memoryUsage.rss();
    delay.enable();
    const began = performance.now();
    const answer = await gate.exporting(caller, gate.modelOf('bench_item'), { format, order });
    let bytes = 0;
    let first = 0;
    for await (const part of answer.body!) {
      first ||= performance.now() - began;
      bytes += part.length;
    }
    const seconds = (performance.now() - began) / 1000;
    delay.disable();
    clearInterval(timer);
    const figures = [
      `${rows} rows by ${order} as ${format}: ${Math.round(rows / seconds)} rows/s`,
      `${seconds.toFixed(1)} s`,
      `first byte ${Math.round(first)} ms`,
      `${(bytes / megabyte).toFixed(0)} MB`,
      `process ${(before / megabyte).toFixed(0)} to at most ${(most.rss / megabyte).toFixed(0)} MB, the file's pages among it`,
      `heap at most ${(most.heap / megabyte).toFixed(0)} MB`,
      `longest wait ${Math.round(delay.max / 1e6)} ms`,
    ];
    return figures.join(', ');
  }
}
