import { beforeAll, expect } from 'vitest';
import { Invalid, type AnyRow, type Caller } from '#resource';
import type { Database } from '../../src/server/database/database.ts';
import { administrator, openGate, type TestGate } from './gate.ts';
import { sampleTables } from './sampleTables.ts';

export const ann = administrator();
export const bob = administrator(
  ['add', 'edit', 'index', 'del', 'history'].map((action) => `content/article/${action}`),
  { id: 9, username: 'bob' },
);

/** The gate over the sample tables, and its calls by the name of a table; as Ann unless said otherwise. */
export function sampleGate(open: () => Promise<Database>) {
  let fixture: TestGate;
  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
  });
  const model = (name: string) => fixture.model(name);
  return {
    gate: () => fixture.gate,
    database: () => fixture.database,
    model,
    add: (name: string, body: Record<string, unknown>, caller: Caller = ann, key?: string): Promise<AnyRow> =>
      fixture.gate.add(caller, model(name), body, key),
    edit: (name: string, body: Record<string, unknown>, caller: Caller = ann): Promise<AnyRow> =>
      fixture.gate.edit(caller, model(name), body),
    read: (name: string, id: number): Promise<AnyRow> => fixture.gate.read(ann, model(name), id),
    del: (name: string, ids: unknown[], caller: Caller = ann) => fixture.gate.del(caller, model(name), ids),
    count: (name: string): Promise<number> => fixture.gate.rowsOf(model(name)).count(),
  };
}

/** The fields that were refused, with the reason of each. */
export async function errorsOf(job: Promise<unknown>): Promise<Record<string, string>> {
  const error = await job.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Invalid);
  return Object.fromEntries(Object.entries((error as Invalid).errors).map(([name, { key }]) => [name, key]));
}
