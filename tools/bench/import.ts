/**
 * Rows a second, memory and how long others wait to write while a file of 600,000 rows (or as many as are named) is taken,
 * checked, imported and undone, beside the database's own way to load the same file into the same table:
 * `npm run bench:import -- [rows] [--edit] [--sqlite] [--postgres]`, on both databases unless one is named, PostgreSQL with all of its
 * promises kept. With `--edit` a bulk edit of all of them is previewed, written and undone in place of the import's undoing.
 */
import { chmodSync, createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { f, isImportWorking, modelOf, table, type Model } from '../../src/resource/index.ts';
import { createApp, type App } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config/readConfig.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { system } from '../../src/server/table/createGate.ts';
import { startPostgres } from '../../tests/support/postgres.ts';

const item = table('bench_item', {
  title: f.text({ search: true }),
  status: f.enum({ open: 'Open', done: 'Done' }, { default: 'open' }),
  price: f.money(),
  count: f.int(),
  hot: f.bool(),
  due: f.date(),
  code: f.text(),
  note: f.text({ max: 255 }),
});
/** What somebody else writes meanwhile. */
const probe = table('bench_probe', { count: f.int() });
const columns = ['title', 'status', 'price', 'count', 'hot', 'due', 'code', 'note'];
const count = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 600_000);
const isEdit = process.argv.includes('--edit');
/** Milliseconds that nobody may wait longer. */
const limit = 250;
const megabyte = 1024 * 1024;
const root = join(import.meta.dirname, '../..');
const caller = { ...system, realm: 'admin', id: 1, super: true } as const;

const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
// PostgreSQL reads it as somebody else.
chmodSync(folder, 0o755);
const file = join(folder, 'rows.csv');
await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o644 }));
try {
  if (!process.argv.includes('--postgres')) await compare(undefined);
  if (!process.argv.includes('--sqlite')) await onPostgres();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  try {
    await postgres.createDatabase('import');
    await compare(`${postgres.url}/import`);
  } finally {
    await postgres.stop();
  }
}

function* lines(): Generator<string> {
  yield `${columns.join()}\n`;
  for (let n = 1; n <= count; n += 1)
    yield `王家村 ${n},open,${n}.50,${n},${n % 2},2026-01-${String((n % 28) + 1).padStart(2, '0')},C${n},"a note, as people write"\n`;
}

async function compare(url: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-import-data-'));
  const { models } = await loadResources(root);
  const own = [item.resource({ path: 'bench/item' } as never), probe.resource({ path: 'bench/probe' } as never)];
  const app = await createApp(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url }, root), {
    log: pino({ level: 'error' }),
    loaded: { models: [...models, ...own.map((each) => modelOf(each as never))], plugins: [], faults: [] },
  });
  const { gate, database } = app;
  const model = gate.modelOf('bench_item');
  await database.write(({ db }) =>
    sql`INSERT INTO bench_probe (count, version, create_time, update_time) VALUES (0, 1, 0, 0)`.execute(db),
  );
  console.log(`\n${database.dialect}, ${count.toLocaleString('en')} rows`);
  let id = 0;
  await measure(app, 'received', async () => {
    id = await gate.receive(caller, model, { name: 'rows.csv', bytes: createReadStream(file) });
  });
  const steps = [
    ['check', 'checked', { columns, key: '' }],
    ['run', 'done', {}],
    ...(isEdit ? [] : [['undo', 'undone', {}] as const]),
  ] as const;
  for (const [step, end, more] of steps) {
    await measure(app, end, async () => {
      await gate.importing(caller, model, { id, step, ...more });
      if ((await settled(app, model, 'importState', id)) !== end) process.exitCode = 1;
    });
    console.log(`  ${await gate.rowsFor('bench_item', caller).count({})} rows in the table`);
  }
  if (isEdit) {
    await edit(app, model);
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
    return;
  }
  const name = url === undefined ? 'prepared statements, one transaction' : 'COPY';
  if (url === undefined) await app.close();
  const began = performance.now();
  if (url === undefined) await loadSqlite(dataDir);
  else await loadPostgres(app);
  report(`the database itself (${name})`, performance.now() - began);
  if (url !== undefined) await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A bulk edit of all rows, in two fields. */
