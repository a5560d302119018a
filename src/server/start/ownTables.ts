import { resetLinkTable } from '../admin/links/resetLinks.ts';
import type { Database } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import { withSortIndexes } from '../database/largeTables.ts';
import { eventTables } from '../events/eventTables.ts';
import { jobTables } from '../jobs/jobTables.ts';
import type { Loaded } from '../loading/loadResources.ts';
import { noticeTables } from '../notices/noticeTable.ts';
import { outputTables } from '../output/outputTables.ts';
import { windowTable } from '../rateLimits/windowCounts.ts';
import { attemptTable } from '../session/attempts.ts';
import { codeTable } from '../session/codes.ts';
import { captchaTable } from '../session/captcha/captcha.ts';
import { tokenTables } from '../session/storedTokens.ts';
import { twoStepTables } from '../session/twoStep/twoStepRows.ts';
import { settingTables } from '../settings/storedGroup.ts';
import { moduleTables } from '../modules/moduleStates.ts';
import { importTables } from '../table/import/importTables.ts';
import { tablesOf } from '../table/tablesOf.ts';

/** Tables of the server itself, which no resource file declares. */
export const ownTables = [
  captchaTable,
  codeTable,
  attemptTable,
  windowTable,
  ...tokenTables,
  ...twoStepTables,
  resetLinkTable,
  ...settingTables,
  ...moduleTables,
  ...jobTables,
  ...eventTables,
  ...outputTables,
  ...noticeTables,
  ...importTables,
];

/** Everything that the database is to have, with the indexes that lists of large tables sort by. */
export async function wantedTables(
  database: Pick<Database, 'read' | 'dialect'>,
  { models, plugins, files, open }: Loaded,
): Promise<TableSchema[]> {
  const kinds = plugins.flatMap(({ fields = [] }) => fields);
  return withSortIndexes(database, [...tablesOf(models, files, kinds, open), ...ownTables]);
}
