/** Streams that a browser keeps open, whatever the number of its tabs: HTTP/1.1 has six connections, and calls need some. */
const most = 3;
const lockOf = (number: number): string => `stream ${number}`;
/** Tells other tabs that somebody looks at a page that waits for its stream. */
const wanted = 'streams wanted';

export interface HeldConnection {
  /** Aborted when the stream has to end: with the signal that was given, or since another tab wants the connection. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * One of the connections that streams may have, as soon as there is one. A tab that nobody looks at gives its own up for one
 * that somebody does, when its stream can go on later where it was. Without locks (pages over plain HTTP) nobody knows of
 * other tabs: each has its own while somebody looks at it.
 * Rejects when it is aborted before.
 */
export async function heldConnection(given: AbortSignal, canGoOn: () => boolean): Promise<HeldConnection> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  given.throwIfAborted();
  given.addEventListener('abort', end, { once: true });
  const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;
  const giveUp = (): void => void (document.visibilityState === 'hidden' && canGoOn() && end());
  const release = await (locks ? locked(locks, given) : whileSeen(giveUp, given));
  const channel = new BroadcastChannel(wanted);
  channel.addEventListener('message', giveUp);
  return {
    signal: ended.signal,
    release() {
      given.removeEventListener('abort', end);
      channel.close();
      release();
    },
  };
}

/** Waits until somebody looks at the page, and calls back when nobody does any more; returns what stops that. */
async function whileSeen(unseen: () => void, signal: AbortSignal): Promise<() => void> {
  while (document.visibilityState === 'hidden') {
    signal.throwIfAborted();
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
      signal.addEventListener('abort', resolve, { once: true });
    });
  }
  document.addEventListener('visibilitychange', unseen);
  return () => document.removeEventListener('visibilitychange', unseen);
}

/** Holds the first of the locks that is free; returns what lets go of it. */
async function locked(locks: LockManager, signal: AbortSignal): Promise<() => void> {
  for (let number = 0; number < most; number += 1) {
    const release = await hold(locks, lockOf(number), { ifAvailable: true });
    if (release) return release;
  }
  return waitForOne(locks, signal);
}

/** Waits for whichever is free first; the others are let go of as they come. */
async function waitForOne(locks: LockManager, signal: AbortSignal): Promise<() => void> {
  const waiting = new AbortController();
  const stop = (): void => waiting.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const askFor = (): void => {
    if (document.visibilityState !== 'visible') return;
    const channel = new BroadcastChannel(wanted);
    channel.postMessage('');
    channel.close();
  };
  document.addEventListener('visibilitychange', askFor);
  askFor();
  try {
    let isTaken = false;
    return await Promise.any(
      Array.from({ length: most }, async (_, number) => {
        const release = (await hold(locks, lockOf(number), { signal: waiting.signal }))!;
        if (!isTaken) {
          isTaken = true;
          return release;
        }
        release();
        throw new Error('not needed');
      }),
    );
  } finally {
    document.removeEventListener('visibilitychange', askFor);
    signal.removeEventListener('abort', stop);
    waiting.abort();
  }
}

/** Undefined when it is not there at once and was only wanted then. */
function hold(locks: LockManager, name: string, options: LockOptions): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) {
          resolve(undefined);
          return undefined;
        }
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}
