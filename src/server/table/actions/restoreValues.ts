import { Problem, type AnyRow, type RestorePreview } from '#resource';
import { assertMay, idOf } from '../read.ts';
import { formerValues } from '../traits/formerValues.ts';
import { reasonsOf } from '../write/refusals.ts';
import { tryEdit } from '../write/tryEdit.ts';
import { isPreview } from './bulkEdit.ts';
import { edit } from './edit.ts';
import { tableCall } from './tableCall.ts';

interface Asked {
  readonly id: unknown;
  /** Of the history of the row. */
  readonly entry: unknown;
  /** Which the preview has shown. */
  readonly version?: unknown;
  readonly preview?: boolean;
}

/**
 * Gives the fields of one edit what they held before it, as an edit of the caller's own. With `preview` it tells what that
 * would change now, and does nothing.
 */
export const restoreValues = tableCall({
  name: 'restoreValues',
  node: 'edit',
  method: 'POST',
  success: 'rows:updated',
  writes: true,
  input: ({ body: { id, entry, version, preview } }): [asked: Asked] => [
    { id, entry, version, preview: isPreview(preview) },
  ],
  async run(
    context,
    caller,
    model,
    { entry, version, preview = false, ...asked },
  ): Promise<RestorePreview | { readonly row: AnyRow }> {
    assertMay(caller, model, 'history');
    const { write, reader } = context;
    const id = idOf(model, asked.id);
    // Whoever cannot see the row is told nothing of its history.
    if (!(await reader.find(caller, model, id))) throw new Problem('rows:notFound');
    const { values, left } = await formerValues(write.database.read, caller, model, id, idOf(model, entry));
    if (Object.keys(values).length === 0) throw Object.values(left)[0]!;
    if (preview)
      return { ...(await tryEdit(write, caller, model, id, values)), left: reasonsOf(write, caller.language, left) };
    return { row: await edit.run(context, caller, model, { id, version, ...values }) };
  },
});
