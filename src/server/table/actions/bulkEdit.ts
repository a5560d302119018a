import { Problem } from '#resource';
import { bulkEdit, knownEdit, mostEdited } from '../write/bulkEdit.ts';
import { keyOf } from '../write/idempotency.ts';
import type { Body } from '../write/body.ts';
import { choiceIn, idsOf, keyIn, type Choice } from './input.ts';
import { chosenIds, stillMatching } from './matching.ts';
import { tableCall } from './tableCall.ts';

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
 * what would come of it, row by row, and `seen`, with which the same call does that and nothing else.
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
    const addition = preview || key === undefined ? undefined : keyOf(caller, model, key, sent, 'bulkEdit');
    // A list may have other rows once it is done.
    const known = addition && (await knownEdit(context.write, addition));
    if (known) return known;
    try {
      return await bulkEdit(context.write, caller, model, {
        ids: await chosenIds(context, caller, model, choice, mostEdited),
        except: idsOf(model, except, mostEdited),
        values,
        seen,
        preview,
        key: addition,
        stillMeant: (tx, all) => stillMatching(context, caller, model, choice, all, tx.db),
      });
    } catch (error) {
      // The same at the same moment: whoever comes second finds it done, and the rows not as they were.
      const done = addition && (await knownEdit(context.write, addition));
      if (done) return done;
      throw error;
    }
  },
});

/** Whether a call only asks what would come of it. */
export const isPreview = (given: unknown): boolean =>
  given === true || given === 1 || given === '1' || given === 'true';

/** The new values, by field. */
function objectIn(values: unknown): Body {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Problem('rows:noValues');
  return values as Body;
}
