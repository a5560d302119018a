import type { RowListener } from '../table/write/transaction.ts';
import type { Jobs } from './startJobs.ts';

/** Once somebody has taken away a job that was given up, or runs it again, it is no failure any more. */
export const failedJobEvents =
  ({ seenTo }: Pick<Jobs, 'seenTo'>): RowListener =>
  async ({ after }, { model, action, before }) => {
    if (model.name === 'failed_job' && action === 'del') after.push(() => seenTo(String(before?.['job_id'])));
  };
