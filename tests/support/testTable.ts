import { afterAll, beforeAll, it } from 'vitest';
import { modelOf, type AnyRow, type Caller, type Model, type Resource } from '#resource';
import { createApp, type App } from '../../src/server/app.ts';
import { eachDatabase, prepare } from './databases.ts';
import { administrator } from './gate.ts';
import { product } from './product.ts';
import { testConfig, textsOf } from './testConfig.ts';

type Body = Readonly<Record<string, unknown>>;

/** Calls as somebody's: through the gate, with their rights, like those of a browser. */
export interface TableCalls {
  add(table: string, body: Body): Promise<AnyRow>;
  /** `body.id` says which row. */
  edit(table: string, body: Body): Promise<AnyRow>;
  read(table: string, id: number): Promise<AnyRow>;
  /** With the parameters of a list, such as `{ search: [{ field, operator, val }] }`. */
  list(table: string, query?: Body): Promise<readonly Body[]>;
  del(table: string, ids: readonly number[]): Promise<number>;
  /** The same as somebody who owns these nodes only, such as `sales/order/index`. */
  as(nodes: readonly string[], more?: Partial<Caller>): TableCalls;
}

/**
 * A test of tables of your own, run on SQLite and on PostgreSQL beside the product's tables. It begins as an
 * administrator who owns every right. Rows of other tests of the file may be there; what is refused is thrown.
 */
export function testTable(
  name: string,
  resources: readonly Resource[],
  job: (calls: TableCalls) => Promise<void>,
): void {
  eachDatabase((_database, _open, place) => {
    let app: App;
    beforeAll(async () => {
      const models = [...product.models, ...resources.map(modelOf)];
      const where = await place();
      const loaded = { ...product, models };
      await prepare(where, loaded);
      app = await createApp({ ...testConfig, ...where }, { loaded, messages: textsOf(testConfig.root) });
    });
    afterAll(() => app?.close());
    it(name, () => job(callsOf(app, administrator('all', { id: 1, username: 'admin' }))));
  });
}

function callsOf(app: App, caller: Caller): TableCalls {
  const { gate } = app;
  const model = (table: string): Model => {
    const found = gate.models.get(table);
    if (!found) throw new Error(`There is no table "${table}". Name its resource in the list of the test.`);
    return found;
  };
  return {
    add: (table, body) => gate.add(caller, model(table), body),
    edit: (table, body) => gate.edit(caller, model(table), body),
    read: (table, id) => gate.read(caller, model(table), id),
    list: async (table, query = {}) => (await gate.index(caller, model(table), query)).list,
    del: async (table, ids) => (await gate.del(caller, model(table), ids)).count,
    as: (nodes, more) => callsOf(app, administrator(nodes, { id: 2, username: 'other', ...more })),
  };
}
