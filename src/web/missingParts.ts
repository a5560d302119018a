const errors = new WeakSet<object>();

/** Whether this was thrown because a part of the application could not be fetched. Browsers do not ask for such a part again. */
export const isMissingPart = (error: object): boolean => errors.has(error);

/** A part that is not there any more belongs to an earlier build: the page is loaded afresh, but not for ever. */
export function watchMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    errors.add(payload);
    const last = Number(sessionStorage.getItem('reloadTime') ?? 0);
    if (Date.now() - last < 10_000) return;
    sessionStorage.setItem('reloadTime', String(Date.now()));
    location.reload();
  });
}
