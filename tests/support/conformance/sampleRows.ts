import { Invalid, Problem, type Caller, type Model, type ModelField } from '#resource';
import type { Gate } from '../../../src/server/table/gate.ts';
import { sampleValues } from './sampleValues.ts';

type Values = Readonly<Record<string, unknown>>;
/** A body whose references are places in the list of rows of the other table, not ids: these differ between databases. */
export type SampleRow = Values;

/** Fields that a form fills in. */
export const writableFields = (model: Model): ModelField[] =>
  [...model.fields.values()].filter((field) => !field.readonly && !isKept(field));
const isKept = ({ name, sql }: ModelField): boolean =>
  sql !== undefined || ['id', 'version', 'create_time', 'update_time', 'delete_time'].includes(name);
/** No two rows refer to the same one. */
const isReferredOnce = ({ options, to, kind, column }: ModelField): boolean =>
  options.unique === true && to !== undefined && column !== null && kind.kind !== 'parent';
const isList = ({ column }: ModelField): boolean => column === null;

/** Bodies of rows that every field's own rules take; the same seed gives the same ones. */
export function sampleRows(model: Model, count: number, seed: number): SampleRow[] {
  const fields = writableFields(model);
  const values = new Map(
    fields.filter(({ to }) => to === undefined).map((field) => [field.name, sampleValues(field, seed).accepted]),
  );
  const unique = fields.filter(({ options, to }) => options.unique && to === undefined);
  // There are two rows to refer to (`referenceAt`).
  const isFew = fields.some((field) => isReferredOnce(field) && field.options.required);
  const most = Math.min(
    count,
    ...(isFew ? [2] : []),
    ...unique.map(({ name }) => new Set(values.get(name)!.map((each) => JSON.stringify(each))).size),
  );
  return Array.from({ length: most }, (_, place) =>
    Object.fromEntries(
      fields.map((field): [string, unknown] => [field.name, valueAt(field, values.get(field.name), place)]),
    ),
  );
}

function valueAt(field: ModelField, values: readonly unknown[] | undefined, place: number): unknown {
  // Every third row leaves out what it may.
  const isLeftOut = place % 3 === 2 && !field.options.required && !field.options.unique;
  if (values === undefined) return referenceAt(field, isLeftOut ? 2 : place);
  if (isLeftOut || values.length === 0) return null;
  return field.options.unique ? distinct(values)[place] : values[place % values.length];
}

/** The first rows of a table refer to none of its own, which are not there yet. */
function referenceAt(field: ModelField, place: number): unknown {
  if (isList(field)) return place % 3 === 2 ? [] : place % 2 === 0 ? [0] : [0, 1];
  if (field.kind.kind === 'parent') return place < 3 ? null : 0;
  if (isReferredOnce(field)) return place < 2 ? place : null;
  return place % 3 === 2 && !field.options.required ? null : place % 2;
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((each) => [JSON.stringify(each), each])).values(),
];

/** Ids of rows by table, in the order of their places. */
export type KnownRows = Map<string, number[]>;

/** The body with ids for places; what refers to a row that is not there is left out. */
export function withIds(model: Model, row: SampleRow, known: KnownRows): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      const to = model.fields.get(name)?.to;
      if (to === undefined || value === null) return [[name, value]];
      const ids = known.get(to) ?? [];
      if (Array.isArray(value)) return [[name, value.flatMap((place: number) => ids[place] ?? [])]];
      return ids[value as number] === undefined ? [] : [[name, ids[value as number]]];
    }),
  );
}

/** What became of an addition: its id, or why the table's own rules (not its fields') refuse it. */
export type Added = { readonly id: number } | { readonly refused: string };

/** Adds the row; refusals by `check` and hooks are answers, everything else is an error. */
export async function addSample(gate: Gate, caller: Caller, model: Model, body: Values): Promise<Added> {
  try {
    return { id: (await gate.add(caller, model, body)).id };
  } catch (error) {
    const hasRules = model.definition.hooks !== undefined || model.definition.check !== undefined;
    const isRefusal = error instanceof Invalid || error instanceof Problem;
    if (!isRefusal || !hasRules) throw error;
    return { refused: error instanceof Invalid ? JSON.stringify(error.errors) : error.message };
  }
}
