import type { Bound, Parsed, SqlValue } from '../field.ts';
import { readText } from '../fields/readText.ts';
import type { Model } from '../model.ts';
import type { Operator } from '../operators.ts';
import { parseOperand, storeValue } from '../parseField.ts';
import { Problem } from '../problem.ts';
import { mapTree, type FieldCondition, type Filter, type Tree } from './filter.ts';
import { looksIntoNumber } from './numberText.ts';
import { operandsOf, shown, type Operands } from './operands.ts';
import { placeOf, type Place } from './place.ts';

export type BoundFilter = Tree<BoundCondition>;
/** A condition whose field is found and whose values are what its column holds. */
export interface BoundCondition {
  readonly place: Place;
  readonly operator: Operator;
  readonly values: Operands;
}

/** Binds what comes from outside. `place` finds a field or throws; the kinds decide about operators and values. */
export const bindFilter = (filter: Filter, place: (path: string) => Place): BoundFilter =>
  mapTree(filter, (condition) => bound(condition, place(condition.field)));

function bound(condition: FieldCondition, place: Place): BoundCondition {
  const { operator } = condition;
  const { field, path } = place;
  if (!field.kind.operators.includes(operator) && !looksIntoNumber(operator, field))
    throw new Problem('rows:operatorOfField', { operator, field: path });
  const values = operandsOf({ ...condition, field: path }, (input, end) => parsedOperand(place, input, operator, end));
  return { place, operator, values };
}

/** One value from outside as the column holds it; throws a `Problem` that names field and value. */
export function parsedOperand(
  { field, path }: Pick<Place, 'field' | 'path'>,
  input: unknown,
  operator: Operator,
  end?: Bound,
): SqlValue {
  const parse = (): Parsed<SqlValue> =>
    looksIntoNumber(operator, field)
      ? readText(String(input), { max: 255 })
      : parseOperand(field.kind, field.options, input, operator, end);
  const parsed = typeof input === 'object' ? undefined : parse();
  if (!parsed || 'refused' in parsed) throw new Problem('rows:wrongOperand', { field: path, value: shown(input) });
  return parsed.value;
}

/** Binds what comes from our own code: values are those of the fields. A mistake is an error, not a `Problem`. */
export const bindOwn = (filter: Filter, model: Model, models: ReadonlyMap<string, Model>): BoundFilter =>
  mapTree(filter, (condition): BoundCondition => {
    const place = placeOf(models, model, condition.field);
    if (!place || (!place.field.column && !place.field.sql))
      throw new Error(`Table "${model.name}": a condition names "${condition.field}", which is no column of it.`);
    const { kind, options } = place.field;
    if (kind.encrypted)
      throw new Error(
        `Table "${model.name}": a condition names "${condition.field}", which is encrypted: it cannot be compared.`,
      );
    return {
      place,
      operator: condition.operator,
      values: operandsOf(condition, (value) =>
        keepable(looksIntoNumber(condition.operator, place.field) ? String(value) : storeValue(kind, options, value)),
      ),
    };
  });

/** No column holds NUL or half a character, and PostgreSQL refuses even to look for them. */
const keepable = (value: SqlValue): SqlValue =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;
