import { sql } from 'kysely';
import { whereFilter, type Caller, type Model } from '#resource';
import type { Database } from '../database/database.ts';
import { rulesFor } from './realmRules.ts';
import { inList, never, whereOf, type Condition } from './query/condition.ts';
import { main } from './query/reference.ts';
import { ownSql, ruleOf } from './query/rowRule.ts';
import type { TableContext } from './query/scope.ts';

/** By the name of an action, the rows with which it would only be refused. */
export type Withheld = Readonly<Record<string, readonly number[]>>;

/** Whether rows that the caller sees can be such as they may not do everything with. */
export const mayWithhold = (caller: Caller, model: Model): boolean =>
  rulesFor(caller, model).rows?.write !== undefined || model.definition.buttons !== undefined;

/** Of these rows: those that the caller may not change, and those that the table shows without a button. */
export async function withheldIn(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<Withheld> {
  if (ids.length === 0) return {};
  const outside = async (condition: Condition | undefined): Promise<readonly number[]> => {
    if (!condition) return [];
    const among = inList(sql.ref(`${main}.id`), ids);
    const { rows } = await sql<{ id: number }>`
      SELECT ${sql.ref(`${main}.id`)} AS id FROM ${sql.table(model.name)} AS ${sql.ref(main)}
      ${whereOf([among, condition])}`.execute(database.read);
    const inside = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !inside.has(id));
  };
  const unchangeable = await outside(ruleOf(ctx, caller, model, 'write', main));
  const found: [string, readonly number[]][] = [];
  for (const { name, changes, on } of model.actions.values()) {
    if (on === 'list' || !caller.may(`${model.path}/${name}`)) continue;
    const without = await outside(buttonRule(ctx, caller, model, name));
    const all = new Set(changes ? [...unchangeable, ...without] : without);
    if (all.size > 0) found.push([name, [...all].toSorted((one, other) => one - other)]);
  }
  return Object.fromEntries(found);
}

function buttonRule(ctx: TableContext, caller: Caller, model: Model, name: string): Condition | undefined {
  const rule = model.definition.buttons?.[name];
  const answer = rule === undefined || rule(caller);
  if (answer === true) return undefined;
  return answer === false ? never : ownSql(ctx, model, whereFilter(answer as Readonly<Record<string, unknown>>), main);
}
