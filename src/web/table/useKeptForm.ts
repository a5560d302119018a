import { useEffect } from 'react';
import type { Manifest } from '#resource';
import { useTakenDraft } from './drafts.ts';
import type { Values } from './formValues.ts';
import { tellDraftBack, useDraft } from './useDraft.ts';
import { fillDraft, type useEditing } from './useEditing.ts';
import { useText } from '../settings/useText.ts';

/**
 * A form that stands open on a page: what was typed there when the session ended, or the page was loaded anew, is there
 * again.
 */
export function useKeptForm(
  name: string,
  manifest: Manifest,
  { form, row, start, isDirty, uploads, lines }: ReturnType<typeof useEditing>,
): void {
  const text = useText();
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
    if (!draft) return;
    fillDraft({ form, lines }, draft.values);
    tellDraftBack(text('draftBack'));
  }, [draft, form, lines, text]);
}
