import { idOf } from '../read.ts';
import type { Body } from '../write/body.ts';
import { orStale } from '../write/changes.ts';
import type { EditOptions } from '../write/save.ts';
import { editWithLines } from '../write/saveWithLines.ts';
import { seenBy, seenLater } from './seenBy.ts';
import { tableCall } from './tableCall.ts';

/** Changes a row. Merges when others changed other fields; a `Problem` with `Code.stale` and `data.row` when they changed the same. */
export const edit = tableCall({
  name: 'edit',
  method: 'POST',
  success: 'rows:updated',
  writes: true,
  input: ({ body }): [body: Body, options?: Pick<EditOptions, 'also'>] => [body],
  async run({ write, reader }, caller, model, body, { also } = {}) {
    const id = idOf(model, body['id']);
    const edited = editWithLines(write, caller, model, id, body, seenLater(reader, caller, model), { also });
    const row = await orStale(edited, () => seenBy(reader, caller, model)(id));
    return row();
  },
  answer: (row) => ({ row }),
});
