import type { DatabaseSync } from 'node:sqlite';

/** SQL function that a query of SQLite calls again and again while it looks at rows. */
export const budgetFunction = 'within_budget';
/** On a busy machine a thread waits for its turn, which is nobody's doing: so much more time than work ends a query in any case. */
const mostWaiting = 5;

/** Milliseconds after which it is worth asking the system how much of the time the thread has run: most queries end before. */
const firstLook = 1;

/** Why a query was ended. */
export class OverBudget extends Error {}

/**
 * Gives queries of one connection of SQLite a limit of time. The driver runs a query to its end before anything else
 * happens, and has no other way to stop one.
 */
export class RowBudget {
  #milliseconds = 0;
  #began = 0;
  /** Milliseconds that the thread had run when the query was first looked at. */
  #worked: number | undefined;
  #until = Infinity;

  constructor(connection: DatabaseSync) {
    connection.function(budgetFunction, {}, () => {
      if (performance.now() > this.#until) this.#look();
      return 1;
    });
  }

  /** Runs the queries of `job`, which must be synchronous; throws `OverBudget` when they take longer. */
  spend<T>(milliseconds: number, job: () => T): T {
    this.#milliseconds = milliseconds;
    this.#worked = undefined;
    this.#began = performance.now();
    this.#until = this.#began + Math.min(firstLook, milliseconds);
    try {
      return job();
    } finally {
      this.#until = Infinity;
    }
  }

  /** The time is up; was it spent here? */
  #look(): void {
    const now = performance.now();
    this.#worked ??= worked() - firstLook;
    const left = this.#milliseconds - (worked() - this.#worked);
    if (left <= 0 || now - this.#began > this.#milliseconds * mostWaiting) throw new OverBudget();
    this.#until = now + left;
  }
}

/** Milliseconds that this thread has run. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
