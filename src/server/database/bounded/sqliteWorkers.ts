import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { SqliteRow, SqliteValues } from '../sqliteStatements.ts';
import { unavailableOrSame } from '../unavailable.ts';
import { answerTooLarge, tooSlow } from './boundedReads.ts';

export interface WorkerQuery {
  readonly sql: string;
  readonly values: SqliteValues;
  readonly milliseconds: number;
}
export type WorkerAnswer =
  | { readonly rows: readonly SqliteRow[] }
  | { readonly refused: 'tooSlow' | 'answerTooLarge' }
  | {
      readonly failed: {
        readonly message: string;
        readonly code: string | undefined;
        readonly errcode: number | undefined;
      };
    };

/** Milliseconds after the limit of a query, when its thread is given up: it is within one step that counts no rows. */
const grace = 3000;

/** Worker threads that read from a SQLite file; each is made when it is needed and runs one query at a time. */
export class SqliteWorkers {
  readonly #file: string;
  readonly #milliseconds: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();

  /** `milliseconds` is how long a query may take. */
  constructor(file: string, milliseconds: number) {
    this.#file = file;
    this.#milliseconds = milliseconds;
  }

  async run<R>({ sql, parameters }: CompiledQuery<R>): Promise<R[]> {
    const worker = this.#idle.pop() ?? this.#start();
    const query: WorkerQuery = { sql, values: parameters as SqliteValues, milliseconds: this.#milliseconds };
    const answer = await this.#ask(worker, query);
    this.#idle.push(worker);
    if ('rows' in answer) return answer.rows as R[];
    if ('refused' in answer) throw answer.refused === 'tooSlow' ? tooSlow(this.#milliseconds) : answerTooLarge();
    throw unavailableOrSame(Object.assign(new Error(answer.failed.message), answer.failed));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = new Worker(new URL('sqliteWorker.ts', import.meta.url), { workerData: this.#file });
    worker.unref();
    this.#all.add(worker);
    worker.once('exit', () => this.#all.delete(worker));
    return worker;
  }

  #ask(worker: Worker, query: WorkerQuery): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        worker.removeAllListeners('message').removeAllListeners('error').removeListener('exit', ended);
        worker.unref();
      };
      const ended = (): void => {
        settle();
        reject(tooSlow(this.#milliseconds));
      };
      const timer = setTimeout(() => void worker.terminate(), query.milliseconds + grace);
      worker.ref();
      worker.once('exit', ended);
      worker.once('message', (answer: WorkerAnswer) => {
        settle();
        resolve(answer);
      });
      worker.once('error', (error) => {
        settle();
        reject(error);
      });
      worker.postMessage(query);
    });
  }
}
