import { useEffect } from 'react';
import { hasUnsaved } from './unsaved.ts';

/** Asks before the window is closed while something is not saved on any page. */
export function useUnsavedWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
