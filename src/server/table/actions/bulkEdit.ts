import { Code, Invalid, Problem, type BulkReport, type Caller, type Model } from '#resource';
import { mostLines } from '../import/newImport.ts';
import { receiveEdit } from '../import/receiveEdit.ts';
import { bulkEdit, knownEdit, portion, reportOf } from '../write/bulkEdit.ts';
import { keyOf, knownAddition, type AdditionKey } from '../write/idempotency.ts';
import type { Body } from '../write/body.ts';
import { choiceIn, idsOf, keyIn, type Choice } from './input.ts';
import { shownImport } from './import.ts';
import { firstIds, idsInPages, idsUpTo, stillMatching } from './matching.ts';
import { tableCall, type CallContext } from './tableCall.ts';

interface Asked {
  readonly choice: Choice;
  readonly values: Body;
  readonly except?: readonly unknown[] | undefined;
  readonly seen?: string | undefined;
  readonly preview?: boolean | undefined;
  readonly key?: string | undefined;
}

/**
 * Gives chosen rows, or all that a list has, the same values: all of them or none, in one transaction. With `preview` it tells
 * what would come of it, row by row, and `seen`, with which the same call does that and nothing else. What is too large for one
 * transaction is begun as a job, with `preview` as one that only looks until its step `run`.
 */
export const bulkEditing = tableCall({
  name: 'bulkEdit',
  node: 'edit',
  method: 'POST',
  success: 'rows:updated',
  writes: true,
  input: (request): [asked: Asked] => {
    const { values, except, seen, preview } = request.body;
    return [
      {
        choice: choiceIn(request),
        values: objectIn(values),
        except: except === undefined ? [] : [except].flat(),
        seen: typeof seen === 'string' && seen !== '' ? seen : undefined,
        preview: isPreview(preview),
        key: keyIn(request),
      },
    ];
  },
  async run(context, caller, model, { choice, values, except = [], seen, preview = false, key }) {
    const sent = { choice, values, except, seen };
    const keyAs = (action: string): AdditionKey | undefined =>
      preview || key === undefined ? undefined : keyOf(caller, model, key, sent, action);
    const [addition, begun] = [keyAs('bulkEdit'), keyAs('bulkJob')];
    const known = async (): Promise<BulkReport | undefined> => {
      const id = begun && (await knownAddition(context.write.database.read, begun, context.write.now()));
      if (id !== undefined) return begunAs(context, caller, model, id);
      return addition && knownEdit(context.write, addition);
    };
    // A list may have other rows once it is done.
    const before = await known();
    if (before) return before;
    try {
      const ids = await idsUpTo(context, caller, model, choice, context.write.together);
      if (!ids) {
        // Whoever has seen a preview of fewer rows has not seen this one.
        if (seen !== undefined) throw new Problem('rows:changedSince', {}, { code: Code.stale });
        const examples = preview ? await examplesOf(context, caller, model, choice, values) : [];
        const id = await receiveEdit(context.write, caller, model, {
          values,
          ids: idsInPages(context, caller, model, choice, mostLines),
          except: idsOf(model, except, mostLines),
          preview,
          key: begun,
        });
        return { ...(await begunAs(context, caller, model, id)), examples };
      }
      return await bulkEdit(context.write, caller, model, {
        ids,
        except: idsOf(model, except, context.write.together),
        values,
        seen,
        preview,
        key: addition,
        stillMeant: (tx, all) => stillMatching(context, caller, model, choice, all, tx.db),
      });
    } catch (error) {
      // The same at the same moment: whoever comes second finds it done, and the rows not as they were.
      const done = await known();
      if (done) return done;
      throw error;
    }
  },
});

/** What is told of an edit that is too large for one transaction. */
async function begunAs(context: CallContext, caller: Caller, model: Model, id: number): Promise<BulkReport> {
  const job = await shownImport(context, caller, model, 'bulkJob', id);
  return { ...reportOf(0, job.lines), job };
}

/** What would become of the first rows; none where that cannot be said of all of them together. */
async function examplesOf(
  context: CallContext,
  caller: Caller,
  model: Model,
  choice: Choice,
  values: Body,
): Promise<BulkReport['examples']> {
  try {
    const ids = await firstIds(context, caller, model, choice, portion);
    const stillMeant = (_tx: unknown, all: readonly number[]) => Promise.resolve(all);
    const edit = { ids, except: [], values, seen: undefined, preview: true, key: undefined, stillMeant };
    return (await bulkEdit(context.write, caller, model, edit)).examples;
  } catch (error) {
    if (error instanceof Invalid || !(error instanceof Problem)) throw error;
    return [];
  }
}

/** Whether a call only asks what would come of it. */
export const isPreview = (given: unknown): boolean =>
  given === true || given === 1 || given === '1' || given === 'true';

/** The new values, by field. */
function objectIn(values: unknown): Body {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Problem('rows:noValues');
  return values as Body;
}
