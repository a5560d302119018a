import { sql } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import type { HistoryEntry } from '../answers.ts';
import { readWhere } from '../query/readRows.ts';
import { main } from '../query/reference.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { assertMay, idOf, isAllowed, mayEmptyView, type Reader } from '../read.ts';
import { leftAlone } from '../traits/formerValues.ts';
import { readHistory } from '../traits/history.ts';
import { reasonsOf } from '../write/refusals.ts';
import type { WriteContext } from '../write/transaction.ts';
import { tableCall } from './tableCall.ts';

/** What happened to a row and its lines; also to one that is in a view from which the caller may bring it back. */
export const history = tableCall({
  name: 'history',
  method: 'GET',
  writes: false,
  input: ({ query }): [id: unknown] => [query['id']],
  async run({ write, reader }, caller, model, input) {
    assertMay(caller, model, 'history');
    const id = idOf(model, input);
    const views = [...model.views.keys()].filter((view) => mayEmptyView(caller, model, view));
    for (const where of [undefined, ...views]) {
      const isIt = sql<boolean>`${sql.ref(`${main}.id`)} = ${id}`;
      const conditions = [isIt, ...rowsOpenTo(write, caller, model, where)];
      if ((await readWhere(write, write.database.read, caller, model, conditions)).length === 0) continue;
      const entries = await readHistory(write, write.database.read, caller, model, id);
      const isEditable = where === undefined && (await mayEdit(reader, caller, model, id));
      return isEditable ? entries.map((entry) => restorable(write, caller, model, entry)) : entries;
    }
    throw new Problem('rows:notFound');
  },
  answer: (list) => ({ list }),
});

async function mayEdit(reader: Reader, caller: Caller, model: Model, id: number): Promise<boolean> {
  if (!isAllowed(caller, model, 'edit')) return false;
  const { withheld } = await reader.withheld(caller, model, [{ id }]);
  return !withheld?.['edit'];
}

function restorable(ctx: WriteContext, caller: Caller, model: Model, entry: HistoryEntry): HistoryEntry {
  if (entry.line || entry.action !== 'edit' || Object.keys(entry.changes).length === 0) return entry;
  return { ...entry, unrestorable: reasonsOf(ctx, caller.language, leftAlone(caller, model, entry.changes)) };
}
