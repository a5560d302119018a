import { sql } from 'kysely';
import type { Sql } from '../database.ts';
import type { TableSchema } from '../schema.ts';
import type { CurrentName } from './checkChange.ts';
import { freshlyDropped } from './spentLines.ts';
import type { TableChange } from './tableChange.ts';

/** A field of a name that was a list of rows before: the pairs would stay where nobody finds them. */
export async function leftPairs(
  db: Sql,
  { from, to: { name }, columns }: TableChange,
  wanted: readonly TableSchema[],
  current: CurrentName,
): Promise<string[]> {
  const found: string[] = [];
  const given = freshlyDropped(
    from,
    wanted.find((table) => table.name === name)!,
  );
  for (const { to: column, from: former } of columns) {
    const pairs = `${name}_${column.name}`;
    const place = current(pairs);
    const isLeft = !former && place !== undefined && !wanted.some((table) => table.name === pairs);
    if (!isLeft || given.has(column.name)) continue;
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(place)}`.execute(db);
    const count = Number(rows[0]!.n);
    if (count > 0)
      found.push(
        `${name}.${column.name} was f.belongsToMany, and its ${count} pairs are in ${pairs}. Declare a field ` +
          `of another name, or write dropped: ['${column.name}'] in .resource({ … }) to go on without them.`,
      );
  }
  return found;
}
