import type { Database } from '../database/database.ts';
import type { Exported } from '../table/export/exportRows.ts';
import type { SecurityLog } from './securityLog.ts';

/** Puts each export of rows into the security log before the file has its end: whose, how many, and which. */
export const exportEvents =
  (events: SecurityLog, database: Database) =>
  async ({ caller, model, isWhole, detail }: Exported): Promise<void> => {
    const outcome = isWhole ? 'success' : 'failed';
    const event = { kind: 'export', outcome, caller, target: model.name, title: model.label, detail } as const;
    const tell = await database.write((write) => events.record(write, event));
    tell();
  };
