import type { DatabaseSync } from 'node:sqlite';

/** SQL function that a query of SQLite calls again and again while it looks at rows. */
export const budgetFunction = 'within_budget';

/** Why a query was ended. */
export class OverBudget extends Error {}

/**
 * Gives queries of one connection of SQLite a limit of time. The driver runs a query to its end before anything else
 * happens, and has no other way to stop one.
 */
export class RowBudget {
  #until = Infinity;

  constructor(connection: DatabaseSync) {
    connection.function(budgetFunction, {}, () => {
      if (performance.now() > this.#until) throw new OverBudget();
      return 1;
    });
  }

  /** Runs the queries of `job`, which must be synchronous; throws `OverBudget` when they take longer. */
  spend<T>(milliseconds: number, job: () => T): T {
    this.#until = performance.now() + milliseconds;
    try {
      return job();
    } finally {
      this.#until = Infinity;
    }
  }
}
