import type { Label } from '#resource';
import type { Dialect, Sql } from '../database.ts';
import type { Plan, Step, TableSchema } from '../schema.ts';
import { checkChange, type CurrentName } from './checkChange.ts';
import { checkDefinitions } from './checkDefinitions.ts';
import { leftColumns, withLeftColumns } from './leftColumns.ts';
import { leftPairs } from './leftPairs.ts';
import { examine, type Finding } from './examine.ts';
import { historySteps } from './historySteps.ts';
import { knownTable, type KnownTable } from './knownTable.ts';
import { missingKeys, missingSteps, readPresent, type PresentState } from './presentState.ts';
import { postgresChange, postgresCreate, postgresReferences } from './postgresSteps.ts';
import { renamed, renamesOf, renameSteps, type Renames } from './renameTable.ts';
import { existingTables, recordsKinds, type SchemaState } from './schemaState.ts';
import { ofTable, sentence } from './sentence.ts';
import { spentLines } from './spentLines.ts';
import { sqliteChange, sqliteCreate, sqliteUpgrade } from './sqliteSteps.ts';
import { rewriting, tableChange, type TableChange } from './tableChange.ts';

/** A sentence about a table, which gets the file in front that declares it. */
interface Refusal {
  readonly table: string;
  readonly why: Label;
}

/** What the comparison of a database with the wanted tables has found. */
interface Comparison {
  readonly state: PresentState;
  /** Tables of the database under the names that they get. */
  readonly known: ReadonlyMap<string, KnownTable>;
  readonly renames: Renames;
  readonly created: readonly KnownTable[];
  readonly changes: readonly TableChange[];
  readonly refused: readonly Refusal[];
}

/** Tables of the database that get another name or another form, by the names that they have now. */
export async function tablesToChange(db: Sql, dialect: Dialect, wanted: readonly TableSchema[]): Promise<string[]> {
  const { renames, changes } = compare(await readPresent(db, dialect), wanted);
  return [...new Set([...renames.keys(), ...changes.map(({ current }) => current)])];
}

/** The plan as the connection sees the database. */
export async function planOn(db: Sql, dialect: Dialect, wanted: readonly TableSchema[]): Promise<Plan> {
  const comparison = compare(await readPresent(db, dialect), wanted);
  const { state, known, renames, created } = comparison;
  const notes = [...spentLines(known, wanted), ...unrecorded(state)];
  const unmanaged = [...known.keys()].filter((name) => !wanted.some((table) => table.name === name));
  const left = leftColumns([...known.values()], wanted);
  const wrong = checkDefinitions(wanted, new Set(known.keys()));
  if (wrong.length > 0) return { steps: [], refused: wrong, redefined: [], unmanaged, left, notes };
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  const current: CurrentName = (name) => (known.has(name) ? (former.get(name) ?? name) : undefined);
  const refused = [...comparison.refused, ...missingKeys(known.values()), ...(await taken(db, dialect, created))];
  const changes: TableChange[] = [];
  const findings = new Map<TableChange, readonly Finding[]>();
  for (const draft of comparison.changes) {
    const found = await examine(db, draft, current);
    const change = rewriting(draft, rewrittenIn(found));
    const sentences = [
      ...(await checkChange(db, draft, found, current)),
      ...(await leftPairs(db, draft, wanted, current)),
    ];
    refused.push(...sentences.map((why) => ({ table: draft.to.name, why })));
    findings.set(change, found);
    changes.push(change);
  }
  const files = new Map(wanted.map(({ name, declaredIn }) => [name, declaredIn]));
  const sentenceOf = ({ table, why }: Refusal): Label => {
    const file = files.get(table);
    return file === undefined ? why : ofTable(file, why);
  };
  const told: Step[] = [];
  for (const table of wanted.filter(({ name, tellsOf }) => tellsOf && known.has(name)))
    told.push(...(await historySteps(db, dialect, table, renames, changes, oldNames(comparison, wanted))));
  const steps = [
    ...missingSteps(dialect, state, wanted),
    ...(dialect === 'sqlite' ? sqliteUpgrade(state.format, state.tables) : []),
    ...renameSteps(dialect, [...known.values()], renames),
    ...stepsOf(dialect, created, changes, findings),
    ...told,
  ];
  const redefined = [...new Set([...renames.values(), ...changes.filter(isRedefined).map(({ to }) => to.name)])];
  return { steps, refused: refused.map(sentenceOf), redefined, unmanaged, left, notes };
}

/** Whether columns go, get another name, or hold something else from then on. */
const isRedefined = ({ columns, lost }: TableChange): boolean =>
  lost.some(({ column }) => column.keyOf === undefined) ||
  columns.some(
    ({ from, to, was }) =>
      from !== undefined &&
      to.keyOf === undefined &&
      (from.name !== to.name || from.type !== to.type || was !== undefined),
  );

function compare(state: PresentState, declared: readonly TableSchema[]): Comparison {
  const wanted = withLeftColumns(state.tables, declared);
  const { renames, refused } = renamesOf(new Map(state.tables.map((table) => [table.name, table])), wanted);
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  const known = new Map(renamed(state.tables, renames).map((table) => [table.name, table]));
  const changes = wanted.flatMap((table) => {
    const from = known.get(table.name);
    return (from && tableChange(from, table, former.get(table.name) ?? table.name)) ?? [];
  });
  const created = wanted.filter(({ name }) => !known.has(name)).map(knownTable);
  return { state, known, renames, created, changes, refused };
}

/** Columns whose values or whose type become others. */
const rewrittenIn = (findings: readonly Finding[]): Set<string> =>
  new Set(
    findings
      .filter(({ changed, change: { from, to, conversion } }) => conversion && (changed > 0 || from!.type !== to.type))
      .map(({ change }) => change.to.name),
  );

const unrecorded = (state: SchemaState): Label[] =>
  recordsKinds(state) || state.tables.length === 0 ? [] : [sentence('noKinds')];

/** Renamed columns whose history an older program has left under their old names. */
function oldNames(
  { state, known }: Comparison,
  wanted: readonly TableSchema[],
): { table: KnownTable; names: Map<string, string> }[] {
  if (recordsKinds(state)) return [];
  return wanted.flatMap(({ name, columns }) => {
    const table = known.get(name);
    const has = (column: string): boolean => table?.columns.some((each) => each.name === column) === true;
    const names = columns.flatMap(({ name: column, renamedFrom }): [string, string][] =>
      renamedFrom !== undefined && has(column) && !has(renamedFrom) ? [[renamedFrom, column]] : [],
    );
    return table && names.length > 0 ? [{ table, names: new Map(names) }] : [];
  });
}

async function taken(db: Sql, dialect: Dialect, created: readonly KnownTable[]): Promise<Refusal[]> {
  if (created.length === 0) return [];
  const names = await existingTables(
    db,
    dialect,
    created.map(({ name }) => name),
  );
  return [...names].map((table) => ({ table, why: sentence('taken', { table }) }));
}

function stepsOf(
  dialect: Dialect,
  created: readonly KnownTable[],
  changes: readonly TableChange[],
  findings: ReadonlyMap<TableChange, readonly Finding[]>,
): Step[] {
  if (dialect === 'sqlite')
    return [
      ...created.flatMap(sqliteCreate),
      ...changes.flatMap((change) => sqliteChange(change, findings.get(change)!)),
    ];
  return [
    ...created.flatMap(postgresCreate),
    ...changes.flatMap((change) => postgresChange(change, findings.get(change)!)),
    ...created.flatMap((table) => postgresReferences(table)),
    ...changes.flatMap((change) => postgresReferences(change.to, change)),
  ];
}
