import type { TableHost } from '#plugin';
import type { FieldMap, Rows } from '#resource';
import { isInTransaction } from '../fence/owner.ts';
import { system } from '../table/createGate.ts';
import type { Gate } from '../table/gate.ts';

type Course = Parameters<TableHost['perDay']>[2];

const writes = ['add', 'edit', 'del', 'increment'] as const;

/** Rows and transactions for plugins. */
export function tableHost(gate: Gate): TableHost {
  const host = {
    system,
    rows: (name: string, caller: TableHost['system']) => outsideOfTransactions(name, gate.rowsFor(name, caller)),
    perDay: (name: string, caller: TableHost['system'], { starts, where = {}, sum }: Course) =>
      gate.perDay(caller, gate.modelOf(name), starts, where, sum),
    async transaction(caller: TableHost['system'], work: Parameters<TableHost['transaction']>[1]) {
      if (isInTransaction())
        throw new Error(
          'host.transaction began within another transaction, which it would wait for: use the rows of that one.',
        );
      return gate.transact(caller, ({ rows, ...transaction }) =>
        work({ ...transaction, rows: ((name: string, as?: typeof caller) => rows(gate.modelOf(name), as)) as never }),
      );
    },
  };
  // Tables are known by name at run time only; the types are those of the resource files.
  return host as unknown as TableHost;
}

/** A write that waits for the transaction in which it is called would wait for ever. */
function outsideOfTransactions(table: string, rows: Rows<FieldMap>): Rows<FieldMap> {
  const refusing = writes.map((name) => [
    name,
    async (...input: never[]) => {
      if (isInTransaction())
        throw new Error(
          `host.rows('${table}').${name} within a transaction would wait for it: use the rows that the hook or work was given.`,
        );
      return (rows[name] as (...given: never[]) => Promise<unknown>)(...input);
    },
  ]);
  return { ...rows, ...(Object.fromEntries(refusing) as Partial<Rows<FieldMap>>) };
}
