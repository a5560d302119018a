import { afterAll, beforeAll, it } from 'vitest';
import type { ServerPlugin } from '#plugin';
import { eachDatabase } from './databases.ts';
import { startServer, type TestServer } from './server.ts';

/** What tests of a plugin import as `#test`. */
export { storageContract, type TestedStorage } from './storageContract.ts';
export { testTable, type TableCalls } from './testTable.ts';
export type { TestServer };

/** A test of plugins in the whole product, over HTTP, on SQLite and on PostgreSQL. */
export function testPlugin(
  name: string,
  plugins: readonly ServerPlugin[],
  job: (server: TestServer) => Promise<void>,
): void {
  eachDatabase((_database, _open, place) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer(await place(), {
        plugins,
        resources: plugins.flatMap(({ resources = [] }) => resources),
      });
    });
    afterAll(() => server?.close());
    it(name, () => job(server));
  });
}
