import { job, type Job, type JobRun } from '#plugin';
import { keptFor } from './beginRun.ts';
import type { Runs } from './runs.ts';

/** Rows that go at once. */
const batch = 500;

/** Every night: notes runs whose server is gone, and removes what is as old as its output. */
export const forgetRuns = (runs: Runs): Job<undefined> =>
  job({
    name: 'forget-runs',
    schedule: '27 3 * * *',
    async run({ host, signal }: JobRun<undefined>) {
      await runs.settleAll();
      const rows = host.rows('terminal_run', host.system);
      for (;;) {
        signal.throwIfAborted();
        const old = await rows.list(
          { outcome: { ne: 'running' }, create_time: { lt: host.now() - keptFor } },
          { sort: 'id', limit: batch },
        );
        await rows.del(old.map(({ id }) => id));
        if (old.length < batch) return;
      }
    },
  });
