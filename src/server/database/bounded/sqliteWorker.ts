// Runs in a worker thread: reads from a SQLite file what may take long.
import { parentPort, workerData } from 'node:worker_threads';
import {
  SqliteStatements,
  withBigNumbers,
  withNumbers,
  type SqliteRow,
  type SqliteValues,
} from '../sqliteStatements.ts';
import { largestAnswer, sizeOf } from './answerSize.ts';
import { OverBudget, RowBudget } from './rowBudget.ts';
import type { WorkerAnswer, WorkerQuery } from './sqliteWorkers.ts';
import { workerConnection } from './workerConnection.ts';

const connection = workerConnection(workerData as string);
const statements = new SqliteStatements(connection);
const budget = new RowBudget(connection);

parentPort!.on('message', ({ sql, values, milliseconds }: WorkerQuery) => {
  parentPort!.postMessage(answerTo(sql, values, milliseconds));
});

function answerTo(sql: string, values: SqliteValues, milliseconds: number): WorkerAnswer {
  try {
    return budget.spend(milliseconds, () => rowsOf(sql, values));
  } catch (error) {
    if (error instanceof OverBudget) return { refused: 'tooSlow' };
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { failed: { message, code, errcode } };
  }
}

function rowsOf(sql: string, values: SqliteValues): WorkerAnswer {
  const { statement } = statements.get(sql);
  return withBigNumbers(
    statement,
    // Plain objects: those of the driver have no prototype and are copied more slowly.
    () => collected(statement.iterate(...values), (row) => ({ ...row })),
    () => collected(statement.iterate(...values), withNumbers),
  );
}

/** Row by row, so that never more is held than may be answered. */
function collected(rows: Iterable<SqliteRow>, load: (row: SqliteRow) => SqliteRow): WorkerAnswer {
  const found: SqliteRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    found.push(load(row));
    bytes += sizeOf(row);
    if (bytes > largestAnswer) return { refused: 'answerTooLarge' };
  }
  return { rows: found };
}
