import { expect, it } from 'vitest';
import { Snapshots, type RowsOf } from '../../src/server/access/snapshots.ts';
import type { Database, Sql, States, Write } from '../../src/server/database/database.ts';
import type { Gate } from '../../src/server/table/gate.ts';

it('lets no transaction wait for what somebody outside of it reads just now', async () => {
  const outside = Promise.withResolvers<string>();
  const [pool, own] = [{}, {}] as Sql[];
  const read = (_rowsOf: RowsOf, db: Sql): Promise<string> =>
    db === pool ? outside.promise : Promise.resolve('own read');
  const snapshots = new Snapshots({ read: pool } as Database, {} as Gate, ['admin'], read);
  const states: States = new Map([['admin', '1']]);
  const write = { db: own } as Write;
  const waiting = snapshots.at({ states });
  expect(await snapshots.at({ states, write })).toBe('own read');
  // The same state, seen by somebody else.
  expect(await snapshots.at({ states: new Map(states), write })).toBe('own read');
  outside.resolve('known');
  expect(await waiting).toBe('known');
  expect(await snapshots.at({ states, write })).toBe('known');
  expect(await snapshots.at({ states: new Map([['admin', '2']]), write })).toBe('own read');
});
