import { forgetBatch, forgetDaily } from '../../shared/forgetDaily.ts';
import type { Gate } from '../../table/gate.ts';

/** Seconds that entries are kept: six months at their longest, the least that China's Cybersecurity Law asks of such logs (article 21). */
const retention = 184 * 86_400;

/** Removes old entries of the administrators' log behind the work of others, now and every day. Returns how to stop. */
export const forgetAudit = (
  gate: Gate,
  now: () => number,
  log: (message: string, error: unknown) => void,
): (() => Promise<void>) =>
  forgetDaily(
    () => forgetOldest(gate, now() - retention),
    (error) => log("old entries of the administrators' log could not be removed", error),
  );

/** Ids grow with time, so the oldest entries are found without looking at the others. */
async function forgetOldest(gate: Gate, before: number): Promise<number> {
  const entries = gate.rows('admin_log');
  const old = (await entries.list({}, { sort: 'id', limit: forgetBatch })).filter(
    (entry) => entry.create_time < before,
  );
  await entries.del(old.map(({ id }) => id));
  return old.length;
}
