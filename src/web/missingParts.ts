import { hasUnsaved } from './layout/tabs/unsaved.ts';

const errors = new WeakSet<object>();

/** Whether this was thrown because a part of the application could not be fetched. Browsers do not ask for such a part again. */
export const isMissingPart = (error: object): boolean => errors.has(error);

/** A part that is not there any more belongs to an earlier build: the page is loaded afresh, but not for ever. */
export function watchMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    errors.add(payload);
    void reloadOnce();
  });
}

/** Only when the server is there and nothing that was typed would be lost. */
async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem('reloadTime') ?? 0);
  if (Date.now() - last < 10_000 || hasUnsaved() || !(await isServed())) return;
  sessionStorage.setItem('reloadTime', String(Date.now()));
  location.reload();
}

async function isServed(): Promise<boolean> {
  try {
    return navigator.onLine && (await fetch('/config.json', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Loads the page afresh as soon as the browser is online again; the answer stops waiting for that. */
export function reloadOnline(): () => void {
  const reload = (): void => {
    if (!hasUnsaved()) location.reload();
  };
  window.addEventListener('online', reload, { once: true });
  return () => window.removeEventListener('online', reload);
}
