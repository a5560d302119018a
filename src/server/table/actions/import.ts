import { sql } from 'kysely';
import { isImportWorking, Problem, type Caller, type ImportState, type ImportStep, type Model } from '#resource';
import { assertMay, forbidden, isAllowed } from '../read.ts';
import { importRows } from '../import/importRows.ts';
import { stateOf } from '../import/importState.ts';
import { importTemplate } from '../import/importTemplate.ts';
import { checkColumns, checkKey } from '../import/mapping.ts';
import { afresh, noErrors } from '../import/runImport.ts';
import {
  attributesOf,
  isAsChecked,
  kindOf,
  kindsOf,
  lastImport,
  moveImport,
  nodeFor,
  ownImport,
  type ImportKind,
  type StoredImport,
} from '../import/storedImport.ts';
import { inTransaction } from '../write/transaction.ts';
import type { Body } from '../write/body.ts';
import { tableCall, type CallContext } from './tableCall.ts';

const stateCall = (kind: ImportKind) =>
  tableCall({
    name: kind,
    method: 'GET',
    writes: false,
    input: ({ query }): [id: unknown] => [query['id']],
    async run(context, caller, model, id) {
      if (id !== undefined) return shownImport(context, caller, model, kind, id);
      assertMay(caller, model, nodeFor(kind));
      const { write, translate, say } = context;
      const db = write.database.read;
      const last = await lastImport(db, caller, model, kind);
      return last ? stateOf({ db, translate, say, ctx: write }, caller, model, last) : null;
    },
  });

const stepCall = (kind: ImportKind) =>
  tableCall({
    name: kind,
    node: nodeFor(kind),
    method: 'POST',
    writes: true,
    input: ({ body }): [body: Body] => [body],
    async run(context, caller, model, body) {
      const { write } = context;
      const { database, now } = write;
      // A portion that ends just now would have it somewhere else than where it was read.
      const lock = database.dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
      await inTransaction(write, caller, undefined, undefined, async (tx) => {
        const stored = await ownImport(tx.db, caller, model, kind, body['id'], lock);
        const change = changeOf(caller, model, stored, body);
        const turn = stored.turn + 1;
        if (!(await moveImport(tx.db, stored, { ...change, turn }, now()))) throw new Problem(`${kind}:otherStep`);
        if (isImportWorking(change.state)) await write.enqueueIn(tx)(importRows, { id: stored.id, turn });
      });
      return shownImport(context, caller, model, kind, body['id']);
    },
  });

/** An empty file for an import. */
export const importTemplating = tableCall({
  name: 'importTemplate',
  method: 'GET',
  writes: false,
  input: (): [] => [],
  run: (context, caller, model) => importTemplate(context, caller, model),
});
/** How far an import is, and what was found; without an `id` the last one, null where there is none. */
export const importState = stateCall('import');
/**
 * The next step of an import: `check` with the `columns` and the `key` that the person has chosen, `run`, which with `skip`
 * leaves out the lines that are wrong, `cancel`, `undo`.
 */
export const importing = stepCall('import');
/** The same of a bulk edit that is too large for one transaction: its check is its preview, and it leaves out what is refused. */
export const bulkJobState = stateCall('bulkJob');
export const bulkJobbing = stepCall('bulkJob');

/** The import as its owner sees it now. */
export async function shownImport(
  { write, translate, say }: CallContext,
  caller: Caller,
  model: Model,
  kind: ImportKind,
  id: unknown,
): Promise<ImportState> {
  assertMay(caller, model, nodeFor(kind));
  const db = write.database.read;
  return stateOf({ db, translate, say, ctx: write }, caller, model, await ownImport(db, caller, model, kind, id));
}

type Step = 'check' | 'run' | 'cancel' | 'undo';

/** Steps from which each may be asked for. */
const open: Readonly<Record<Step, readonly ImportStep[]>> = {
  check: ['received', 'checked', 'failed'],
  run: ['checked'],
  cancel: ['checking', 'running', 'undoing'],
  undo: ['done', 'cancelled', 'stopped', 'failed', 'undone'],
};

function changeOf(
  caller: Caller,
  model: Model,
  stored: StoredImport,
  { step, columns: chosen, key: by, skip }: Body,
): Partial<StoredImport> & { state: ImportStep } {
  const kind = kindOf(stored);
  if (typeof step !== 'string' || !Object.hasOwn(open, step)) throw new Problem(`${kind}:otherStep`);
  if (!open[step as Step].includes(stored.state)) throw new Problem(`${kind}:otherStep`);
  const { language } = caller;
  const attributes = attributesOf(caller);
  switch (step as Step) {
    case 'check': {
      if (stored.state === 'failed' && stored.position !== 0) throw new Problem(`${kind}:otherStep`);
      if (stored.edit) return { ...afresh, state: 'checking', language, attributes };
      const columns = checkColumns(caller, model, stored.header, chosen);
      const key_field = checkKey(caller, model, columns, by);
      return { ...afresh, state: 'checking', language, attributes, columns, key_field, kinds: kindsOf(model) };
    }
    case 'run': {
      if (!isAsChecked(caller, stored)) throw new Problem(`${kind}:otherScope`);
      if (stored.added + stored.edited === 0) throw new Problem(`${kind}:nothingToDo`);
      // Of a bulk edit, what the check has told of rows stays what is told of them.
      if (stored.edit)
        return { ...afresh, state: 'running', language, errors: stored.errors, error_count: stored.error_count };
      if (stored.failed > 0 && skip !== true && skip !== 1)
        throw new Problem('import:hasErrors', { count: stored.failed });
      return { ...afresh, state: 'running', language, skip: stored.failed > 0 ? 1 : 0 };
    }
    case 'cancel':
      // What was only looked at may be looked at again.
      return stored.state === 'checking' ? { ...afresh, state: 'received' } : { state: 'cancelled' };
    case 'undo': {
      if (stored.state === 'undone' && stored.again === 0) throw new Problem(`${kind}:otherStep`);
      const takes = [...(stored.added > 0 ? ['del'] : []), ...(stored.edited > 0 ? ['edit'] : [])];
      if (takes.length > 0 && !takes.some((action) => isAllowed(caller, model, action))) throw forbidden();
      return { state: 'undoing', position: -1, ...noErrors, undone: 0, kept: 0, again: 0, language };
    }
  }
}
