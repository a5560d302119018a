import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { AnySchema, Sql } from './database.ts';
import { PostgresConnection } from './postgres/connection.ts';
import { StatementNames } from './postgres/statementNames.ts';
import { unavailableOrSame } from './unavailable.ts';

/** Milliseconds after which a server that says nothing is given up, and the connection with it. */
export const longestSilence = 35_000;

/**
 * Milliseconds. A statement or a silent transaction that takes longer is ended by the server. Whoever
 * waits for one of the connections waits longer than a connection may take to be made: a busy server is no broken one.
 */
const limits = { connect: 5000, wait: 30_000, statement: 30_000, idleInTransaction: 15_000 } as const;

/** Whole numbers come as numbers: the language allows none that a double cannot hold. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: string) =>
    id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(id, format as 'text'),
};

/** A client that has so long to connect: the pool's own limit counts the wait for a free connection, too. */
const clientWithin = (connectionTimeoutMillis: number): typeof pg.Client =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis });
    }
  };

export interface PoolOptions {
  readonly connections: number;
  /** Statements may take as long as they need: for changes of the schema. */
  readonly unhurried?: boolean;
  /** Milliseconds that a connection may take to be made. */
  readonly connect?: number;
  /** Milliseconds after which a statement is ended. */
  readonly statement?: number;
  /** Milliseconds after which a server that says nothing is given up. */
  readonly silence?: number;
  /** Each statement keeps to one process of the server. */
  readonly alone?: boolean;
}

/** Connections to one database. */
export interface ConnectionPool {
  /** Takes one, until it is released. */
  connect(): Promise<PostgresConnection>;
  /** Queries on any of them; `destroy` ends all, once there has been one. */
  readonly db: Sql;
  /** Ends them, for whoever has used no `db`. */
  end(): Promise<void>;
}

/** Connections to PostgreSQL. A broken one is replaced, and what means "out of reach" is the same `Problem` everywhere. */
export function postgresPool(url: string, options: PoolOptions, log: (message: string) => void): ConnectionPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    types,
    connectionTimeoutMillis: limits.wait,
    Client: clientWithin(options.connect ?? limits.connect),
    keepAlive: true,
    application_name: 'back-office',
    ...(options.unhurried ? {} : hurried),
    ...(options.statement === undefined ? {} : { statement_timeout: options.statement }),
    ...(options.silence === undefined ? {} : { query_timeout: options.silence }),
    ...(options.alone ? { options: '-c max_parallel_workers_per_gather=0' } : {}),
  });
  // Unhandled, the end of an idle connection would end the process.
  pool.on('error', (error) => log(`A connection to PostgreSQL broke: ${error.message}`));
  const names = new StatementNames();
  const connections = new WeakMap<pg.PoolClient, PostgresConnection>();
  const connect = async (): Promise<PostgresConnection> => {
    const client = await pool.connect().catch(rethrow);
    let connection = connections.get(client);
    if (!connection) connections.set(client, (connection = new PostgresConnection(client, names)));
    return connection;
  };
  // Kysely's type for a cursor and for plain text is one overloaded function.
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => (ended ??= pool.end());
  const forKysely = { connect, options: pool.options, end } as unknown as PostgresPool;
  return { connect, db: new Kysely<AnySchema>({ dialect: new PostgresDialect({ pool: forKysely }) }), end };
}

const hurried: pg.PoolConfig = {
  statement_timeout: limits.statement,
  idle_in_transaction_session_timeout: limits.idleInTransaction,
  query_timeout: longestSilence,
};

const rethrow = (error: unknown): never => {
  throw unavailableOrSame(error);
};
