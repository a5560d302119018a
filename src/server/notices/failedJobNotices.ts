import { eachLanguage } from '#resource';
import type { PluginHost } from '#plugin';
import type { GivenUpJob } from '../jobs/failedJobs.ts';
import type { Messages } from '../shared/messages.ts';

/** Where they are listed. */
const link = '/admin/routine/failedJob';

/** Tells super administrators of jobs that were given up: of one by its name, of many at once by their number. */
export const failedJobNotices =
  (host: () => Pick<PluginHost, 'notifySupers'>, messages: Pick<Messages, 'translate'>) =>
  async (jobs: readonly Pick<GivenUpJob, 'name' | 'errorIn'>[]): Promise<void> => {
    const [first] = jobs;
    if (!first) return;
    const title = eachLanguage((language) =>
      jobs.length > 1
        ? messages.translate(language, 'serverNotices:failedJobs', { count: jobs.length })
        : messages.translate(language, 'serverNotices:failedJob', { job: first.name }),
    );
    const why = jobs.length > 1 ? undefined : eachLanguage((language) => first.errorIn(language).slice(0, 500));
    // Errors may say nothing.
    const body = why && Object.values(why).every((text) => text.trim() !== '') ? why : undefined;
    await host().notifySupers({ title, ...(body && { body }), link });
  };
