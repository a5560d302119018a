import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { forgetBatch, forgetDaily } from '../../shared/forgetDaily.ts';
import { undoable } from '../../shared/undoable.ts';
import { dropRows } from './storedImport.ts';
import { importTable } from './importTables.ts';

/** Seconds for which an import can be undone, and a file waits that nobody has begun with. */
const retention = { ended: undoable, waiting: 86_400 } as const;

/** Removes old imports with their lines, now and every day. Returns how to stop. */
export const forgetImports = (
  database: Database,
  now: () => number,
  failed: (error: unknown) => void,
): (() => Promise<void>) =>
  forgetDaily(async () => {
    const imports = sql.table(importTable);
    const isOld = sql`(update_time < ${now() - retention.ended}
      OR (state IN ('receiving', 'received', 'checked') AND update_time < ${now() - retention.waiting}))`;
    const { rows } = await sql<{ id: number }>`SELECT id FROM ${imports} WHERE ${isOld}
      ORDER BY id LIMIT ${forgetBatch}`.execute(database.read);
    for (const id of rows.map((row) => Number(row.id))) {
      // Nobody goes on with it from then on; what somebody has gone on with meanwhile stays.
      const claimed = await database.write(({ db }) =>
        sql`UPDATE ${imports} SET state = 'receiving' WHERE id = ${id} AND ${isOld} RETURNING id`.execute(db),
      );
      if (claimed.rows.length === 0) continue;
      // A few at a time: others write meanwhile.
      for (const table of ['parts', 'portions'] as const)
        while ((await database.write(({ db }) => dropRows(db, table, id, batch))) === batch);
      await database.write(({ db }) => sql`DELETE FROM ${imports} WHERE id = ${id}`.execute(db));
    }
    return rows.length;
  }, failed);

const batch = 20;
