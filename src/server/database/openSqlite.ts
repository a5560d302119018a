import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Problem } from '#resource';
import { createSemaphore } from '../shared/concurrency.ts';
import { makeFolder } from '../shared/makeFolder.ts';
import { BoundedReads, type ReadTimes } from './bounded/boundedReads.ts';
import { OverBudget, RowBudget } from './bounded/rowBudget.ts';
import { sqliteSnapshot } from './bounded/sqliteSnapshot.ts';
import { SqliteWorkers } from './bounded/sqliteWorkers.ts';
import type { AnySchema, Database, States } from './database.ts';
import { OpenSnapshots } from './openSnapshots.ts';
import { pairsOf } from './search/pairs.ts';
import { pairsFunction, waitingTable } from './search/searchIndex.ts';
import { SearchKeeper } from './search/searchKeeper.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import { confirmRestored, putFormerBack, takeRestored } from './takeRestored.ts';
import { allRows, SqliteStatements, type SqliteValues } from './sqliteStatements.ts';
import { isBusy, unavailableOrSame } from './unavailable.ts';
import { WriteQueue } from './writeQueue.ts';

/** Older ones have a fault in the write-ahead log. */
const oldestSqlite = [3, 51, 3] as const;

/**
 * A read keeps the thread for no longer than `quick`. The time itself decides: no estimate of SQLite knows how many rows a
 * condition will look at.
 */
const readTimes: ReadTimes = { quick: 8, slow: 10_000 };
/** Threads for reads that take longer. */
const workerThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

export interface SqliteOptions {
  /** A program for one piece of work, while a server may have the folder. */
  readonly beside?: boolean;
}

/** Opens (or creates) `data.sqlite` in the folder; throws a `Problem` in one sentence when it cannot. */
export async function openSqlite(
  folder: string,
  log: (message: string) => void,
  times: ReadTimes = readTimes,
  { beside = false }: SqliteOptions = {},
): Promise<Database> {
  assertVersion();
  const lock = beside ? undefined : lockFolder(folder);
  const isOnTrial = lock !== undefined && takeRestored(folder, log);
  try {
    const { close, ...database } = await openFile(folder, log, times);
    return {
      ...database,
      async close() {
        await close();
        if (lock?.isOpen) lock.close();
      },
      trial: isOnTrial
        ? {
            isOpen: async () => true,
            confirm: async () => confirmRestored(folder, log),
            async putBack() {
              await close();
              const name = putFormerBack(folder);
              lock.close();
              return name;
            },
          }
        : undefined,
    };
  } catch (error) {
    const name = isOnTrial ? putFormerBack(folder) : undefined;
    lock?.close();
    if (name !== undefined)
      log(`the restored database can't be opened and is kept as ${name}; the former one was put back`);
    throw error;
  }
}

