import type { Enqueue, EnqueueOptions, JobOf } from '#resource';
import type { AnyJob, PluginHost, ServerPlugin } from '#plugin';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Channel, EventTransaction } from '../events/channel.ts';
import type { Failures } from '../fence/failures.ts';
import type { Limits } from '../shared/limits.ts';
import type { Messages } from '../shared/messages.ts';
import { translated } from '../shared/translated.ts';
import { Problem } from '#resource';
import { failedJobs, type GivenUpJob } from './failedJobs.ts';
import { unpackError } from './jobError.ts';
import type { DeadJob } from './jobQueue.ts';
import { JobRunner } from './jobRunner.ts';
import { openQueue } from './openQueue.ts';
import { jobsOf, type OwnJob, type RegisteredJob } from './registeredJob.ts';
import { startSchedules } from './schedules.ts';

export interface JobsParts {
  readonly config: Pick<Config, 'databaseUrl'>;
  readonly database: Database;
  readonly channel: Channel;
  readonly failures: Failures;
  readonly plugins: readonly ServerPlugin[];
  /** What the server itself does for them. */
  readonly ownJobs: readonly OwnJob[];
  readonly messages: Pick<Messages, 'translate'>;
  readonly limits: Pick<Limits, 'look'>;
  /** Whether jobs begin at their times. */
  readonly schedules: boolean;
  hostOf(plugin: string): PluginHost;
  /** Tells of jobs that were given up. */
  readonly givenUp: (jobs: readonly GivenUpJob[]) => Promise<void>;
  log(message: string, error: unknown): void;
}

/** The jobs of the server and of all plugins. Without any there is no queue, no connection and no timer. */
export interface Jobs {
  enqueueIn(transaction: EventTransaction): Enqueue;
  /** Begins to run those of the plugins that have started; the others wait for a start, or for another instance. */
  start(hasStarted: (plugin: string) => boolean): Promise<void>;
  /** For what was given up and is seen to, since its row is taken away. */
  seenTo(id: string): Promise<void>;
  /** Jobs that were given up. */
  dead(): Promise<DeadJob[]>;
  /** Ends those that run, within so many milliseconds; no other begins, but more can be added. */
  interrupt(patience: number): Promise<void>;
  close(): Promise<void>;
}

export async function openJobs(parts: JobsParts): Promise<Jobs> {
  const jobs = jobsOf(parts.plugins, parts.ownJobs);
  if (jobs.length === 0) return withoutJobs;
  const queue = await openQueue(parts.config, parts.database, jobs, parts.limits, parts.log);
  const failed = failedJobs(queue, parts.messages, () => parts.hostOf('server'), parts.givenUp);
  const runner = new JobRunner({ ...parts, queue, failed });
  const known = new Map<unknown, RegisteredJob>(
    jobs.flatMap((each) => [
      [each.declared, each],
      [each.name, each],
    ]),
  );
  let stopSchedules = async (): Promise<void> => {};
  return {
    enqueueIn: (transaction) =>
      enqueueWith(known, (job, data, options) => runner.enqueue(transaction, job, data, options)),
    async start(hasStarted) {
      const runnable = jobs.filter(({ plugin }) => hasStarted(plugin));
      await failed.collect();
      await failed.forget(Math.floor(Date.now() / 1000));
      tellDead(parts, jobs, await failed.list());
      await runner.start(runnable);
      if (!parts.schedules) return;
      stopSchedules = await startSchedules({
        ...parts,
        jobs: runnable,
        now: Date.now,
        enqueue: (transaction, job) => runner.enqueue(transaction, job, undefined, {}),
      });
    },
    seenTo: (id) => runner.tellSettled(id),
    async dead() {
      await failed.collect();
      return failed.list();
    },
    async interrupt(patience) {
      await stopSchedules();
      await runner.interrupt(patience);
    },
    close: () => queue.close(),
  };
}

type Add = (job: RegisteredJob, data: unknown, options: EnqueueOptions) => Promise<string | undefined>;

const enqueueWith =
  (known: ReadonlyMap<unknown, RegisteredJob>, add: Add): Enqueue =>
  async (job: JobOf<never>, ...[data, options = {}]: readonly [data?: unknown, options?: EnqueueOptions]) => {
    // Whoever has no declaration knows it by its full name, which no declaration has.
    const name = (job as Partial<AnyJob> | undefined)?.name;
    const registered = known.get(job) ?? known.get(name);
    if (!registered && name?.includes('.')) throw new Problem('server:noSuchJob', { name });
    if (!registered) throw new Error(`The job "${name}" is not in the list "jobs" of any plugin.`);
    return add(registered, data, options);
  };

const withoutJobs: Jobs = {
  enqueueIn: () => enqueueWith(new Map(), async () => undefined),
  start: async () => {},
  seenTo: async () => {},
  dead: async () => [],
  interrupt: async () => {},
  close: async () => {},
};

/** Whoever looks after the installation sees at each start what was given up before. */
function tellDead(
  { failures, messages }: Pick<JobsParts, 'failures' | 'messages'>,
  jobs: readonly RegisteredJob[],
  dead: readonly DeadJob[],
): void {
  for (const { name, owner } of jobs)
    for (const { id, attempts, error } of dead.filter((each) => each.name === name).toReversed()) {
      const params = { job: name, attempt: attempts, most: attempts, error: unpackError(error) };
      const message = { key: 'server:jobGivenUp', params };
      failures.tell(owner, translated(messages, 'en', message), { message, subject: id });
    }
}
