import { sql } from 'kysely';
import type { Database, Sql } from '../database/database.ts';
import { packError } from './jobError.ts';
import type { DeadJob, JobQueue, TakenJob } from './jobQueue.ts';
import { queueTable } from './jobTables.ts';
import { longestPause, type RegisteredJob } from './registeredJob.ts';

/** Seconds that dead jobs are kept. */
const retention = 30 * 86_400;
/** Seconds before a job is tried again that ran when the server was killed, for the third time or more. */
const afterKills = 300;
const interrupted = packError({ key: 'server:jobKilled' });

/** Milliseconds by which a clock is put back at the least, beside the small steps in which it is kept right. */
const leastStep = 1000;
/** Milliseconds that the clock is ahead of one that nobody can put back. */
const clockAhead = (): number => Date.now() - performance.now();

interface Row {
  readonly id: number;
  readonly uuid: string;
  readonly data: string;
  readonly attempt: number;
  readonly most: number;
}

/** Jobs of the one process that serves a SQLite file. What still ran when the last one was killed has failed. */
export async function sqliteQueue(database: Database): Promise<JobQueue> {
  const jobs = sql.table(queueTable);
  const write = <T>(job: (db: Sql) => Promise<T>): Promise<T> => database.write(({ db }) => job(db));
  const now = (): number => Math.floor(Date.now() / 1000);
  await write(async (db) => {
    // One that may have killed the server, more than once, does not kill it again and again without a pause.
    await sql`UPDATE ${jobs} SET state = 'waiting', due = CASE WHEN attempt < 3 THEN 0 ELSE ${Date.now() + afterKills * 1000} END
      WHERE state = 'running' AND attempt < most`.execute(db);
    await sql`UPDATE ${jobs} SET state = 'dead', unique_key = NULL, error = ${interrupted}, end_time = ${now()}
      WHERE state = 'running'`.execute(db);
    await sql`DELETE FROM ${jobs} WHERE state = 'dead' AND end_time < ${now() - retention}`.execute(db);
  });
  /** No retry waits for longer than the longest pause: one that would was put off by a clock that has been put back. */
  const isDue = (name: string) => sql`name = ${name} AND state = 'waiting'
    AND (due <= ${Date.now()} OR (attempt > 0 AND due > ${Date.now() + longestPause * 1000}))`;
  let ahead = clockAhead();
  /** Where the clock has been put back, what waits does so no longer than it was to. */
  const followClock = async (): Promise<void> => {
    const by = ahead - (ahead = clockAhead());
    if (by < leastStep) return;
    await write(
      async (db) => void (await sql`UPDATE ${jobs} SET due = due - ${Math.round(by)} WHERE due > 0`.execute(db)),
    );
  };
  /** Only while it is this very try: whoever comes late changes nothing. */
  const isHeld = ({ id, attempt }: TakenJob) => sql`uuid = ${id} AND attempt = ${attempt} AND state = 'running'`;
  return {
    async add(db, { name, retries }, { id, data, key, delay }) {
      const due = delay > 0 ? Date.now() + delay * 1000 : 0;
      const { rows } =
        await sql`INSERT INTO ${jobs} (uuid, name, data, unique_key, state, attempt, most, due, error, end_time)
        VALUES (${id}, ${name}, ${JSON.stringify({ data })}, ${key ?? id}, 'waiting', 0, ${retries + 1}, ${due}, '', 0)
        ON CONFLICT (name, unique_key) DO NOTHING RETURNING id`.execute(db);
      return rows.length > 0;
    },
    async take({ name }, count) {
      await followClock();
      // Looking costs nothing; only a write waits for the disk.
      const { rows } = await sql`SELECT 1 FROM ${jobs} WHERE ${isDue(name)} LIMIT 1`.execute(database.read);
      if (rows.length === 0) return [];
      return write(async (db) => {
        const taken = await sql<Row>`UPDATE ${jobs} SET state = 'running', attempt = attempt + 1
          WHERE id IN (SELECT id FROM ${jobs} WHERE ${isDue(name)} ORDER BY due, id LIMIT ${count})
          RETURNING id, uuid, data, attempt, most`.execute(db);
        return taken.rows.toSorted((one, other) => one.id - other.id).map(takenFrom);
      });
    },
    beat: async () => [],
    done: (_job, taken) =>
      write(async (db) => void (await sql`DELETE FROM ${jobs} WHERE ${isHeld(taken)}`.execute(db))),
    fail: (job, taken, error) =>
      write(async (db) => {
        const change =
          taken.attempt < taken.most
            ? sql`state = 'waiting', due = ${dueAgain(job, taken)}`
            : sql`state = 'dead', unique_key = NULL, end_time = ${now()}`;
        await sql`UPDATE ${jobs} SET ${change}, error = ${error} WHERE ${isHeld(taken)}`.execute(db);
      }),
    release: (_job, taken) =>
      write(async (db) => {
        await sql`UPDATE ${jobs} SET state = 'waiting', due = 0, most = most + 1 WHERE ${isHeld(taken)}`.execute(db);
      }),
    async dead() {
      const { rows } = await sql<
        DeadJob & { data: string }
      >`SELECT name, uuid AS id, data, error, attempt AS attempts, end_time AS time
        FROM ${jobs} WHERE state = 'dead' ORDER BY end_time DESC, id DESC LIMIT 100`.execute(database.read);
      return rows.map((row) => ({ ...row, data: dataIn(row) }));
    },
    forget: (ids) =>
      write(async (db) => {
        await sql`DELETE FROM ${jobs} WHERE state = 'dead' AND uuid IN (${sql.join(ids)})`.execute(db);
      }),
    async close() {},
  };
}

const dataIn = ({ data }: { readonly data: string }): unknown => (JSON.parse(data) as { data?: unknown }).data;

const takenFrom = ({ uuid, data, attempt, most }: Row): TakenJob => ({
  id: uuid,
  data: dataIn({ data }),
  attempt,
  most,
});

/** Twice as long after each try, and not all at the same moment; as pg-boss has it. */
function dueAgain({ backoff }: RegisteredJob, { attempt }: TakenJob): number {
  if (backoff === 0) return 0;
  const half = backoff * 2 ** (Math.min(16, attempt) - 1);
  return Math.ceil(Date.now() + Math.min(longestPause, half + half * Math.random()) * 1000);
}
