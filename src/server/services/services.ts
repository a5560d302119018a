import { join } from 'node:path';
import type { Enqueue } from '#resource';
import type { PluginHost, ServerPlugin } from '#plugin';
import { commandsOf } from '../commands/commands.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Channel, EventTransaction } from '../events/channel.ts';
import { openChannel } from '../events/openChannel.ts';
import type { Failures } from '../fence/failures.ts';
import type { OwnJob } from '../jobs/registeredJob.ts';
import { openJobs, type Jobs, type JobsParts } from '../jobs/startJobs.ts';
import { Outputs } from '../output/outputs.ts';
import type { Messages } from '../shared/messages.ts';
import type { Limits } from '../shared/limits.ts';
import { folderStorage } from '../storage/folderStorage.ts';
import { EventHub } from './eventHub.ts';

type PluginServices = Pick<PluginHost, 'publish' | 'subscribe' | 'enqueue' | 'outputs' | 'storage' | 'commands'>;

/** What outlasts a request: jobs, events, growing logs, files; and the commands of all plugins. */
export interface Services {
  readonly jobs: Jobs;
  readonly channel: Channel;
  readonly events: EventHub;
  /** As one plugin has them. */
  of(plugin: string): PluginServices;
  /** Commands that cannot be offered, a sentence each. */
  readonly faults: readonly string[];
  /** Ends what still runs; the database is still open. */
  close(): Promise<void>;
}

export interface ServicesParts {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  readonly database: Database;
  readonly failures: Failures;
  readonly messages: Pick<Messages, 'translate'>;
  readonly limits: Limits;
  readonly schedules: JobsParts['schedules'];
  readonly plugins: readonly ServerPlugin[];
  readonly ownJobs: readonly OwnJob[];
  hostOf(plugin: string): PluginHost;
  readonly givenUp: JobsParts['givenUp'];
  log(message: string, error: unknown): void;
}

/** Opens what plugins ask for, and the queue of jobs, in which the server's own imports run. */
export async function openServices(parts: ServicesParts): Promise<Services> {
  const { config, database, log, plugins } = parts;
  const channel = await openChannel(config, database, log);
  const events = new EventHub({ ...parts, channel });
  const outputs = new Outputs(database, channel, log);
  await outputs.open();
  const jobs = await openJobs({ ...parts, channel });
  const { commands, faults } = commandsOf(plugins);
  return {
    jobs,
    channel,
    events,
    faults,
    of: (plugin) => ({
      ...events.of(plugin),
      enqueue: ((...input: Parameters<Enqueue>) =>
        alone(database, (transaction) => jobs.enqueueIn(transaction)(...input))) as Enqueue,
      outputs: outputs.of(plugin),
      storage: folderStorage(join(config.dataDir, 'files', plugin)),
      commands: () => commands,
    }),
    async close() {
      await jobs.close();
      await outputs.close();
      await channel.close();
    },
  };
}

/** In a transaction of its own. */
async function alone<T>(database: Database, job: (transaction: EventTransaction) => Promise<T>): Promise<T> {
  let after: EventTransaction['after'] = [];
  const done = await database.write(({ db }) => job({ db, after: (after = []) }));
  for (const each of after) await each();
  return done;
}
