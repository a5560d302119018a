import pg from 'pg';
import { RowParser } from './rowParser.ts';

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Who waits for its rows, when it is not the last of a batch. */
  readonly rows?: RowsWaiter;
}

interface RowsWaiter {
  resolve(rows: readonly unknown[]): void;
  reject(error: unknown): void;
}

/** A statement as one connection is told it: by a name that it knows, or that it is to know from now on, or without one. */
export interface NamedStatement extends Statement {
  readonly name: string | undefined;
  /** How its rows are read, if the connection knows it: nothing has to be described then. */
  known: RowParser | undefined;
}

/** What the last statement of a batch has answered. */
export type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

/**
 * Sends the statements at once; gives the result of the last, and notes in each how its rows are read. One that fails keeps
 * those after it from being done: the server leaves out everything up to the synchronisation at the end.
 */
export function sendTogether(client: pg.PoolClient, statements: readonly NamedStatement[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(client, statements, (error, result) => {
        if (error) reject(error);
        else resolve(result!);
      }),
    );
  });
}

/** How `pg` writes values; its types leave it out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

interface CommandComplete {
  /** The command, for `INSERT` an identifier, and how many rows it concerned. */
  readonly text: string;
}

/** What `pg` takes for a query: it hands on what the server says, message by message. */
class Batch implements pg.Submittable {
  /** `pg` puts its limit of time around it. */
  callback: (error: Error | undefined, result?: Answer) => void;
  readonly #client: pg.PoolClient;
  readonly #statements: readonly NamedStatement[];
  #at = 0;
  #rows: Record<string, unknown>[] = [];
  #answer: Answer = { command: '', rowCount: null, rows: [] };
  #failure: Error | undefined;

  constructor(client: pg.PoolClient, statements: readonly NamedStatement[], callback: Batch['callback']) {
    this.#client = client;
    this.#statements = statements;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const bound = this.#statements.map(({ values }) => values.map(prepareValue));
    connection.stream.cork();
    for (const [at, { name = '', known, text }] of this.#statements.entries()) {
      if (!known) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: bound[at]! }, true);
      if (!known) connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#statements[this.#at]!.known = new RowParser(this.#client, fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure) return;
    try {
      this.#rows.push(this.#statements[this.#at]!.known!.parse(fields));
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete({ text }: CommandComplete): void {
    const [command = '', ...numbers] = text.split(' ');
    this.#complete({ command, rowCount: numbers.length > 0 ? Number(numbers.at(-1)) : null, rows: this.#rows });
  }

  handleEmptyQuery(): void {
    this.#complete({ command: '', rowCount: null, rows: [] });
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#answer);
  }

  handleError(error: Error): void {
    this.callback(this.#failure ?? error);
  }

  #complete(answer: Answer): void {
    const statement = this.#statements[this.#at]!;
    statement.known ??= RowParser.none;
    if (!this.#failure) statement.rows?.resolve(answer.rows);
    this.#answer = answer;
    this.#rows = [];
    this.#at += 1;
  }
}
