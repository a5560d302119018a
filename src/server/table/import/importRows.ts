import { job } from '#plugin';
import type { ImportJob } from './runImport.ts';

/** The job that checks, writes or undoes an import: `src/server/jobs/importJob.ts` runs it. */
export const importRows = job<ImportJob>({
  name: 'import-rows',
  run() {
    throw new Error('The server runs it itself.');
  },
});
