import type { Language } from '#resource';
import type { PluginHost } from '#plugin';
import type { Messages } from '../shared/messages.ts';
import { translated } from '../shared/translated.ts';
import { unpackError } from './jobError.ts';
import type { DeadJob, JobQueue } from './jobQueue.ts';

/** Seconds that they are kept. */
const retention = 30 * 86_400;

/** A job that was given up just now, with what went wrong in each language. */
export interface GivenUpJob {
  readonly name: string;
  /** As it stood in the queue. */
  readonly data: unknown;
  /** The text of the last error, where the server has no words of its own for it. */
  readonly said: string | undefined;
  errorIn(language: Language): string;
}

/** Jobs that were given up, in the table where administrators see them. */
export interface FailedJobs {
  /** Moves there what the queue holds of them. */
  collect(): Promise<void>;
  /** Removes those that are old enough. */
  forget(now: number): Promise<void>;
  /** The latest first, a hundred at most. */
  list(): Promise<DeadJob[]>;
}

function saidIn(error: string): string | undefined {
  const found = unpackError(error);
  return typeof found === 'string' ? found : undefined;
}

export function failedJobs(
  queue: Pick<JobQueue, 'dead' | 'forget'>,
  messages: Pick<Messages, 'translate'>,
  host: () => PluginHost,
  tell: (jobs: readonly GivenUpJob[]) => Promise<void>,
): FailedJobs {
  const inLanguage = (error: string, language: Language): string => {
    const found = unpackError(error);
    return typeof found === 'string' ? found : translated(messages, language, found);
  };
  const rows = () => host().rows('failed_job', host().system);
  const isThere = async (id: string): Promise<boolean> => (await rows().count({ job_id: id })) > 0;
  return {
    async collect() {
      const dead = await queue.dead();
      const added: GivenUpJob[] = [];
      for (const { name, id, error, attempts, data } of dead.toReversed()) {
        if (await isThere(id)) continue;
        const row = {
          job: name,
          job_id: id,
          error: inLanguage(error, 'zh-cn'),
          error_en: inLanguage(error, 'en'),
          attempts,
          data: (data ?? null) as never,
        };
        // Another instance may have been quicker.
        await rows()
          .add(row)
          .then(() =>
            added.push({ name, data, said: saidIn(error), errorIn: (language) => inLanguage(error, language) }),
          )
          .catch(async (failure: unknown) => {
            if (!(await isThere(id))) throw failure;
          });
      }
      if (dead.length > 0) await queue.forget(dead.map(({ id }) => id));
      await tell(added);
    },
    async forget(now) {
      const old = await rows().list({ create_time: { lt: now - retention } });
      if (old.length > 0) await rows().del(old.map(({ id }) => id));
    },
    async list() {
      const found = await rows().list({}, { sort: '-id', limit: 100 });
      return found.map((each) => ({
        name: each.job!,
        id: each.job_id!,
        error: each.error_en ?? each.error ?? '',
        attempts: each.attempts ?? 0,
        time: each.create_time,
        data: each.data,
      }));
    },
  };
}
