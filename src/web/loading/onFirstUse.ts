const signs = ['pointermove', 'keydown', 'touchstart'] as const;

/** Fetches ahead what somebody may want next, as soon as they do anything on the page; gives what stops waiting for it. */
export function onFirstUse(fetch: () => Promise<unknown>): () => void {
  const stop = (): void => {
    for (const sign of signs) window.removeEventListener(sign, begin);
  };
  const begin = (): void => {
    stop();
    // Whoever wants it is told when it cannot be fetched.
    void fetch().catch(() => {});
  };
  for (const sign of signs) window.addEventListener(sign, begin, { passive: true });
  return stop;
}
