import pg from 'pg';

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement as one connection is told it: by a name that it knows, or that it is to know from now on, or without one. */
export interface NamedStatement extends Statement {
  readonly name: string | undefined;
  readonly isKnown: boolean;
}

/**
 * Sends the statements at once; gives the result of the last. One that fails keeps those after it from being done: the server
 * leaves out everything up to the synchronisation at the end.
 */
export function sendTogether(client: pg.PoolClient, statements: readonly NamedStatement[]): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, (error, result) => {
        if (error) reject(error);
        // Of several statements it is a list.
        else resolve([result as pg.QueryResult].flat().at(-1)!);
      }),
    );
  });
}

/** How `pg` writes values; its types leave it out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils;

class Batch extends pg.Query {
  override submit: (connection: pg.Connection) => void;

  constructor(statements: readonly NamedStatement[], callback: (error: Error | undefined, result: unknown) => void) {
    super('', undefined, callback);
    this.submit = (connection) => send(connection, statements);
  }
}

function send(connection: pg.Connection, statements: readonly NamedStatement[]): void {
  const bound = statements.map(({ values }) => values.map(prepareValue));
  connection.stream.cork();
  for (const [at, { name = '', isKnown, text }] of statements.entries()) {
    if (!isKnown) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: bound[at]! }, true);
    connection.describe({ type: 'P' }, true);
    connection.execute({}, true);
  }
  connection.sync();
  connection.stream.uncork();
}
