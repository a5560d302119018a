import { sql } from 'kysely';
import type { Label } from '#resource';
import type { Sql } from '../database.ts';
import type { TableSchema } from '../schema.ts';
import type { CurrentName } from './checkChange.ts';
import { sentence } from './sentence.ts';
import { freshlyDropped } from './spentLines.ts';
import type { TableChange } from './tableChange.ts';

/** A field of a name that was a list of rows before: the pairs would stay where nobody finds them. */
export async function leftPairs(
  db: Sql,
  { from, to: { name }, columns }: TableChange,
  wanted: readonly TableSchema[],
  current: CurrentName,
): Promise<Label[]> {
  const found: Label[] = [];
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
    if (count > 0) found.push(sentence('leftPairs', { table: name, column: column.name, pairs, count }));
  }
  return found;
}
