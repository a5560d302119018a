import type { AnyJob, ServerPlugin } from '#plugin';

/** A job of a plugin with its defaults filled in. */
export interface RegisteredJob {
  /** `report.send`, the plugin first. */
  readonly name: string;
  readonly plugin: string;
  readonly definition: AnyJob;
  readonly retries: number;
  /** Seconds. */
  readonly backoff: number;
  /** Seconds. */
  readonly timeLimit: number;
  readonly concurrency: number;
  readonly schedule: string | undefined;
}

/** Seconds between two tries at most. */
export const longestPause = 3600;

export const jobsOf = (plugins: readonly Pick<ServerPlugin, 'name' | 'jobs'>[]): RegisteredJob[] =>
  plugins.flatMap(({ name, jobs = [] }) => jobs.map((job) => registered(name, job)));

const registered = (plugin: string, job: AnyJob): RegisteredJob => ({
  name: `${plugin}.${job.name}`,
  plugin,
  definition: job,
  retries: job.retries ?? 3,
  backoff: job.backoff ?? 10,
  timeLimit: job.timeLimit ?? 300,
  concurrency: job.concurrency ?? 1,
  schedule: job.schedule,
});
