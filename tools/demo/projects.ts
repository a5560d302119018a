import { sql } from 'kysely';
import type { Database, Sql } from '../../src/server/database/database.ts';

/** Two departments, and projects with their products, for the selector at the top of the page. */
const departments = ['华东事业部', '华南事业部'] as const;
const projects = [
  { name: '浦东新区规划', department: 0, products: ['道路', '绿化', '照明'] },
  { name: '西湖景区改造', department: 0, products: ['步道', '导览'] },
  { name: '珠江新城', department: 1, products: ['写字楼', '地下商业'] },
] as const;

/** Adds them where nobody has made any yet. */
export async function fillProjects(database: Database): Promise<void> {
  await database.write(async ({ db, touch }) => {
    const there = await sql<{ n: number }>`SELECT count(*) AS n FROM auth_project`.execute(db);
    if (Number(there.rows[0]!.n) > 0) return;
    const departmentIds: number[] = [];
    for (const name of departments) departmentIds.push(await insert(db, 'auth_department', { name, pid: null }));
    for (const { name, department, products } of projects) {
      const id = await insert(db, 'auth_project', {
        name,
        department_id: departmentIds[department]!,
        pid: null,
        status: 1,
      });
      for (const product of products)
        await insert(db, 'auth_project', { name: product, department_id: null, pid: id, status: 1 });
    }
    touch('auth_department', 'auth_project');
  });
}

/** The first of its level has the largest weight. */
async function insert(
  db: Sql,
  table: string,
  values: Readonly<Record<string, string | number | null>>,
): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const { id } = await db
    .insertInto(table)
    .values({ ...values, version: 1, create_time: now, update_time: now, weigh: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`UPDATE ${sql.table(table)} SET weigh = ${1_000_000 - Number(id)} WHERE id = ${id}`.execute(db);
  return Number(id);
}
