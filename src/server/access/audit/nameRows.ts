import type { Caller, Model } from '#resource';
import { system } from '../../table/createGate.ts';
import type { Gate } from '../../table/gate.ts';
import { maySelect } from '../../table/read.ts';
import type { AuditEvent } from './auditEvent.ts';

type Names = ReadonlyMap<number, string | undefined>;

/** Rows of the table's list that the caller sees, with what names them in their language; others are not in the map. */
export async function namesFor(gate: Gate, caller: Caller, model: Model, ids: readonly number[]): Promise<Names> {
  const wanted = [...new Set(ids)].slice(0, 1000);
  if (wanted.length === 0 || !maySelect(gate, caller, model)) return new Map();
  const query = { select: true, isTree: false, initKey: 'id', initValue: wanted, limit: 1000 };
  const { list = [] } = (await gate.select(caller, model, query)) as { list?: readonly Record<string, unknown>[] };
  return new Map(
    list.map((row) => {
      const name = row[model.title];
      return [Number(row['id']), typeof name === 'string' && name !== '' ? name : undefined];
    }),
  );
}

/** The same events with the names of rows that only their ids are known of: what is deleted later is still called something. */
export async function withNames(
  gate: Gate,
  events: readonly (AuditEvent | undefined)[],
): Promise<(AuditEvent | undefined)[]> {
  const unnamed = Map.groupBy(
    events.flatMap(
      (event) => event?.rows.flatMap(({ id, name }) => (name === undefined ? [{ table: event.table, id }] : [])) ?? [],
    ),
    ({ table }) => table,
  );
  const names = new Map<string, Names>();
  for (const [table, rows] of unnamed)
    names.set(
      table,
      await namesFor(
        gate,
        system,
        gate.modelOf(table),
        rows.map(({ id }) => id),
      ),
    );
  return events.map(
    (event) =>
      event && {
        ...event,
        rows: event.rows.map((row) => {
          const name = row.name ?? names.get(event.table)?.get(row.id);
          return name === undefined ? row : { ...row, name: name.slice(0, 200).toWellFormed() };
        }),
      },
  );
}
