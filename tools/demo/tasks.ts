import { sql } from 'kysely';
import type { Database } from '../../src/server/database/database.ts';

/** What each project has to do; their due days are so many days after the first of the year. */
const steps = [
  { name: '现场勘察', state: 'done', after: 30 },
  { name: '方案评审', state: 'doing', after: 120 },
  { name: '竣工验收', state: 'open', after: 300 },
] as const;

/** Adds a few tasks to every project and product, where nobody has made any yet. */
export async function fillTasks(database: Database): Promise<void> {
  await database.write(async ({ db, touch }) => {
    const { rows: there } = await sql`SELECT 1 FROM demo_task LIMIT 1`.execute(db);
    if (there.length > 0) return;
    const { rows: projects } = await sql<{ id: number; name: string }>`
      SELECT id, name FROM auth_project ORDER BY id`.execute(db);
    const now = Math.floor(Date.now() / 1000);
    const year = new Date().getUTCFullYear();
    for (const { id, name } of projects)
      for (const step of steps)
        await db
          .insertInto('demo_task')
          .values({
            name: `${name} · ${step.name}`,
            state: step.state,
            due: new Date(Date.UTC(year, 0, 1 + step.after)).toISOString().slice(0, 10),
            project_id: Number(id),
            version: 1,
            create_time: now,
            update_time: now,
          })
          .execute();
    touch('demo_task');
  });
}
