import { Problem, type Model } from '#resource';
import { forbidden, idOf } from '../read.ts';
import { mostEdited } from '../write/bulkEdit.ts';
import { undoEdit, type WrittenRow } from '../write/undoEdit.ts';
import { tableCall } from './tableCall.ts';

/** Takes back what the caller's bulk edit has done with these rows, but for those that somebody has changed since. */
export const undoing = tableCall({
  name: 'undoEdit',
  node: 'edit',
  method: 'POST',
  success: 'rows:updated',
  writes: true,
  input: ({ body }): [rows: unknown] => [body['rows']],
  run: ({ write }, caller, model, rows) => {
    if (!model.traits.has('history')) throw forbidden();
    return undoEdit(write, caller, model, rowsIn(model, rows));
  },
});

/** Pairs of an id and a version, as a bulk edit has answered them. */
function rowsIn(model: Model, input: unknown): WrittenRow[] {
  if (!Array.isArray(input) || input.length === 0) throw new Problem('rows:noIds');
  if (input.length > mostEdited) throw new Problem('rows:tooManyRows', { limit: mostEdited });
  const found = (input as unknown[]).map((pair) => {
    const [id, version] = Array.isArray(pair) ? (pair as unknown[]) : [];
    return [idOf(model, id), Number(version)] as const;
  });
  return [...new Map(found.map((pair) => [pair[0], pair])).values()];
}
