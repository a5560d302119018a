import { sql, type RawBuilder } from 'kysely';
import type { GroupParameters, RowGroup, RowGroups } from '#plugin';
import {
  bindFilter,
  loadValue,
  Problem,
  secondsAt,
  wallClockAt,
  type Caller,
  type Json,
  type Model,
  type ModelField,
  type Place,
  type SqlValue,
} from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { referenceIn, scopeOf } from './askedBy.ts';
import { compile } from './compile.ts';
import { whereOf, type Condition } from './condition.ts';
import { assertFewJoins, joinsSql } from './joins.ts';
import { filterable, rowsOpenTo, searchOf, sortable } from './listPlan.ts';
import { parseQuery } from './parseQuery.ts';
import { main, placeFor, valueSql } from './reference.ts';
import type { TableContext } from './scope.ts';
import { whoOf } from './signature.ts';
import { decimalText, sumsSql, type Sums } from './sum.ts';

/** Groups of an answer. */
const most = 100;
type Unit = NonNullable<GroupParameters['unit']>;

/** How many rows of the caller's list there are for each value of a field, and what another adds up to. */
export async function groupsOf(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  model: Model,
  { by, unit, sum, filter, quickSearch }: GroupParameters,
): Promise<RowGroups> {
  const query = parseQuery({ filter, quickSearch });
  const scope = scopeOf(ctx, caller);
  const place = sortable(filterable(placeFor(ctx.models, caller, model, by)));
  const summed = sum === undefined ? undefined : summable(placeFor(ctx.models, caller, model, sum));
  const value = valueSql(referenceIn(scope, place));
  const bound = bindFilter(query.filter, (path) => filterable(placeFor(ctx.models, caller, model, path)));
  const search = searchOf(ctx, caller, model, query.word);
  const conditions = [
    ...withinBudget(ctx.dialect, `${main}.id`),
    ...rowsOpenTo(ctx, caller, model, undefined, scope.tables),
    compile(scope, bound),
    ...(search ? [search.indexed] : []),
  ];
  assertFewJoins(scope.joins);
  const from = (more: readonly Condition[]) =>
    sql`FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(scope.joins)}${whereOf([...conditions, ...more])}`;
  const read = <R>(wanted: RawBuilder<R>): Promise<R[]> =>
    database.readBounded(wanted.compile(database.read), whoOf(caller));
  const counted = async (key: RawBuilder<unknown>, more: readonly Condition[], order: RawBuilder<unknown>) =>
    read(sql<Counted>`
      SELECT ${key} AS value, count(*) AS n${summed ? sql`, ${sumsSql(summed.name)}` : sql``} ${from(more)}
      GROUP BY 1 ORDER BY ${order} LIMIT ${sql.lit(most + 1)}`);
  const group = (row: Counted, shown: Json): RowGroup => ({
    value: shown,
    count: Number(row.n),
    ...(summed && { sum: decimalText(row, summed) }),
  });
  const encoding = place.field.kind.encoding?.(place.field.options).as;
  if (unit !== undefined && encoding === 'moment') {
    const [ends] = await read(
      sql<{ first: SqlValue; last: SqlValue }>`SELECT min(${value}) AS first, max(${value}) AS last ${from([])}`,
    );
    if (ends?.last === null || ends === undefined) return { groups: [], isCut: false };
    const starts = startsUntil(Number(ends.last), unit);
    const cases = starts.slice(1).map((end, at) => sql`WHEN ${value} < ${sql.lit(end)} THEN ${sql.lit(at)}`);
    const within = sql<never>`${value} >= ${sql.lit(starts[0]!)} AND ${value} < ${sql.lit(starts.at(-1)!)}`;
    const rows = await counted(sql`CASE ${sql.join(cases, sql` `)} END`, [within], sql`1`);
    return {
      groups: rows.map((row) => group(row, unitText(starts[Number(row.value)]!, unit))),
      isCut: Number(ends.first) < starts[0]!,
    };
  }
  if (unit !== undefined && encoding === 'day') {
    const rows = await counted(
      sql`substr(${value}, 1, ${sql.lit(unit === 'day' ? 10 : 7)})`,
      [sql`${value} IS NOT NULL`],
      sql`1 DESC`,
    );
    return {
      groups: rows
        .slice(0, most)
        .map((row) => group(row, String(row.value)))
        .toReversed(),
      isCut: rows.length > most,
    };
  }
  if (unit !== undefined) throw new Problem('rows:notGrouped', { field: by });
  const rows = await counted(value, [], sql`2 DESC, 1 NULLS LAST`);
  const load = (raw: SqlValue): Json =>
    raw === null ? null : (loadValue(place.field.kind, place.field.options, raw) as Json);
  return { groups: rows.slice(0, most).map((row) => group(row, load(row.value))), isCut: rows.length > most };
}

interface Counted extends Sums {
  readonly value: SqlValue;
  readonly n: number;
}

function summable({ path, steps, field }: Place): ModelField {
  if (steps.length > 0 || field.column?.type !== 'integer' || !field.kind.summable)
    throw new Problem('rows:notSummable', { field: path });
  return field;
}

/** When each of the last units began by the site's clock, and when the one after the last will. */
function startsUntil(last: number, unit: Unit): number[] {
  const { year, month, day } = wallClockAt(last);
  const midnight = { hour: 0, minute: 0, second: 0 };
  return Array.from({ length: most + 1 }, (_, at) => {
    const back = at - most + 1;
    return secondsAt(
      unit === 'day'
        ? { year, month, day: day + back, ...midnight }
        : { year, month: month + back, day: 1, ...midnight },
    );
  });
}

function unitText(start: number, unit: Unit): string {
  const { year, month, day } = wallClockAt(start);
  const parts = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))];
  return parts.slice(0, unit === 'day' ? 3 : 2).join('-');
}
