import type { Gate } from '../table/gate.ts';

/** Seconds that entries are kept: six months at their longest, the least that China's Cybersecurity Law asks of such logs (article 21). */
const kept = 184 * 86_400;
/** Milliseconds between two looks. */
const day = 86_400_000;
/** Entries that go in one transaction, which nobody notices waiting for. */
const batch = 200;

/** Removes old entries of the administrators' log behind the work of others, now and every day. Returns how to stop. */
export function forgetAudit(
  gate: Gate,
  now: () => number,
  log: (message: string, error: unknown) => void,
): () => Promise<void> {
  let isStopped = false;
  const forget = async (): Promise<void> => {
    try {
      while (!isStopped && (await forgetBatch(gate, now() - kept)) === batch);
    } catch (error) {
      log("old entries of the administrators' log could not be removed", error);
    }
  };
  let running = forget();
  const timer = setInterval(() => (running = running.then(forget)), day).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

/** Ids grow with time, so the oldest entries are found without looking at the others. */
async function forgetBatch(gate: Gate, before: number): Promise<number> {
  const entries = gate.rows('admin_log');
  const old = (await entries.list({}, { sort: 'id', limit: batch })).filter((entry) => entry.create_time < before);
  await entries.del(old.map(({ id }) => id));
  return old.length;
}
