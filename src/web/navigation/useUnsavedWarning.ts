import { useEffect } from 'react';
import { dropKept, keepUnsaved } from './reload.ts';
import { hasUnsaved } from './unsaved.ts';

/**
 * Asks before the window is closed while something is not saved on any page. Of what is typed there all that may be kept
 * comes back when the page is loaded anew.
 */
export function useUnsavedWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (hasUnsaved()) event.preventDefault();
    };
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) dropKept();
    };
    const listeners = { beforeunload: warn, pagehide: keepUnsaved, pageshow: comeBack };
    const each = Object.entries(listeners) as [string, EventListener][];
    for (const [event, listener] of each) window.addEventListener(event, listener);
    return () => {
      for (const [event, listener] of each) window.removeEventListener(event, listener);
    };
  }, []);
}
