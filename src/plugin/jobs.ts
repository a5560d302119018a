import type { JobOf, Json } from '#resource';
import type { PluginHost } from './host.ts';

/** One run of a job. */
export interface JobRun<D> {
  readonly id: string;
  readonly data: D;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Whether no other try follows when this one fails. */
  readonly isLast: boolean;
  /** Aborted when the time limit is over, the server stops, or another instance has taken the job. */
  readonly signal: AbortSignal;
  readonly host: PluginHost;
}

/** What `job()` takes: work that outlasts the request, and the process, that asked for it. */
export interface JobDefinition<D> {
  /** Small letters, digits and `-`; its full name begins with that of the plugin: `report.send`. */
  readonly name: string;
  /** When it throws, or is not done in time, it is tried again. A run may begin a second time after a crash, unless `retries` is 0. */
  run(run: JobRun<D>): unknown;
  /** How often it is tried again: 0–20, default 3. With 0 it never runs twice, not even when the server is killed in the middle. */
  readonly retries?: number;
  /** Seconds before the first retry, default 10; each further one waits twice as long, an hour at most. 0 tries again at once. */
  readonly backoff?: number;
  /** Seconds for one run: 1–86,400, default 300. */
  readonly timeLimit?: number;
  /** How many may run at once on one instance: 1–100, default 1. */
  readonly concurrency?: number;
  /**
   * A cron expression in the time zone of the site: `'0 3 * * *'` is every night at three. Each time it runs once, on one
   * instance; a time that passed while no server ran is made up for once. For jobs without data.
   */
  readonly schedule?: string;
}

/** A job of the list `jobs` of a plugin. */
export interface Job<D = unknown> extends JobDefinition<D>, JobOf<D> {}

/** Any job, whatever its data. */
export type AnyJob = Omit<Job, '~data' | 'run'> & { run(run: JobRun<never>): unknown };

/** Declares a job; list it in `jobs` of the plugin, and add runs with `enqueue(job, data)`. With data: `job<{ id: number }>({ … })`. */
export function job(definition: JobDefinition<undefined>): Job<undefined>;
export function job<D extends Json>(definition: Omit<JobDefinition<D>, 'schedule'>): Job<D>;
export function job<D>(definition: JobDefinition<D>): Job<D> {
  return definition;
}
