import type { App } from '../../src/server/app.ts';

/** Ends all access tokens, or those of a realm: whoever has a refresh token gets a new one. */
export const expireTokens = ({ database }: Pick<App, 'database'>, realm?: string): Promise<unknown> =>
  database.write(async ({ db, touch }) => {
    touch('session_token');
    const all = db.updateTable('session_token').set({ expire_time: 1 }).where('kind', '=', 'access');
    await (realm === undefined ? all : all.where('realm', '=', realm)).execute();
  });
