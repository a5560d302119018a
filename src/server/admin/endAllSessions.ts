import { sql } from 'kysely';
import { resetLinkTable } from './links/resetLinks.ts';
import type { Database } from '../database/database.ts';
import { captchaTable } from '../session/captcha/captcha.ts';
import { codeTable } from '../session/codes.ts';
import { tokenTable } from '../session/storedTokens.ts';

/** Ends the sessions of everybody in every realm, and whatever else was open: codes, captchas, links to a new password. */
export async function endAllSessions(database: Database): Promise<void> {
  const tables = [tokenTable, codeTable.name, captchaTable.name, resetLinkTable.name];
  await database.write(async ({ db, touch }) => {
    for (const table of tables) await sql`DELETE FROM ${sql.table(table)}`.execute(db);
    touch(...tables);
  });
}
