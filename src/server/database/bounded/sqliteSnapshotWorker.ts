// Runs in a worker thread: holds one transaction of a SQLite file, and reads from it what is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { pageBytes, stepTime } from '../snapshot.ts';
import { allRows, SqliteStatements, type SqliteRow } from '../sqliteStatements.ts';
import { sizeOf } from './answerSize.ts';
import { OverBudget, RowBudget } from './rowBudget.ts';
import type { SnapshotAnswer, SnapshotCall } from './sqliteSnapshot.ts';
import { workerConnection } from './workerConnection.ts';

const connection = workerConnection(workerData as string);
const statements = new SqliteStatements(connection);
const budget = new RowBudget(connection);
let rows: Iterator<SqliteRow> | undefined;

// The transaction sees what is committed at its first read.
connection.exec('BEGIN; SELECT 1 FROM sqlite_master LIMIT 1');

parentPort!.on('message', (call: SnapshotCall) => parentPort!.postMessage(answerTo(call)));

function answerTo(call: SnapshotCall): SnapshotAnswer {
  try {
    return budget.spend(stepTime, () => step(call));
  } catch (error) {
    if (error instanceof OverBudget) return { refused: 'tooSlow' };
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { failed: { message, code, errcode } };
  }
}

function step(call: SnapshotCall): SnapshotAnswer {
  if ('read' in call) return { rows: allRows(statements.get(call.read.sql).statement, call.read.values), isLast: true };
  if (call.begin) {
    const { statement } = statements.fresh(call.begin.sql);
    // What somebody else has put there may be beyond 2^53, and a walk cannot begin again in the middle.
    statement.setReadBigInts(true);
    rows = statement.iterate(...call.begin.values) as Iterator<SqliteRow>;
  }
  return page(call.mostRows);
}

/** So many of the following rows as make a page. */
function page(mostRows: number): SnapshotAnswer {
  const found: SqliteRow[] = [];
  for (let bytes = 0; bytes < pageBytes && found.length < mostRows;) {
    const next = rows!.next();
    if (next.done) return { rows: found, isLast: true };
    found.push(plain(next.value));
    bytes += sizeOf(next.value);
  }
  return { rows: found, isLast: false };
}

/** With the driver's numbers, as an object that is copied fast. */
function plain(row: SqliteRow): SqliteRow {
  const copy = { ...row };
  for (const name in copy) if (typeof copy[name] === 'bigint') copy[name] = Number(copy[name]);
  return copy;
}
