import { within } from '../shared/timeLimit.ts';
import type { JobFence } from './limitedJob.ts';
import { runAs } from './owner.ts';

/** Runs foreign code after its change is on the disk, which stands whatever happens here; its sender does not wait for ever. */
export const afterwards =
  <I extends unknown[]>(
    { owner, limit, failures }: Pick<JobFence, 'owner' | 'limit' | 'failures'>,
    what: string,
    work: (...input: I) => Promise<void> | void,
  ): ((...input: I) => Promise<void>) =>
  async (...input) => {
    try {
      await runAs(owner, () => within(limit, () => work(...input)));
    } catch (error) {
      failures.report(owner, `${what}, whose change stands`, error);
    }
  };
