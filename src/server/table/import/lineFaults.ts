import {
  conditionsIn,
  Invalid,
  parseField,
  Problem,
  type Caller,
  type Message,
  type Model,
  type ModelField,
} from '#resource';
import { labelled } from '../labelled.ts';
import { readBody } from '../write/body.ts';
import { takenIn } from '../write/refusals.ts';
import { assertRelated } from '../write/related.ts';
import type { StoredRow } from '../write/stored.ts';
import type { Transaction, WriteContext } from '../write/transaction.ts';
import type { LineValues } from './cellValues.ts';
import type { SeenValues } from './seenValues.ts';

type Errors = Readonly<Record<string, Message>>;

interface Refused extends LineValues {
  /** What has been found first. */
  readonly refusal: Invalid;
  /** The row that the line changes; undefined when it adds one. */
  readonly row: StoredRow | undefined;
  /** Values of the lines before. */
  readonly seen: SeenValues | undefined;
}

/** All that is wrong with the fields of a line that was refused, where a form would say one thing after the other. */
export async function lineFaults(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { body, wrong, refusal, row, seen }: Refused,
  tx: Transaction,
): Promise<Errors> {
  const known = { ...refusal.errors, ...wrong };
  try {
    const found = new Invalid(await errorsIn(() => readBody(caller, model, body, row?.values)));
    // Said as to who has sent a form.
    const own = { ...labelled(found, caller, ctx.translate, (name) => model.fields.get(name)).errors };
    const unsure = [...model.fields.values()].filter(
      ({ when }) => when !== undefined && conditionsIn(when).some(({ field }) => field in wrong),
    );
    for (const { name } of unsure) delete own[name];
    const related = await errorsIn(() => {
      const values = valuesIn(model, body, { ...own, ...known }, ({ to }) => to !== undefined);
      // Answered at once, also within a batch.
      return assertRelated(ctx, { ...tx, batch: undefined }, caller, model, values, row?.values);
    });
    const unique = valuesIn(model, body, { ...own, ...known }, ({ options }) => options.unique === true);
    const taken = { ...(await takenIn(ctx, caller, model, unique, row?.id)), ...seen?.repeated(row?.id, unique) };
    const all = { ...taken, ...own, ...related, ...known };
    const names = [...model.fields.keys()].filter((name) => name in all);
    return Object.fromEntries([...new Set([...names, ...Object.keys(all)])].map((name) => [name, all[name]!]));
  } catch (error) {
    // Out of sight since: what has been found has to do.
    if (error instanceof Problem) return known;
    throw error;
  }
}

async function errorsIn(job: () => unknown): Promise<Record<string, Message>> {
  try {
    await job();
    return {};
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { ...error.errors };
  }
}

/** What the line says of some fields, as far as nothing else is wrong with it. */
const valuesIn = (
  model: Model,
  body: LineValues['body'],
  errors: Errors,
  isWanted: (field: ModelField) => boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, given]) => {
      const field = model.fields.get(name);
      if (!field || !isWanted(field) || name in errors) return [];
      const parsed = parseField(field.kind, { ...field.options, required: false }, given);
      return 'refused' in parsed ? [] : [[name, parsed.value]];
    }),
  );
