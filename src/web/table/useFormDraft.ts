import { useEffect } from 'react';
import type { Manifest } from '#resource';
import { useTakenDraft } from './drafts.ts';
import type { Values } from './formValues.ts';
import { useDraft } from './useDraft.ts';
import type { useEditing } from './useEditing.ts';

/**
 * A form that stands open on a page: what was typed there when the session ended, or the page was loaded anew, is there
 * again.
 */
export function useFormDraft(
  name: string,
  manifest: Manifest,
  { form, row, start, isDirty, restore, uploads, lines }: ReturnType<typeof useEditing>,
): void {
  const draft = useTakenDraft(name);
  useDraft(name, {
    manifest,
    id: row?.id,
    start,
    isDirty,
    uploads,
    values: () => ({ ...(form.getFieldsValue(true) as Values), ...lines.typed() }),
  });
  useEffect(() => {
    if (draft) restore(draft.values);
  }, [draft, restore]);
}
