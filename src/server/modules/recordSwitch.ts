import type { Label } from '#resource';
import type { ServerPlugin } from '#plugin';
import type { Dialect, Write } from '../database/database.ts';
import type { Plan } from '../database/schema.ts';
import type { KnownTable } from '../database/schema/knownTable.ts';
import { isRecorded, recordPlanned } from '../database/schema/schemaLog.ts';
import { readState } from '../database/schema/schemaState.ts';
import { ofTable, sentence } from '../database/schema/sentence.ts';

/** Writes down what the switch of a plugin means for the tables: what the next start changes, and what stays though unused. */
export async function recordSwitch(
  write: Write,
  dialect: Dialect,
  plugin: ServerPlugin,
  isOn: boolean,
  plan: Plan,
): Promise<void> {
  const { tables } = await readState(write.db, dialect);
  if (!isRecorded(tables)) return;
  const own = new Set((plugin.resources ?? []).map(({ name }) => name));
  const switched = tables.flatMap((table) => [
    ...(own.has(table.name) ? [ofTable(table.name, said('table', plugin, isOn))] : []),
    ...switchedColumns(table, plugin, isOn),
  ]);
  await recordPlanned(write, plan, switched);
}

function switchedColumns({ name: table, columns }: KnownTable, plugin: ServerPlugin, isOn: boolean): Label[] {
  const names = columns.filter(({ extension }) => extension === plugin.name).map(({ name }) => name);
  return names.length === 0 ? [] : [ofTable(table, said('columns', plugin, isOn, names.join(', ')))];
}

const said = (what: string, { name, label = name }: ServerPlugin, isOn: boolean, columns = ''): Label =>
  sentence(`${what}.${isOn ? 'used' : 'unused'}`, { plugin: label, columns });
