import { sql } from 'kysely';
import { isImportWorking, Problem, type Caller, type ImportState, type ImportStep, type Model } from '#resource';
import { assertMay } from '../read.ts';
import { importRows } from '../import/importRows.ts';
import { stateOf } from '../import/importState.ts';
import { checkColumns, checkKey } from '../import/mapping.ts';
import { afresh } from '../import/runImport.ts';
import { lastImport, moveImport, ownImport, type StoredImport } from '../import/storedImport.ts';
import { inTransaction } from '../write/transaction.ts';
import type { Body } from '../write/body.ts';
import { tableCall, type CallContext } from './tableCall.ts';

/** How far an import is, and what was found; without an `id` the last one, null where there is none. */
export const importState = tableCall({
  name: 'import',
  method: 'GET',
  writes: false,
  input: ({ query }): [id: unknown] => [query['id']],
  async run(context, caller, model, id) {
    if (id !== undefined) return shown(context, caller, model, id);
    assertMay(caller, model, 'import');
    const { write, translate, say } = context;
    const db = write.database.read;
    const last = await lastImport(db, caller, model);
    return last ? stateOf({ db, translate, say }, caller, model, last) : null;
  },
});

/**
 * The next step of an import: `check` with the `columns` and the `key` that the person has chosen, `run`, which with `skip`
 * leaves out the lines that are wrong, `cancel`, `undo`.
 */
export const importing = tableCall({
  name: 'import',
  method: 'POST',
  writes: true,
  input: ({ body }): [body: Body] => [body],
  async run(context, caller, model, body) {
    const { write } = context;
    const { database, now } = write;
    // A portion that ends just now would have it somewhere else than where it was read.
    const lock = database.dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
    await inTransaction(write, caller, undefined, undefined, async (tx) => {
      const stored = await ownImport(tx.db, caller, model, body['id'], lock);
      const change = changeOf(caller, model, stored, body);
      const turn = stored.turn + 1;
      if (!(await moveImport(tx.db, stored, { ...change, turn }, now()))) throw new Problem('import:otherStep');
      if (isImportWorking(change.state)) await write.enqueueIn(tx)(importRows, { id: stored.id, turn });
    });
    return shown(context, caller, model, body['id'], database.read);
  },
});

async function shown(
  { write, translate, say }: CallContext,
  caller: Caller,
  model: Model,
  id: unknown,
  db = write.database.read,
): Promise<ImportState> {
  assertMay(caller, model, 'import');
  return stateOf({ db, translate, say }, caller, model, await ownImport(db, caller, model, id));
}

type Step = 'check' | 'run' | 'cancel' | 'undo';

/** Steps from which each may be asked for. */
const open: Readonly<Record<Step, readonly ImportStep[]>> = {
  check: ['received', 'checked', 'failed'],
  run: ['checked'],
  cancel: ['checking', 'running', 'undoing'],
  undo: ['done', 'cancelled', 'stopped', 'failed'],
};

function changeOf(
  caller: Caller,
  model: Model,
  stored: StoredImport,
  { step, columns: chosen, key: by, skip }: Body,
): Partial<StoredImport> & { state: ImportStep } {
  if (typeof step !== 'string' || !Object.hasOwn(open, step)) throw new Problem('import:otherStep');
  if (!open[step as Step].includes(stored.state)) throw new Problem('import:otherStep');
  const { language } = caller;
  switch (step as Step) {
    case 'check': {
      if (stored.state === 'failed' && stored.position > 0) throw new Problem('import:otherStep');
      const columns = checkColumns(caller, model, stored.header, chosen);
      return { ...afresh, state: 'checking', language, columns, key_field: checkKey(caller, model, columns, by) };
    }
    case 'run': {
      if (stored.failed > 0 && skip !== true && skip !== 1)
        throw new Problem('import:hasErrors', { count: stored.failed });
      if (stored.added + stored.edited === 0) throw new Problem('import:nothingToDo');
      return { ...afresh, state: 'running', language, skip: stored.failed > 0 ? 1 : 0 };
    }
    case 'cancel':
      // What was only looked at may be looked at again.
      return stored.state === 'checking' ? { ...afresh, state: 'received' } : { state: 'cancelled' };
    case 'undo':
      return { state: 'undoing', position: 0, errors: [], failure: null, undone: 0, kept: 0, language };
  }
}
