import { sql } from 'kysely';
import { Problem } from '#resource';
import { readWhere } from '../query/readRows.ts';
import { main } from '../query/reference.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { assertMay, idOf, mayEmptyView } from '../read.ts';
import { readHistory } from '../traits/history.ts';
import { tableCall } from './tableCall.ts';

/** What happened to a row; also to one that is in a view from which the caller may bring it back. */
export const history = tableCall({
  name: 'history',
  method: 'GET',
  writes: false,
  input: ({ query }): [id: unknown] => [query['id']],
  async run({ write }, caller, model, input) {
    assertMay(caller, model, 'history');
    const id = idOf(model, input);
    const views = [...model.views.keys()].filter((view) => mayEmptyView(caller, model, view));
    for (const where of [undefined, ...views]) {
      const isIt = sql<boolean>`${sql.ref(`${main}.id`)} = ${id}`;
      const conditions = [isIt, ...rowsOpenTo(write, caller, model, where)];
      if ((await readWhere(write, write.database.read, caller, model, conditions)).length > 0)
        return readHistory(write, write.database.read, caller, model, id);
    }
    throw new Problem('rows:notFound');
  },
  answer: (list) => ({ list }),
});
