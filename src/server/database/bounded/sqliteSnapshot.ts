import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { stepTime, type Snapshot } from '../snapshot.ts';
import type { SqliteRow, SqliteValues } from '../sqliteStatements.ts';
import { unavailableOrSame } from '../unavailable.ts';
import { tooSlow } from './boundedReads.ts';

interface SnapshotQuery {
  readonly sql: string;
  readonly values: SqliteValues;
}
/** A short query, or a page of a long one, which begins it where it says so. */
export type SnapshotCall =
  { readonly read: SnapshotQuery } | { readonly begin: SnapshotQuery | undefined; readonly mostRows: number };
export type SnapshotAnswer =
  | { readonly rows: readonly SqliteRow[]; readonly isLast: boolean }
  | { readonly refused: 'tooSlow' }
  | {
      readonly failed: {
        readonly message: string;
        readonly code: string | undefined;
        readonly errcode: number | undefined;
      };
    };
type Rows = Extract<SnapshotAnswer, { rows: unknown }>;

/** A snapshot of a SQLite file in a thread of its own: the driver would keep everybody waiting in this one. */
export function sqliteSnapshot(file: string): Snapshot {
  const worker = new Worker(new URL('sqliteSnapshotWorker.ts', import.meta.url), { workerData: file });
  let last: Promise<unknown> = Promise.resolve();
  const ask = (call: SnapshotCall): Promise<Rows> => {
    const answer = last.then(() => answerOf(worker, call));
    last = answer.catch(() => {});
    return answer;
  };
  return {
    async *pages<R>(query: CompiledQuery<R>, mostRows: number) {
      let begin: SnapshotQuery | undefined = textOf(query);
      for (let isLast = false; !isLast; begin = undefined) {
        const answer: Rows = await ask({ begin, mostRows });
        ({ isLast } = answer);
        if (answer.rows.length > 0) yield answer.rows as R[];
      }
    },
    read: async <R>(query: CompiledQuery<R>) => (await ask({ read: textOf(query) })).rows as readonly R[],
    close: async () => void (await worker.terminate()),
  };
}

const textOf = ({ sql, parameters }: CompiledQuery): SnapshotQuery => ({ sql, values: parameters as SqliteValues });

async function answerOf(worker: Worker, call: SnapshotCall): Promise<Rows> {
  const answer = await new Promise<SnapshotAnswer>((resolve, reject) => {
    // A thread that has ended answers nothing, and says nothing of it.
    if (worker.threadId < 0) return reject(new Error('The snapshot is closed.'));
    const ended = (): void => settle(() => reject(new Error('The snapshot is closed.')));
    const failed = (error: Error): void => settle(() => reject(error));
    const answered = (given: SnapshotAnswer): void => settle(() => resolve(given));
    const settle = (end: () => void): void => {
      worker.off('message', answered).off('error', failed).off('exit', ended);
      end();
    };
    worker.once('message', answered).once('error', failed).once('exit', ended).postMessage(call);
  });
  if ('rows' in answer) return answer;
  if ('refused' in answer) throw tooSlow(stepTime);
  throw unavailableOrSame(Object.assign(new Error(answer.failed.message), answer.failed));
}
