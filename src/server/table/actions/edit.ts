import type { Write } from '../../database/database.ts';
import { idOf } from '../read.ts';
import type { Body } from '../write/body.ts';
import { editRow, Stale, staleEdit } from '../write/save.ts';
import { seenBy } from './seenBy.ts';
import { tableCall } from './tableCall.ts';

interface Options {
  /** Done in the same transaction, after the row is written. It may run more than once. */
  readonly also?: (write: Write) => Promise<void>;
}

/** Changes a row. Merges when others changed other fields; a `Problem` with `Code.stale` and `data.row` when they changed the same. */
export const edit = tableCall({
  name: 'edit',
  method: 'POST',
  success: 'rows:updated',
  writes: true,
  input: ({ body }): [body: Body, options?: Options] => [body],
  async run({ write, reader }, caller, model, body, { also } = {}) {
    const id = idOf(model, body['id']);
    const seen = seenBy(reader, caller, model);
    try {
      return await editRow(write, caller, model, id, body, seen, { also });
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      throw staleEdit(await seen(id));
    }
  },
  answer: (row) => ({ row }),
});
