import { useEffect } from 'react';
import { dropKept, keepUnsaved } from './reload.ts';
import { hasUnsaved } from './unsaved.ts';

/**
 * Asks before the window is closed while something is not saved on any page. Of what is typed there all that may be kept
 * comes back when the page is loaded anew.
 */
export function useUnsavedWarning(): void {
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('beforeunload', (event) => hasUnsaved() && event.preventDefault(), { signal });
    addEventListener('pagehide', keepUnsaved, { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && dropKept(), { signal });
    return () => listening.abort();
  }, []);
}
