import type { Json } from '#resource';
import type { Database } from '../database/database.ts';
import type { Imported } from '../table/import/runImport.ts';
import type { SecurityLog } from './securityLog.ts';

/** Puts each import of rows that has come to an end, or was undone, into the security log: whose, of which file, how many. */
export const importEvents =
  (events: SecurityLog, database: Database) =>
  async ({ caller, model, stored }: Imported): Promise<void> => {
    const { id, file, state, added, edited, same, failed, undone, kept } = stored;
    const outcome = state === 'stopped' || state === 'failed' ? 'failed' : 'success';
    const counts: Record<string, number> = state === 'undone' ? { undone, kept } : { added, edited, same, failed };
    const detail: Json = { import: id, file, step: state, ...counts };
    const event = { kind: 'import', outcome, caller, target: model.name, title: model.label, detail } as const;
    const tell = await database.write((write) => events.record(write, event));
    tell();
  };
