import type { HttpError } from '@refinedev/core';
import type { FieldManifest, Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { notify } from '../messages/notify.ts';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';
import { nameOf } from './nameOf.ts';
import { failureOf } from './saveFailure.ts';
import { offerUndo } from './undo.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';
import { useSave } from './useSave.ts';

/** Saves a value that is changed in the list, says so, and offers to give the row the former one back. */
export function useInlineSave(manifest: Manifest, field: FieldManifest) {
  const text = useText();
  const { edit } = useSave(manifest);
  const refresh = useRowsRefresh(manifest);

  const save = async (row: ListRow, value: unknown, tell: (saved: ListRow) => void | Promise<void>): Promise<void> => {
    try {
      await tell(await edit(row, { [field.name]: value }));
    } catch (error) {
      // Others have changed it: there is nothing to compare, the list shows theirs.
      if (failureOf(error).kind === 'stale') notify.error((error as HttpError).message);
    } finally {
      await refresh();
    }
  };
  return (row: ListRow, value: unknown): Promise<void> =>
    save(row, value, async (saved) => {
      const said = await savedText(manifest, field, row, value, text);
      offerUndo(said, text, () => save(saved, row[field.name], () => notify.success(text('undone', { count: 1 }))));
    });
}

/** Which row has got which value; the row alone where the code for more cannot be fetched. */
async function savedText(
  manifest: Manifest,
  field: FieldManifest,
  row: ListRow,
  value: unknown,
  text: ReturnType<typeof useText>,
): Promise<string> {
  const done = text('saved', { row: nameOf(manifest, row) });
  try {
    const [{ givenValues }] = await Promise.all([import('./givenValues.ts'), loadTexts('bulkEdit')]);
    return text('bulkEdit:gave', { done, given: givenValues(manifest, { [field.name]: value }, [], text) });
  } catch {
    return done;
  }
}
