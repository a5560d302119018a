import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { mostNames, StatementNames } from './postgres/statementNames.ts';
import { unavailableOrSame } from './unavailable.ts';

/** Milliseconds. A statement or a silent transaction that takes longer is ended by the server, a silent server by us. */
const limits = { connect: 5000, statement: 30_000, idleInTransaction: 15_000, silence: 35_000 } as const;

/** Whole numbers come as numbers: the language allows none that a double cannot hold. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: string) =>
    id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(id, format as 'text'),
};

export interface PoolOptions {
  readonly connections: number;
  /** Statements may take as long as they need: for changes of the schema. */
  readonly unhurried?: boolean;
  /** Milliseconds after which a statement is ended. */
  readonly statement?: number;
  /** Each statement keeps to one process of the server. */
  readonly alone?: boolean;
}

/** Connections to PostgreSQL for Kysely. A broken one is replaced, and what means "out of reach" is the same `Problem` everywhere. */
export function postgresPool(url: string, options: PoolOptions, log: (message: string) => void): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    types,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    application_name: 'back-office',
    ...(options.unhurried ? {} : hurried),
    ...(options.statement === undefined ? {} : { statement_timeout: options.statement }),
    ...(options.alone ? { options: '-c max_parallel_workers_per_gather=0' } : {}),
  });
  // Unhandled, the end of an idle connection would end the process.
  pool.on('error', (error) => log(`A connection to PostgreSQL broke: ${error.message}`));
  const names = new StatementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow);
      if (!clients.has(client)) clients.set(client, watched(client, names));
      return clients.get(client)!;
    },
    options: pool.options,
    end: () => pool.end(),
  };
}

const hurried: pg.PoolConfig = {
  statement_timeout: limits.statement,
  idle_in_transaction_session_timeout: limits.idleInTransaction,
  query_timeout: limits.silence,
};

/** A cached plan that does not fit any more, a prepared statement that is not there, or is there twice. */
const unprepared = new Set(['0A000', '26000', '42P05']);

const rethrow = (error: unknown): never => {
  throw unavailableOrSame(error);
};

/** The pool listens to idle connections only; one that breaks in use would end the process too. */
function watched(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  client.on('error', () => {});
  const prepared = new Set<string>();
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = names.nameOf(text);
    if (name === undefined) return client.query(text, values).catch(rethrow);
    prepared.add(name);
    return client.query({ name, text, values }).catch((error: unknown) => {
      // The schema has changed, or somebody between here and the server does not keep statements.
      if (!unprepared.has((error as { code?: string }).code ?? '')) return rethrow(error);
      names.forget(text);
      return client.query(text, values).catch(rethrow);
    });
  };
  return {
    // Kysely's type for a cursor and for plain text is one overloaded function; both go through unchanged.
    query: query as unknown as PostgresPoolClient['query'],
    // A connection that holds very many statements makes room for a fresh one.
    release: () => client.release(prepared.size > mostNames),
  };
}
