import { sql, type RawBuilder } from 'kysely';
import type { Caller, Model, ModelField, SqlValue } from '#resource';
import type { Sql } from '../../database/database.ts';
import { whereOf, type Condition } from './condition.ts';
import { joinsSql, orderSql, type Gatekeeping, type ListPlan } from './listPlan.ts';
import { addPairs } from './pairs.ts';
import { main } from './reference.ts';
import { rowShape, type RowShape } from './rowShape.ts';

type Raw = Readonly<Record<string, SqlValue>>;
export type WireRow = Record<string, unknown>;
/** Matches from which on a word counts as common: walking the list finds a page of them sooner than the index. */
const commonMatches = 1000;

export interface Part {
  readonly offset: number;
  readonly limit: number;
  /** Rows of the whole list; where it is known, its far half is read from the end. */
  readonly total?: number;
}

/** The rows of one part of a list, in wire format. */
export async function readList(house: Gatekeeping, db: Sql, plan: ListPlan, part: Part, whole = false): Promise<WireRow[]> {
  const shape = rowShape(house.models, plan.caller, plan.model, whole);
  const { rows, backwards } = await partOf(house, db, plan, shape, part);
  const list = (backwards ? rows.toReversed() : rows).map((raw) => shape.load(raw));
  await addPairs(house, db, plan.caller, plan.model, shape.pairs, list);
  return list;
}

async function partOf(house: Gatekeeping, db: Sql, plan: ListPlan, shape: RowShape, part: Part): Promise<{ rows: Raw[]; backwards: boolean }> {
  const { offset, limit, backwards } = shortestWay(part);
  if (limit <= 0) return { rows: [], backwards };
  const conditions = [...plan.where, ...searchBy(plan, part)];
  const order = orderSql(house.dialect, plan.order, backwards);
  const page = sql`${order} LIMIT ${limit} OFFSET ${offset}`;
  // Rows that are only passed over need not be read: their ids are, from a narrow index where there is one.
  const query = offset === 0
    ? selectSql(house, plan, shape, [...plan.joins, ...shape.joins], conditions, page)
    : selectSql(house, plan, shape, [...plan.joins, ...shape.joins], [sql`${sql.ref(`${main}.id`)} IN (${idsSql(house, plan, conditions, page)})`], order);
  const { rows } = await sql<Raw>`${query}`.execute(db);
  return { rows, backwards };
}

/** Which end of the list is nearer. */
function shortestWay({ offset, limit, total }: Part): { offset: number; limit: number; backwards: boolean } {
  if (total === undefined || offset + limit / 2 <= total / 2) return { offset, limit, backwards: false };
  const left = Math.min(limit, total - offset);
  return { offset: Math.max(0, total - offset - left), limit: left, backwards: true };
}

function searchBy({ search }: ListPlan, { offset, limit, total }: Part): Condition[] {
  if (!search) return [];
  const isCommon = total !== undefined && total >= commonMatches && offset + limit <= total / 10;
  return [isCommon ? search.direct : search.indexed];
}

function selectSql(house: Gatekeeping, { model, caller }: ListPlan, shape: RowShape, joins: readonly ModelField[], conditions: readonly Condition[], end: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT ${sql.join(shape.columns)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(house, caller, new Set(joins))}${whereOf(conditions)}${end}`;
}

function idsSql(house: Gatekeeping, { model, caller, joins }: ListPlan, conditions: readonly Condition[], end: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT ${sql.ref(`${main}.id`)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(house, caller, joins)}${whereOf(conditions)}${end}`;
}

/** The whole rows that fulfil the conditions, in no particular order. */
export async function readWhere(house: Gatekeeping, db: Sql, caller: Caller, model: Model, conditions: readonly Condition[], end: RawBuilder<unknown> = sql``): Promise<WireRow[]> {
  const shape = rowShape(house.models, caller, model, true);
  const { rows } = await sql<Raw>`SELECT ${sql.join(shape.columns)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(house, caller, shape.joins)}${whereOf(conditions)}${end}`.execute(db);
  const list = rows.map((raw) => shape.load(raw));
  await addPairs(house, db, caller, model, shape.pairs, list);
  return list;
}
