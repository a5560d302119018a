import i18next from 'i18next';
import type { FileTarget } from '#web';

/** Milliseconds before each further try, as long as nothing of the file arrives in between. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** Statuses of a server that cannot be reached, begins anew, or still holds the connection that was lost. */
const passing = new Set([0, 423, 502, 503, 504]);

/**
 * Tries again while the connection is lost, for as long as the browser is offline and then for a minute; a file that has
 * changed since it was chosen is said so. `onArrived` is called whenever a part has arrived.
 */
export async function overConnection<T>(
  file: File,
  { signal, onStage }: Pick<FileTarget, 'signal' | 'onStage'>,
  attempt: (onArrived: () => void) => Promise<T>,
): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt(() => (failed = -1));
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(await isReadable(file))) throw new Error(i18next.t('upload:input.changed'), { cause: error });
      if (!isPassing(error) || (failed >= pauses.length && navigator.onLine)) throw error;
      onStage(i18next.t('upload:input.waiting'));
      await pause(pauses[Math.max(0, Math.min(failed, pauses.length - 1))]!, signal);
      onStage(undefined);
    }
  }
}

/** A failure of the way there, not of what the server says: an answer of ours has a code. */
function isPassing(error: unknown): boolean {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: number };
  return statusCode !== undefined && code === undefined && passing.has(statusCode);
}

/** A browser reads no byte of a file that is not any more what was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Waits so long, and until the browser is online; at once when it comes back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (act: () => void) => () => {
      clearTimeout(timer);
      ended.abort();
      act();
    };
    const timer = setTimeout(() => navigator.onLine && end(resolve)(), milliseconds);
    addEventListener('online', end(resolve), { signal: ended.signal });
    signal.addEventListener(
      'abort',
      end(() => reject(new Error('aborted'))),
      { signal: ended.signal },
    );
  });
}
