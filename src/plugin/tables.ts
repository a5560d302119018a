import type { Caller, Enqueue, FieldsOf, Rows, TableName, TransactionRows, Where } from '#resource';

/** What a plugin may do with rows. */
export interface TableHost {
  /** The plugin itself as a caller, for what nobody has asked for: it owns every node, and no rule of rows or fields binds it. */
  readonly system: Caller;
  /**
   * Rows of a table as the given caller: the nodes of its actions (`index` to read, `add`, `edit`, `del`), its rules of rows
   * and its readable and writable fields hold, with the rights of the moment of the commit.
   */
  rows<N extends TableName>(name: N, caller: Caller): Rows<FieldsOf<N>>;
  /**
   * How many rows in the caller's list were made between each of these moments and the next, in unix seconds, for charts; with
   * `sum`, what that number field of theirs adds up to, as exactly as a number can be.
   */
  perDay<N extends TableName>(
    name: N,
    caller: Caller,
    course: {
      readonly starts: readonly number[];
      readonly where?: Where<FieldsOf<N>>;
      readonly sum?: keyof FieldsOf<N> & string;
    },
  ): Promise<readonly number[]>;
  /**
   * Does the work in one transaction over any tables: all of it, or nothing when it throws. It has five seconds, may run more
   * than once, and awaits nothing but its own rows: on SQLite everybody's writes wait for it.
   */
  transaction<T>(caller: Caller, work: (transaction: PluginTransaction) => Promise<T>): Promise<T>;
}

export interface PluginTransaction {
  /** Who began it, with the rights of now. */
  readonly caller: Caller;
  /** Unix seconds. */
  readonly now: number;
  /** Rows as who began it, or with `host.system` as the plugin on their behalf: history then has their name. */
  rows<N extends TableName>(name: N, as?: Caller): TransactionRows<FieldsOf<N>>;
  /** Adds a job with the commit; a transaction that is undone adds none. */
  readonly enqueue: Enqueue;
}
