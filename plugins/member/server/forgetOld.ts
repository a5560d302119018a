import type { PluginHost } from '#plugin';

/** Rows that go at once. */
const batch = 500;

/** Removes rows that were added so many seconds ago. */
export async function forgetOld(
  host: PluginHost,
  table: 'user_sign_in' | 'user_outbox',
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const rows = host.rows(table, host.system);
  for (;;) {
    signal.throwIfAborted();
    const old = await rows.list({ create_time: { lt: host.now() - seconds } }, { sort: 'id', limit: batch });
    if (old.length > 0) await rows.del(old.map(({ id }) => id));
    if (old.length < batch) return;
  }
}
