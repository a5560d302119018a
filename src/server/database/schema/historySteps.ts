import { sql } from 'kysely';
import { convertWire, factOf, type Conversion, type Json } from '#resource';
import type { Dialect, Sql } from '../database.ts';
import type { Step, TableSchema } from '../schema.ts';
import { batches, writeBatch } from './batches.ts';
import type { KnownTable } from './knownTable.ts';
import type { Renames } from './renameTable.ts';
import { ofTable, sentence } from './sentence.ts';
import { literal } from './sqlText.ts';
import type { TableChange } from './tableChange.ts';

/** What becomes of what is told of one column. */
interface Telling {
  readonly name: string;
  /** Its name from now on; one that no field can have where it is told of nothing that is there. */
  readonly as: string;
  readonly conversion?: Conversion | undefined;
  /** Its values become encrypted, so that nothing may be told of them. */
  readonly isErased?: boolean;
}
type StoredChanges = Record<string, { before: Json; after: Json; cut?: true; plain?: true }>;

/**
 * Has the rows that tell of other tables follow their changes: what was told of a column that is renamed or converted goes
 * on under its new name and in its new kind, and nothing that was told of one that is gone is taken for a later one.
 */
export async function historySteps(
  db: Sql,
  dialect: Dialect,
  { name: history, tellsOf }: TableSchema,
  renames: Renames,
  changes: readonly TableChange[],
  spent: readonly { table: KnownTable; names: ReadonlyMap<string, string> }[],
): Promise<Step[]> {
  const { tables, values } = tellsOf!;
  const tableColumn = tables[0]!;
  const steps: Step[] = [];
  const hasEntries = async (table: string, column = tableColumn): Promise<boolean> =>
    (await sql`SELECT 1 FROM ${sql.table(history)} WHERE ${sql.ref(column)} = ${table} LIMIT 1`.execute(db)).rows
      .length > 0;
  for (const [from, to] of renames)
    for (const column of tables) {
      if (!(await hasEntries(from, column))) continue;
      const text = `UPDATE ${history} SET ${column} = ${literal(to)} WHERE ${column} = ${literal(from)}`;
      steps.push({ says: ofTable(history, sentence('toldRenamed', { from, to })), sql: [text] });
    }
  if (values === undefined) return steps;
  const tellings = [
    ...changes.map((change) => ({ table: change.to.name, current: change.current, columns: tellingsOf(change) })),
    ...spent.map(({ table, names }) => ({
      table: table.name,
      current: table.name,
      columns: [...names].map(([name, as]): Telling => ({ name, as })),
    })),
  ];
  for (const { table, current, columns } of tellings) {
    if (columns.length === 0 || !(await hasEntries(current))) continue;
    const [erased, remaining] = [
      columns.filter(({ isErased }) => isErased),
      columns.filter(({ isErased }) => !isErased),
    ];
    const says = [
      ...(erased.length > 0 ? [sentence('toldErased', { columns: named(table, erased) })] : []),
      ...(remaining.length > 0
        ? [sentence('toldFollows', { table, columns: remaining.map(({ name }) => name).join(', ') })]
        : []),
    ];
    steps.push({
      says: ofTable(history, ...says),
      sql: [],
      run: (within, log) => retell(within, dialect, { history, tableColumn, values, table, columns }, log),
    });
  }
  return steps;
}

const named = (table: string, columns: readonly Telling[]): string =>
  columns.map(({ name }) => `${table}.${name}`).join(', ');

function tellingsOf({ columns, lost }: TableChange): Telling[] {
  return [
    ...lost.filter(({ column }) => !column.keyOf).map(({ column: { name } }) => ({ name, as: `${name} (dropped)` })),
    ...columns.flatMap(({ from, to, isRewritten, conversion }): Telling[] => {
      if (to.keyOf !== undefined) return [];
      if (from && to.encoding?.as === 'sealed' && from.encoding?.as !== 'sealed')
        return [{ name: from.name, as: to.name, isErased: true }];
      return from && (from.name !== to.name || isRewritten)
        ? [{ name: from.name, as: to.name, conversion: isRewritten ? conversion : undefined }]
        : [];
    }),
  ];
}

interface Retelling {
  readonly history: string;
  readonly tableColumn: string;
  readonly values: string;
  readonly table: string;
  readonly columns: readonly Telling[];
}

async function retell(
  db: Sql,
  dialect: Dialect,
  { history, tableColumn, values, table, columns }: Retelling,
  log: (says: string) => void,
): Promise<void> {
  const names = columns.map(({ name }) => `${values} LIKE ${literal(`%"${name}"%`)}`).join(' OR ');
  let done = 0;
  for await (const rows of batches(db, history, [values], `${tableColumn} = ${literal(table)} AND (${names})`)) {
    const written = rows.map((row): [number, string] => [row.id, retold(String(row[values]), columns)]);
    await writeBatch(db, dialect, history, [{ name: values, type: 'text' }], written);
    done += rows.length;
    log(`${history}: ${done} rows of ${table} follow`);
  }
}

function retold(text: string, columns: readonly Telling[]): string {
  const stored = JSON.parse(text) as StoredChanges;
  const byName = new Map(columns.map((each) => [each.name, each]));
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(stored).flatMap(([name, change]): [string, StoredChanges[string]][] => {
        const column = byName.get(name);
        if (column?.isErased) return [];
        return [column ? retoldChange(column, change) : [name, change]];
      }),
    ),
  );
}

/**
 * Values that mean the same in the new kind are told in its notation. Others stay what they were, as plain text: what a
 * function of the file makes of rows, and values of long ago that the new kind refuses. Of a long value only a part was kept,
 * which is no value by itself.
 */
function retoldChange({ as, conversion }: Telling, change: StoredChanges[string]): [string, StoredChanges[string]] {
  if (!conversion || change.plain) return [as, change];
  const isOther = conversion.convert !== undefined || change.cut;
  const [before, after] = isOther ? [] : [change.before, change.after].map((side) => wireAfter(conversion, side));
  if (before !== undefined && after !== undefined) return [as, { ...change, before, after }];
  const text = (side: Json): Json => (side === null ? null : plainText(conversion, side, change.cut));
  return [as, { ...change, before: text(change.before), after: text(change.after), plain: true }];
}

function plainText({ from }: Conversion, wire: Json, cut = false): string {
  const text = cut ? undefined : factOf(from, wire)?.text;
  return text ?? (typeof wire === 'string' ? wire : JSON.stringify(wire));
}

function wireAfter(conversion: Conversion, wire: Json): Json | undefined {
  if (wire === null) return null;
  const converted = convertWire(conversion, wire);
  return 'refused' in converted ? undefined : converted.wire;
}
