import { importRows, type ImportJob } from '../table/import/importRows.ts';
import type { OwnJob } from './registeredJob.ts';

/** Seconds that one run may take. */
const timeLimit = 43_200;

/** The job of imports as the server runs it, whichever plugins there are. */
export const importJob = (run: (data: ImportJob, signal: AbortSignal) => Promise<void>): OwnJob => ({
  declared: importRows,
  always: true,
  options: { retries: 20, backoff: 5, timeLimit, concurrency: 2, mostData: 1000 },
  pack: (data) => data,
  run: ({ data, signal }) => run(data as ImportJob, signal),
});
