import { eachLanguage } from '#resource';
import type { PluginHost } from '#plugin';
import type { GivenUpJob } from '../jobs/failedJobs.ts';
import type { Messages } from '../shared/messages.ts';

/** Where they are listed. */
const link = '/admin/routine/failedJob';

/** Tells super administrators of jobs that were given up: of one by its name, of many at once by their number. */
export const failedJobNotices =
  (host: () => PluginHost, messages: Pick<Messages, 'translate'>) =>
  async (jobs: readonly GivenUpJob[]): Promise<void> => {
    const [first] = jobs;
    if (!first) return;
    const { notify, rows, system } = host();
    const supers = await rows('admin', system).list({ status: 1, 'groups.is_super': 1, 'groups.status': 1 });
    const title = eachLanguage((language) =>
      jobs.length > 1
        ? messages.translate(language, 'serverNotices:failedJobs', { count: jobs.length })
        : messages.translate(language, 'serverNotices:failedJob', { job: first.name }),
    );
    const body = jobs.length > 1 ? undefined : eachLanguage((language) => first.errorIn(language).slice(0, 500));
    for (const { id } of supers) await notify({ realm: 'admin', id }, { title, ...(body && { body }), link });
  };
