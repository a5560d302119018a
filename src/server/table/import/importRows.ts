import { job } from '#plugin';
import type { ImportStep } from '#resource';

/** What the job is given: a later turn is another job's. */
export type ImportJob = Readonly<Record<'id' | 'turn', number>> & {
  /** Where an earlier job has left off, so that others came first. */
  readonly last?: ImportStep;
  /** A check that has shown that it takes long: it begins anew once no other such is running. */
  readonly isLong?: true;
};

/** The job that checks, writes or undoes an import: `src/server/jobs/importJob.ts` runs it. */
export const importRows = job<ImportJob>({
  name: 'import-rows',
  run() {
    throw new Error('The server runs it itself.');
  },
});
