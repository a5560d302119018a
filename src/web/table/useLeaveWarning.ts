import { useEffect, useState, type RefObject } from 'react';
import { useTabScope } from '../navigation/tabScope.ts';
import { forgetForm, watchUnsaved } from '../navigation/unsaved.ts';

/**
 * Says of a form whether something typed is not saved, also while another tab is shown; whoever closes the tab or the
 * window is asked then. A form that a page takes away by itself names its `element`: with that its warning goes.
 */
export function useLeaveWarning(isDirty: () => boolean, open: boolean, element?: RefObject<Element | null>): void {
  const { path } = useTabScope();
  const [form] = useState(() => ({}));
  useEffect(() => {
    // A hidden page loses its references, not its elements.
    const shown = element?.current;
    if (open) watchUnsaved(path, form, () => shown?.isConnected !== false && isDirty());
    else forgetForm(path, form);
  }, [element, form, isDirty, open, path]);
}