async function edit(app: App, model: Model): Promise<void> {
  const { gate } = app;
  const asked = { choice: { query: {}, count }, values: { status: 'done', note: 'edited together' }, preview: true };
  let id = 0;
  const go = async (end: string): Promise<void> => {
    if ((await settled(app, model, 'bulkJobState', id)) !== end) process.exitCode = 1;
  };
  await measure(app, 'bulk edit begun (its rows fixed)', async () => {
    ({ id } = (await gate.bulkEdit(caller, model, asked)).job!);
  });
  await measure(app, 'previewed', () => go('checked'));
  for (const [step, end] of [
    ['run', 'done'],
    ['undo', 'undone'],
  ] as const)
    await measure(app, `bulk edit ${end}`, async () => {
      await gate.bulkJobbing(caller, model, { id, step });
      await go(end);
    });
}

async function settled({ gate }: App, model: Model, call: 'importState' | 'bulkJobState', id: number): Promise<string> {
  for (;;) {
    const now = (await gate[call](caller, model, id))!;
    if (!isImportWorking(now.state)) return now.state;
    await sleep(100);
  }
}

function report(what: string, milliseconds: number, ...more: readonly string[]): void {
  const rate = Math.round((count / milliseconds) * 1000).toLocaleString('en');
  console.log([`  ${what}: ${rate} rows/s`, `${(milliseconds / 1000).toFixed(1)} s`, ...more].join(', '));
}

/** While others write too, again and again. */
async function measure({ database }: App, what: string, work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage.rss();
  const most = { rss: 0, heap: 0, wait: 0 };
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const began = performance.now();
      await database.write(({ db }) => sql`UPDATE bench_probe SET count = count + 1`.execute(db));
      most.wait = Math.max(most.wait, performance.now() - began);
      const { rss, heapUsed, external } = process.memoryUsage();
      most.rss = Math.max(most.rss, rss);
      most.heap = Math.max(most.heap, heapUsed + external);
      await sleep(20);
    }
  })();
  delay.enable();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  isOver = true;
  await others;
  delay.disable();
  if (most.wait > limit) process.exitCode = 1;
  report(
    what,
    took,
    `others wait at most ${Math.round(most.wait)} ms to write`,
    `longest stop ${Math.round(delay.max / 1e6)} ms`,
    `process ${(before / megabyte).toFixed(0)} to at most ${(most.rss / megabyte).toFixed(0)} MB`,
    `heap at most ${(most.heap / megabyte).toFixed(0)} MB`,
  );
}

async function loadSqlite(dataDir: string): Promise<void> {
  const name = readdirSync(dataDir).find((each) => /\.(?:db|sqlite)$/.test(each))!;
  const database = new DatabaseSync(join(dataDir, name));
  const insert = database.prepare(
    `INSERT INTO bench_item (${columns.join()}, version, create_time, update_time) VALUES (${columns.map(() => '?').join()}, 1, 0, 0)`,
  );
  database.exec('BEGIN');
  let at = 0;
  for await (const line of createInterface(createReadStream(file))) {
    at += 1;
    const [title, status, price, n, hot, due, code, ...note] = line.split(',') as [string, ...string[]];
    if (at > 1)
      insert.run(title, status!, Number(price) * 100, Number(n), Number(hot), due!, code!, note.join().slice(1, -1));
  }
  database.exec('COMMIT');
  database.close();
}

async function loadPostgres({ database }: App): Promise<void> {
  await database.write(async ({ db }) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    await sql
      .raw(
        'CREATE TEMP TABLE loaded (title text, status text, price numeric, count bigint, hot bigint, due text, code text, note text) ON COMMIT DROP',
      )
      .execute(db);
    await sql.raw(`COPY loaded FROM '${file}' WITH (FORMAT csv, HEADER)`).execute(db);
    await sql
      .raw(
        `INSERT INTO bench_item (${columns.join()}, version, create_time, update_time)
      SELECT title, status, (price * 100)::bigint, count, hot, due, code, note, 1, 0, 0 FROM loaded`,
      )
      .execute(db);
  });
}
