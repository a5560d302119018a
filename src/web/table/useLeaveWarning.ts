import { useWarnAboutChange } from '@refinedev/core';
import { useEffect } from 'react';

/** Asks before the page is left while something is not saved. */
export function useLeaveWarning(isDirty: () => boolean, open: boolean): void {
  const { setWarnWhen } = useWarnAboutChange();
  useEffect(() => {
    if (!open) return;
    const warn = (event: BeforeUnloadEvent): void => {
      if (isDirty()) event.preventDefault();
    };
    const note = (): void => setWarnWhen?.(isDirty());
    window.addEventListener('beforeunload', warn);
    document.addEventListener('input', note);
    return () => {
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('input', note);
      setWarnWhen?.(false);
    };
  }, [isDirty, open, setWarnWhen]);
}
