import type { CompiledQuery } from 'kysely';

/** Snapshots that are open at a time, and of one person: each has a thread or a connection. */
export const mostSnapshots = 4;
export const mostOfOne = 2;
/** Bytes of the rows that are read ahead: about what one page of a snapshot holds. */
export const pageBytes = 256 * 1024;
/** Milliseconds that one step may take; the first sorts all the rows. */
export const stepTime = 30_000;
/** Milliseconds after which a snapshot that nobody reads on is given up: a transaction that is open keeps old rows alive. */
export const patience = 60_000;

/**
 * The database as it is at one moment, for reading very many rows in bounded memory. What is committed later is not seen. It
 * holds a connection until it is closed.
 */
export interface Snapshot {
  /** The rows of the query in its order, some at a time and never more than `mostRows`; one such query at a time. */
  pages<R>(query: CompiledQuery<R>, mostRows: number): AsyncGenerator<readonly R[], void, undefined>;
  /** All rows of a short query. */
  read<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
  /** Ends what runs and lets go of the connection; may be called again. */
  close(): Promise<void>;
}
