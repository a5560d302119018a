import { Cron } from 'croner';
import { sql } from 'kysely';
import { timeZone } from '#resource';
import type { Database } from '../database/database.ts';
import type { EventTransaction } from '../events/channel.ts';
import { scheduleTable } from './jobTables.ts';
import type { RegisteredJob } from './registeredJob.ts';

/** Milliseconds: after so many at the latest the clock is looked at again, which somebody may have put right. */
const longestPause = 60_000;
const shortestPause = 50;
/** By less than this clocks of instances differ: a time that lies further ahead was seen to by one that has been put back. */
const apart = 3_600_000;

export interface SchedulesParts {
  readonly database: Database;
  readonly jobs: readonly RegisteredJob[];
  enqueue(transaction: EventTransaction, job: RegisteredJob): Promise<unknown>;
  /** Milliseconds of the clock. */
  now(): number;
  log(message: string, error: unknown): void;
}

/** Adds the jobs that have times, each time once over all instances. Returns how to stop. */
export async function startSchedules(parts: SchedulesParts): Promise<() => Promise<void>> {
  const scheduled = parts.jobs.filter(({ schedule }) => schedule !== undefined);
  if (scheduled.length === 0) return async () => {};
  const seen = new Map<string, number>();
  await rememberNew(parts, scheduled);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const tick = async (): Promise<void> => {
    const now = parts.now();
    let next = now + longestPause;
    for (const job of scheduled) {
      try {
        const cron = new Cron(job.schedule!, { timezone: timeZone(), paused: true });
        const last = cron.previousRuns(1, new Date(now + 1))[0]?.getTime();
        const following = cron.nextRun(new Date(now))?.getTime() ?? Infinity;
        if (last !== undefined && last !== seen.get(job.name)) {
          await claim(parts, job, { last, next: following });
          seen.set(job.name, last);
        }
        next = Math.min(next, following);
      } catch (error) {
        parts.log(`the job ${job.name} could not be added at its time`, error);
      }
    }
    if (!isStopped) timer = setTimeout(run, Math.max(shortestPause, next - parts.now())).unref();
  };
  let running: Promise<void> = Promise.resolve();
  const run = (): void => void (running = tick());
  run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/** A job that is new begins with its next time. */
async function rememberNew({ database, now }: SchedulesParts, jobs: readonly RegisteredJob[]): Promise<void> {
  const table = sql.table(scheduleTable);
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${table}`.execute(database.read);
  const missing = jobs.filter(({ name }) => !rows.some((row) => row.name === name));
  if (missing.length === 0) return;
  await database.write(async ({ db }) => {
    const values = missing.map(({ name }) => sql`(${name}, ${now()})`);
    await sql`INSERT INTO ${table} (name, time) VALUES ${sql.join(values)} ON CONFLICT (name) DO NOTHING`.execute(db);
  });
}

/**
 * The row of the job decides which instance adds it: only one of them moves its time on. One that lies beyond the next time is
 * put back, so that the job does not wait for days until the clock has come there again.
 */
async function claim(
  { database, enqueue, now }: SchedulesParts,
  job: RegisteredJob,
  { last, next }: Readonly<Record<'last' | 'next', number>>,
): Promise<void> {
  const table = sql.table(scheduleTable);
  const after: EventTransaction['after'] = [];
  await database.write(async ({ db }) => {
    after.length = 0;
    const { rows } = await sql`UPDATE ${table} SET time = ${last}
      WHERE name = ${job.name} AND time < ${last} RETURNING name`.execute(db);
    if (rows.length > 0) await enqueue({ db, after }, job);
    else if (next !== Infinity)
      await sql`UPDATE ${table} SET time = ${last}
        WHERE name = ${job.name} AND time > ${Math.max(next, now() + apart)}`.execute(db);
  });
  for (const each of after) await each();
}
