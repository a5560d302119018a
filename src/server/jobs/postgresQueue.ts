import { fromKysely, PgBoss } from 'pg-boss';
import type { KyselyTransactionLike, QueueResult } from 'pg-boss';
import type { Database, Sql } from '../database/database.ts';
import { longestSilence } from '../database/postgresPool.ts';
import type { DeadJob, JobQueue, TakenJob } from './jobQueue.ts';
import type { Limits } from '../shared/limits.ts';
import { longestPause, type RegisteredJob } from './registeredJob.ts';

/** Where jobs go that are tried no more. */
const deadQueue = 'dead';

/** Seconds after which an instance that says nothing is taken for dead. */
const heartbeat = 15;

/** Seconds: how long finished and dead jobs are kept, and between two removals. */
const retention = { done: 600, dead: 30 * 86_400 } as const;
const removal = 600;

/**
 * Jobs in pg-boss, which has a schema and a few connections of its own: it sends several statements at once, which ours, being
 * prepared, cannot take. Adding a job is one statement and runs in our transaction.
 */
export async function postgresQueue(
  url: string,
  database: Database,
  jobs: readonly RegisteredJob[],
  { look }: Pick<Limits, 'look'>,
  log: (message: string, error: unknown) => void,
  silence: number = longestSilence,
): Promise<JobQueue> {
  // Seconds, whole ones.
  const supervision = Math.ceil(look / 1000);
  // What pg-boss hands on to `pg` without naming it.
  const given = { query_timeout: silence, keepAlive: true };
  const boss = new PgBoss({
    ...given,
    connectionString: url,
    application_name: 'back-office jobs',
    max: 4,
    schedule: false,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
    maintenanceIntervalSeconds: removal,
  });
  boss.on('error', (error) => log('pg-boss', error));
  boss.on('warning', ({ message }) => log(`pg-boss: ${message}`, undefined));
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(deadQueue)) await boss.createQueue(deadQueue, { retentionSeconds: retention.dead });
  for (const job of jobs) await declare(boss, job, known.get(job.name));
  const on = (db: Sql) => ({ db: fromKysely(db as unknown as KyselyTransactionLike) });
  const fenced = ({ id, attempt }: TakenJob) => ({ id, retryCount: attempt - 1 });
  return {
    async add(db, { name }, { id, data, key, delay }) {
      const options = { id, singletonKey: key ?? id, ...(delay > 0 && { startAfter: delay }), ...on(db) };
      return (await boss.send(name, { data }, options)) !== null;
    },
    async take({ name }, count) {
      const fetched = await boss.fetch<{ data?: unknown }>(name, { batchSize: count, includeMetadata: true });
      return fetched.map(({ id, data, retryCount, retryLimit }) => ({
        id,
        data: data.data,
        attempt: retryCount + 1,
        most: retryLimit + 1,
      }));
    },
    async beat({ name }, taken) {
      const { settled } = (await boss.touch(name, taken.map(fenced))) as { settled?: string[] };
      return taken.filter(({ id }) => !settled?.includes(id));
    },
    done: async ({ name }, taken) => void (await boss.complete(name, [fenced(taken)])),
    fail: async ({ name }, taken, error) => void (await boss.fail(name, [fenced(taken)], { message: error })),
    release: ({ name }, taken) =>
      database.write(async ({ db }) => {
        await boss.cancel(name, [fenced(taken)], on(db));
        await boss.resume(name, taken.id, on(db));
        await boss.update(name, undefined, { id: taken.id, retryLimit: taken.most, ...on(db) });
      }),
    async dead() {
      const found = await boss.findJobs<{ data?: unknown }>(deadQueue, { queued: true });
      return found
        .toSorted((one, other) => Number(other.createdOn) - Number(one.createdOn))
        .slice(0, 100)
        .map((each): DeadJob => ({
          name: each.sourceName!,
          id: each.sourceId!,
          error: messageIn(each.sourceOutput),
          attempts: each.sourceRetryCount! + 1,
          time: Math.floor(Number(each.createdOn) / 1000),
          data: each.data.data,
        }));
    },
    async forget(ids) {
      const found = await boss.findJobs(deadQueue, { queued: true });
      const gone = found.filter(({ sourceId }) => ids.includes(sourceId!)).map(({ id }) => id);
      if (gone.length > 0) await boss.deleteJob(deadQueue, gone);
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** A queue that is there takes what the job says now; its policy never changes. */
async function declare(boss: PgBoss, job: RegisteredJob, known: QueueResult | undefined): Promise<void> {
  const { name, retries, backoff, timeLimit } = job;
  const options = {
    retryLimit: retries,
    retryDelay: backoff,
    retryBackoff: backoff > 0,
    // Ours comes first; this one is for an instance that cannot keep time any more.
    expireInSeconds: timeLimit + 60,
    heartbeatSeconds: heartbeat,
    retentionSeconds: retention.dead,
    deleteAfterSeconds: retention.done,
    deadLetter: deadQueue,
  };
  if (!known)
    return boss.createQueue(name, {
      ...options,
      ...(backoff > 0 && { retryDelayMax: longestPause }),
      policy: 'exclusive',
    });
  const wanted = { ...options, retryDelayMax: backoff > 0 ? longestPause : null };
  const differs = Object.entries(wanted).some(([option, value]) => known[option as keyof QueueResult] !== value);
  if (differs) await boss.updateQueue(name, wanted);
}

function messageIn(output: object | null): string {
  const { message, value } = (output ?? {}) as { message?: string; value?: { message?: string } };
  return message ?? value?.message ?? '';
}
