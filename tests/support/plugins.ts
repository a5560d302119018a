import { existsSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import type { ServerPlugin } from '#plugin';
import { networkIn } from '../../src/server/shared/addresses.ts';
import { eachDatabase, testedDatabases, type Databases, type Place } from './databases.ts';
import { startServer, type ServerOptions, type TestServer } from './server.ts';

/** What tests of a plugin import as `#test`. */
export { leanEnvironment, leanFlags } from '../../tools/lean.ts';
export { runProgram, type Program } from './program.ts';
export { startPostgres, type RunningPostgres } from './postgres.ts';
export { copyProject } from './copyProject.ts';
export { importer, type Importer } from './imports.ts';
export { storageContract, type TestedStorage } from './storageContract.ts';
export { testTable, type TableCalls } from './testTable.ts';
/** For `fetchPrivate`: what `host.fetch` may call in a test. */
export const loopback = networkIn('127.0.0.0/8')!;
export { openMailbox, type Mailbox } from './mailbox.ts';
export { makeLastTry, makeMailDue } from './makeMailDue.ts';
export { solvePicture } from './solveCaptcha.ts';
export { waitingTransactions } from './waitingTransactions.ts';
export { refuseFirstCommit } from './refuseFirstCommit.ts';
export { codeOf } from './twoStep.ts';
export { expireTokens } from './expireTokens.ts';
export { password as adminPassword } from './testConfig.ts';
export type { TestServer };

/**
 * Another plugin of the product, for what both do together; undefined where its folder was taken away, which the file of tests
 * that asks for it then says.
 */
export async function pluginNamed(name: string): Promise<ServerPlugin | undefined> {
  const file = new URL(`../../plugins/${name}/server.ts`, import.meta.url);
  // oxlint-disable-next-line vitest/no-conditional-tests -- a file without any test fails
  if (!existsSync(file)) {
    it(`leaves out what needs the plugin ${name}`, ({ skip }) => skip());
    return undefined;
  }
  const made = (await import(file.href)) as Readonly<Record<string, () => ServerPlugin>>;
  return made[name]!();
}

/** Where a test of plugins runs. */
export interface TestPlace extends Place {
  readonly database: 'sqlite' | 'postgres';
  /** Starts another server on the same database and folder: on SQLite when the first is closed, on PostgreSQL beside it. */
  start(plugins: readonly ServerPlugin[], options?: ServerOptions): Promise<TestServer>;
}

type PluginTest = (
  name: string,
  plugins: readonly ServerPlugin[],
  job: (server: TestServer, place: TestPlace) => Promise<void>,
  options?: ServerOptions,
) => void;

const testOn =
  (on?: Databases): PluginTest =>
  (name, plugins, job, options = {}) => {
    // oxlint-disable-next-line vitest/no-conditional-tests -- a file without any test fails
    if (on !== undefined && on !== 'either' && !testedDatabases.includes(on)) return it(name, ({ skip }) => skip());
    eachDatabase((database, _open, makePlace) => {
      const servers: TestServer[] = [];
      let at: Place;
      const start: TestPlace['start'] = async (given, options) => {
        const resources = given.flatMap((plugin) => plugin.resources ?? []);
        servers.push(await startServer(at, { ...options, plugins: given, resources }));
        return servers.at(-1)!;
      };
      beforeAll(async () => {
        at = await makePlace();
        await start(plugins, options);
      });
      afterAll(async () => {
        for (const server of servers) {
          // Of `fetch`, which keeps them: a server that closes waits for what may be on its way there.
          server.app.http.server.closeIdleConnections();
          await server.close();
        }
      });
      it(name, () => job(servers[0]!, { ...at, database, start }));
    }, on);
  };

/**
 * A test of plugins in the whole product, over HTTP, on SQLite and on PostgreSQL; `options` are those of its first server.
 * `testPlugin.onPostgres` and `onSqlite` are for what only one of them does, `onEither` for what no SQL has a part in.
 */
export const testPlugin = Object.assign(testOn(), {
  onSqlite: testOn('sqlite'),
  onPostgres: testOn('postgres'),
  onEither: testOn('either'),
});
