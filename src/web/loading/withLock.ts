/** Runs the job while no other tab runs one of this name, where the browser can arrange it. */
export async function withLock<T>(name: string, job: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;
  return locks ? (locks.request(name, job) as Promise<T>) : job();
}