/** Without its lock. */
async function openFile(folder: string, log: (message: string) => void, times: ReadTimes): Promise<Database> {
  const file = join(folder, 'data.sqlite');
  const writer = connect(file, folder);
  writer.exec(
    `CREATE TABLE IF NOT EXISTS ${waitingTable} (
      table_name TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (table_name, id)
    ) STRICT, WITHOUT ROWID`,
  );
  writer.function(pairsFunction, { deterministic: true }, (text) => (typeof text === 'string' ? pairsOf(text) : null));
  const reader = connect(file, folder, { readOnly: true });
  // From here on nobody waits in the thread: writers try again in the queue, readers in their connection.
  for (const connection of [writer, reader]) connection.exec('PRAGMA busy_timeout=0');
  const changes = new Map<string, number>();
  const guarded = new Set<string>();
  let known: States | undefined;
  const guardedStates = (): States =>
    (known ??= new Map([...guarded].map((table) => [table, String(changes.get(table) ?? 0)])));
  const queue = new WriteQueue(writer, new Kysely<AnySchema>({ dialect: sqliteDialect(writer) }), {
    states: guardedStates,
    committed(tables) {
      for (const table of tables) changes.set(table, (changes.get(table) ?? 0) + 1);
      if ([...tables].some((table) => guarded.has(table))) known = undefined;
      if (tables.size > 0) keeper.later();
    },
  });
  const keeper = new SearchKeeper(queue, reader, (error) => log(`Search indexes wait: ${causeOf(error as Error)}`));
  const [budget] = [new RowBudget(reader), new RowBudget(writer)];
  const statements = new SqliteStatements(reader);
  const workers = new SqliteWorkers(file, times.slow);
  const bounded = new BoundedReads(
    {
      quickly: async ({ sql, parameters }) =>
        quickly(() =>
          budget.spend(times.quick, () => allRows(statements.get(sql).statement, parameters as SqliteValues)),
        ),
      beside: (query) => workers.run(query),
    },
    workerThreads,
  );
  const snapshots = new OpenSnapshots();
  const exclusively = createSemaphore(1, Infinity);
  return {
    dialect: 'sqlite',
    async readBounded(query, who) {
      if (statements.get(query.sql).searches) await keeper.beforeSearch();
      return bounded.read(query, who);
    },
    read: new Kysely<AnySchema>({ dialect: sqliteDialect(reader, () => keeper.beforeSearch()) }),
    async snapshot(who, query) {
      if (query && statements.get(query.sql).searches) await keeper.beforeSearch();
      return snapshots.add(who, async () => sqliteSnapshot(file));
    },
    write: (job) => queue.write(job),
    restructure: (job) => queue.write(job, { alone: true }),
    // A folder has one server, which has many requests.
    runExclusive: (job) => exclusively(job),
    runInTurn: (job) => job(),
    stateOf: (tables) => tables.map((table) => changes.get(table) ?? 0).join(),
    guard(tables) {
      tables.forEach((table) => guarded.add(table));
      known = undefined;
    },
    guardedStates,
    async close() {
      keeper.stop();
      await snapshots.closeAll();
      await workers.close();
      await queue.close();
      for (const connection of [reader, writer]) if (connection.isOpen) connection.close();
    },
  };
}

/** Undefined when the read takes longer than it may. */
function quickly<R>(read: () => unknown[]): R[] | undefined {
  try {
    return read() as R[];
  } catch (error) {
    if (error instanceof OverBudget || isBusy(error)) return undefined;
    throw unavailableOrSame(error);
  }
}

/**
 * `synchronous=FULL` is what makes an acknowledged commit survive a power cut; `recursive_triggers` has a REPLACE fire the
 * triggers of what it deletes, without which it would change rows that are only ever added.
 */
function connect(file: string, folder: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true, ...options });
    connection.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=268435456',
    );
    return connection;
  } catch (error) {
    throw new Problem('database:folderUnusable', { folder, reason: (error as Error).message });
  }
}

/** Tells people which process has the folder; what decides is the lock. */
const pidFile = 'server.pid';

function pidIn(folder: string): string {
  try {
    return readFileSync(join(folder, pidFile), 'utf8').trim();
  } catch {
    return '?';
  }
}

/** Holds an exclusive lock on a file beside the data until the process ends, however it ends. */
function lockFolder(folder: string): DatabaseSync {
  try {
    makeFolder(folder);
    const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    writeFileSync(join(folder, pidFile), `${process.pid}\n`);
    return lock;
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string };
    const held = errcode !== undefined && (errcode & 0xff) === 5;
    throw held
      ? new Problem('database:folderInUse', { folder, pid: pidIn(folder) })
      : new Problem('database:folderUnusable', { folder, reason: message });
  }
}

/** Whether a process has the folder. */
export function isHeld(folder: string): boolean {
  try {
    lockFolder(folder).close();
    return false;
  } catch (error) {
    if (error instanceof Problem && error.key === 'database:folderInUse') return true;
    throw error;
  }
}

function assertVersion(): void {
  const { sqlite = '' } = process.versions;
  const found = sqlite.split('.').map(Number);
  const differs = oldestSqlite.findIndex((part, index) => part !== found[index]);
  if (differs < 0 || (found[differs] ?? 0) > oldestSqlite[differs]!) return;
  throw new Problem('database:sqliteTooOld', { version: sqlite, oldest: oldestSqlite.join('.') });
}

const causeOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);
