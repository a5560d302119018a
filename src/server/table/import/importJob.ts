import { job } from '#plugin';
import type { OwnJob } from '../../jobs/registeredJob.ts';
import type { ImportJob } from './runImport.ts';

/** Checks, writes or undoes an import. */
export const importRows = job<ImportJob>({
  name: 'import-rows',
  run() {
    throw new Error('The server runs it itself.');
  },
});

/** Seconds that one import may take. */
const timeLimit = 43_200;

/** The job as the server runs it, whichever plugins there are. */
export const importJob = (run: (data: ImportJob, signal: AbortSignal) => Promise<void>): OwnJob => ({
  declared: importRows,
  always: true,
  options: { retries: 20, backoff: 5, timeLimit, concurrency: 2, mostData: 1000 },
  pack: (data) => data,
  run: ({ data, signal }) => run(data as ImportJob, signal),
});
