import { sql } from 'kysely';
import type { App } from '../../src/server/app.ts';

/** Ends all access tokens: whoever has a refresh token gets a new one. */
export const expireTokens = ({ database }: App): Promise<unknown> =>
  database.write(async ({ db, touch }) => {
    touch('session_token');
    await sql`UPDATE session_token SET expire_time = 1 WHERE kind = 'access'`.execute(db);
  });
