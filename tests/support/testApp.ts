import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ServerPlugin } from '#plugin';
import type { Resource } from '#resource';
import { createApp, type App } from '../../src/server/app.ts';
import { resetLinkTable } from '../../src/server/admin/links/resetLinks.ts';
import { windowTable } from '../../src/server/rateLimits/windowCounts.ts';
import { captchaTable } from '../../src/server/session/captcha/captcha.ts';
import { attemptTable } from '../../src/server/session/attempts.ts';
import { codeTable } from '../../src/server/session/codes.ts';
import { twoStepTables } from '../../src/server/session/twoStep/twoStepRows.ts';
import { ownTables } from '../../src/server/start/ownTables.ts';
import type { AnySchema, Sql } from '../../src/server/database/database.ts';
import { securityTable } from '../../src/server/security/securityLog.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { modelsOf } from './modelsOf.ts';
import { product } from './product.ts';
import { quickPasswords, quickWork, textsOf } from './testConfig.ts';

export const root = join(import.meta.dirname, '../..');
/** Of the first administrator, whose name is `admin`. */
export const password = 'Admin-123';

/** The product with some tables more, for tests that look at it with a browser. */
export interface TestApp {
  readonly app: App;
  /** What the server has logged as an error since it was asked before. */
  errors(): string[];
  /** Puts back every row as it was after the start. */
  reset(): Promise<void>;
  /** What the sign-in page stores of who signs in. */
  identityOf(username?: string, secret?: string): Promise<string>;
  /** Changes settings of the site as an administrator does. */
  configure(change: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with these tables beside its own, in a folder of its own. */
export async function startTestApp(
  resources: readonly Resource[],
  plugins: readonly ServerPlugin[] = [],
  now?: () => number,
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-'));
  const models = modelsOf(resources, plugins);
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const app = await createApp(
    {
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      databaseUrl: undefined,
      adminPassword: password,
      timeZone: 'Asia/Shanghai',
      trustProxy: undefined,
      root,
    },
    {
      log,
      ...(now && { now }),
      // Nothing changes by itself in a test that does not want it.
      limits: { changes: 3_600_000 },
      schedules: false,
      loaded: { ...product, models, plugins: [...product.plugins, ...plugins] },
      messages: textsOf(root),
      passwordCost: quickPasswords,
      workBits: quickWork,
    },
  );
  const identities = new Map<string, string>();
  const identityOf = async (username = 'admin', secret = password): Promise<string> =>
    identities.get(username) ?? (await signIn(app, username, secret));
  const configure = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
    const { token } = JSON.parse(identities.get('admin')!) as { token: string };
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/admin/routine.Config/edit',
      headers: { batoken: token },
      payload: change,
    });
    if (answer.json<{ code: number }>().code !== 1) throw new Error(answer.body);
  };
  // Stays valid for all tests: whoever signs in again has another.
  identities.set('admin', await signIn(app, 'admin', password));
  return {
    app,
    identityOf,
    configure,
    errors: () => logged.splice(0),
    reset: await rememberRows(app, [...tablesOf(models), ...ownTables]),
    async close() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(app: App, username: string, secret: string): Promise<string> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/admin/Index/login',
    payload: { username, password: secret },
  });
  return JSON.stringify(answer.json<{ data: { userInfo: object } }>().data.userInfo);
}

/** Written on every try to sign in, so nobody counts their changes: failures of one file would ask the next for a captcha. */
const uncounted = [attemptTable, captchaTable, codeTable, windowTable, resetLinkTable, ...twoStepTables].map(
  ({ name }) => name,
);

/** Returns what puts the rows of these tables back to what they are now, where they have changed since. */
async function rememberRows({ database }: App, tables: readonly { name: string }[]): Promise<() => Promise<void>> {
  // What is in the security log stays there, whoever asks.
  const names = tables.map(({ name }) => name).filter((name) => name !== securityTable);
  const states = new Map<string, string>();
  const rows = new Map<string, AnySchema[string][]>();
  for (const name of names) {
    rows.set(name, await database.read.selectFrom(name).selectAll().execute());
    states.set(name, await database.stateOf([name]));
  }
  return async () => {
    const changed = [...uncounted];
    for (const name of names)
      if (!uncounted.includes(name) && (await database.stateOf([name])) !== states.get(name)) changed.push(name);
    await database.restructure(async ({ db, touch }) => {
      touch(...changed);
      for (const name of changed) await replaceRows(db, name, rows.get(name)!);
    });
    for (const name of changed) states.set(name, await database.stateOf([name]));
  };
}

async function replaceRows(db: Sql, table: string, rows: readonly AnySchema[string][]): Promise<void> {
  await db.deleteFrom(table).execute();
  if (rows.length > 0) await db.insertInto(table).values(rows).execute();
}
