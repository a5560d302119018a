import { job, type JobRun, type PluginHost } from '#plugin';

/** Rows that are looked for at a time. */
const batch = 100;

/** Every minute: gives free what is held by reservations whose time is over. One that cannot be keeps no other waiting. */
export const expireHolds = job({
  name: 'expire-holds',
  schedule: '* * * * *',
  async run({ host, signal }: JobRun<undefined>) {
    const holds = host.rows('user_hold', host.system);
    const failed: unknown[] = [];
    for (let last = 0; ;) {
      const where = { state: 'held', expires: { elt: host.now() }, id: { gt: last } } as const;
      const due = await holds.list(where, { sort: 'id', limit: batch });
      for (const { id } of due) {
        signal.throwIfAborted();
        await expire(host, id).catch((error: unknown) => failed.push(error));
        last = id;
      }
      if (due.length < batch) break;
    }
    if (failed.length > 0) throw failed[0];
  },
});

/** Looks once more: it may have been settled meanwhile. */
const expire = (host: PluginHost, id: number): Promise<void> =>
  host.transaction(host.system, async ({ rows }) => {
    const holds = rows('user_hold');
    const { state } = await holds.lock(id);
    if (state === 'held') await holds.edit(id, { state: 'expired', used: 0 });
  });
