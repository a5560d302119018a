import { job, type JobRun, type PluginHost } from '#plugin';

/** Rows that are looked for at a time. */
const batch = 100;

/** Every minute: gives free what is held by reservations whose time is over. */
export const expireHolds = job({
  name: 'expire-holds',
  schedule: '* * * * *',
  async run({ host, signal }: JobRun<undefined>) {
    for (;;) {
      const now = host.now();
      const due = await host
        .rows('user_hold', host.system)
        .list({ state: 'held', expires: { elt: now } }, { limit: batch });
      for (const { id } of due) {
        signal.throwIfAborted();
        await expire(host, id);
      }
      if (due.length < batch) return;
    }
  },
});

/** Looks once more: it may have been settled meanwhile. */
const expire = (host: PluginHost, id: number): Promise<void> =>
  host.transaction(host.system, async ({ rows }) => {
    const holds = rows('user_hold');
    const { state } = await holds.lock(id);
    if (state === 'held') await holds.edit(id, { state: 'expired', used: 0 });
  });
