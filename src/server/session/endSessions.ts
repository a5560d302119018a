import { sql } from 'kysely';
import type { PluginRealm } from '#plugin';
import type { RowChange, RowListener } from '../table/write/transaction.ts';

/**
 * Ends the sessions of an account in the transaction that gives it another password or status, deletes or restores it,
 * whichever realm it is of.
 */
export function endSessions(realms: readonly Pick<PluginRealm, 'accounts'>[]): RowListener {
  const tables = new Set<string>(realms.map(({ accounts }) => accounts));
  return async ({ db }, change) => {
    const { name } = change.model;
    if (tables.has(name) && isDecisive(change))
      await sql`UPDATE ${sql.table(name)} SET session_number = COALESCE(session_number, 0) + 1 WHERE id = ${change.id}`.execute(
        db,
      );
  };
}

const isDecisive = ({ action, after }: RowChange): boolean =>
  action === 'del' ||
  action === 'restore' ||
  (action === 'edit' && after !== undefined && ('password' in after || 'status' in after));
