/** Milliseconds between two looks. */
const day = 86_400_000;
/** Rows that go in one transaction, which nobody notices waiting for. */
export const forgetBatch = 200;

/**
 * Removes old rows behind the work of others, now and every day: `forget` removes up to a batch of them and returns how
 * many. Returns how to stop.
 */
export function forgetDaily(forget: () => Promise<number>, failed: (error: unknown) => void): () => Promise<void> {
  let isStopped = false;
  const forgetAll = async (): Promise<void> => {
    try {
      while (!isStopped && (await forget()) === forgetBatch);
    } catch (error) {
      failed(error);
    }
  };
  let running = forgetAll();
  const timer = setInterval(() => (running = running.then(forgetAll)), day).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
