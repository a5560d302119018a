import { useEffect } from 'react';
import { useTabScope } from '../navigation/tabScope.ts';
import { forgetUnsaved, watchUnsaved } from '../navigation/unsaved.ts';

/**
 * Says of the page whether something typed is not saved, also while another tab is shown; whoever closes the tab or the
 * window is asked then.
 */
export function useLeaveWarning(isDirty: () => boolean, open: boolean): void {
  const { path } = useTabScope();
  useEffect(() => {
    if (open) watchUnsaved(path, isDirty);
    else forgetUnsaved(path);
  }, [isDirty, open, path]);
}
