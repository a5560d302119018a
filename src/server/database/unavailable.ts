import { Problem } from '#resource';

const sqliteBusy = 5;
/** Primary result codes of SQLite: busy, read-only, input or output, full, cannot open. */
const sqliteCodes = new Set([sqliteBusy, 8, 10, 13, 14]);
/** Classes of SQLSTATE: connection, insufficient resources, operator intervention, system error. */
const postgresClasses = new Set(['08', '53', '57', '58']);
/** What Node and `pg` say when there is no connection or it is cut. */
const broken = /ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/;
const brokenMessage =
  /timeout|Connection terminated|Client has encountered a connection error|Query read timeout|not queryable/;

/** Whether PostgreSQL has ended the connection, or has not answered in time by the clock on this side, and it still waits. */
export function isLost(error: unknown): boolean {
  const { message, severity } = (error ?? {}) as { readonly message?: string; readonly severity?: string };
  return message === 'Query read timeout' || severity === 'FATAL';
}

/** Whether SQLite says that another connection holds a lock which the statement needs. */
export const isBusy = (error: unknown): boolean =>
  ((error as { errcode?: number } | undefined)?.errcode ?? 0) % 256 === sqliteBusy;

/**
 * The error as people see it when the database cannot be reached or has no room: a `Problem` with status 503, the cause
 * kept for the log. Any other error comes back as it is.
 */
export function unavailableOrSame(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || !isUnavailable(error)) return error;
  const problem = new Problem('database:unavailable', {}, { status: 503 });
  problem.cause = error;
  return problem;
}

function isUnavailable(error: Error & { code?: string; errcode?: number }): boolean {
  if (typeof error.errcode === 'number') return sqliteCodes.has(error.errcode & 0xff);
  const { code } = error;
  if (typeof code === 'string')
    return broken.test(code) || (/^[0-9A-Z]{5}$/.test(code) && postgresClasses.has(code.slice(0, 2)));
  return brokenMessage.test(error.message);
}
