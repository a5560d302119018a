import type { AnyJob, PluginHost, ServerPlugin } from '#plugin';
import { pluginOwner } from '../fence/owner.ts';

/** A job of a plugin, or of the server itself, with its defaults filled in. */
export interface RegisteredJob extends JobTimes {
  /** `report.send`, the plugin first; those of the server have no dot. */
  readonly name: string;
  /** Whose host its runs get. */
  readonly plugin: string;
  /** Who is named when it fails. */
  readonly owner: string;
  /** What it is enqueued by. */
  readonly declared: AnyJob;
  readonly run: AnyJob['run'];
  /** Makes what is stored of what it is given, or throws. */
  readonly pack: ((data: unknown) => unknown) | undefined;
  /** Bytes of JSON that it may be given: what is larger belongs into a table or a file. */
  readonly mostData: number;
  readonly schedule: string | undefined;
}

interface JobTimes {
  readonly retries: number;
  /** Seconds. */
  readonly backoff: number;
  /** Seconds. */
  readonly timeLimit: number;
  readonly concurrency: number;
}

/** A job that the server does for the plugins that list `declared`. */
export interface OwnJob {
  readonly declared: AnyJob;
  /** Whether or not a plugin lists it. */
  readonly always?: true;
  readonly options: JobTimes & Pick<RegisteredJob, 'mostData'>;
  pack(data: unknown): unknown;
  run(run: {
    readonly id: string;
    readonly data: unknown;
    readonly isLast: boolean;
    readonly signal: AbortSignal;
    readonly host: PluginHost;
  }): Promise<void>;
}

/** Seconds between two tries at most. */
export const longestPause = 3600;

/** Those that plugins list: their own, and once each of the server's. */
export function jobsOf(
  plugins: readonly Pick<ServerPlugin, 'name' | 'jobs'>[],
  own: readonly OwnJob[] = [],
): RegisteredJob[] {
  const ofServer = own.filter(({ declared, always }) => always || plugins.some(({ jobs }) => jobs?.includes(declared)));
  const listed = plugins.flatMap(({ name, jobs = [] }) =>
    jobs.filter((job) => !own.some(({ declared }) => declared === job)).map((job) => registered(name, job)),
  );
  return [...ofServer.map(serverJob), ...listed];
}

const registered = (plugin: string, job: AnyJob): RegisteredJob => ({
  name: `${plugin}.${job.name}`,
  plugin,
  owner: pluginOwner(plugin),
  declared: job,
  run: (run) => job.run(run),
  pack: undefined,
  mostData: 65_536,
  retries: job.retries ?? 3,
  backoff: job.backoff ?? 10,
  timeLimit: job.timeLimit ?? 300,
  concurrency: job.concurrency ?? 1,
  schedule: job.schedule,
});

const serverJob = ({ declared, options, pack, run }: OwnJob): RegisteredJob => ({
  name: declared.name,
  plugin: 'server',
  owner: 'the server',
  declared,
  run,
  pack,
  ...options,
  schedule: undefined,
});
