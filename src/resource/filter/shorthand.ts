import type { Json } from '../field.ts';
import type { Operator } from '../operators.ts';
import type { Filter } from './filter.ts';

type Values = Readonly<Record<string, unknown>>;

const operators: Readonly<Record<string, Operator>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  egt: 'egt',
  lt: 'lt',
  elt: 'elt',
  in: 'IN',
  notIn: 'NOT IN',
  contains: 'LIKE',
};

/** The tree of a `Where`: its parts are AND-ed, null is an empty value, and a part that is undefined says nothing. */
export function whereFilter(where: Values): Filter {
  return {
    and: Object.entries(where).flatMap(([key, wanted]): Filter[] => {
      if (wanted === undefined) return [];
      if (key === 'and') return [{ and: (wanted as Values[]).map(whereFilter) }];
      if (key === 'or') return [{ or: (wanted as Values[]).map(whereFilter) }];
      if (key === 'not') return [{ not: whereFilter(wanted as Values) }];
      if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return [compared(key, 'eq', wanted)];
      return Object.entries(wanted).map(([operator, value]) => compared(key, operator, value));
    }),
  };
}

function compared(field: string, name: string, value: unknown): Filter {
  if (name === 'isNull') return { field, operator: value ? 'NULL' : 'NOT NULL' };
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!operator) throw new Error(`A condition on "${field}" uses "${name}", which is no comparison.`);
  // A rule that forgets its value must not open all rows.
  if (value === undefined) throw new Error(`A condition on "${field}" has no value for "${name}".`);
  if (value === null && (operator === 'eq' || operator === 'ne'))
    return { field, operator: operator === 'eq' ? 'NULL' : 'NOT NULL' };
  return { field, operator, value };
}

/** The tree of the quick search: one of the fields contains the word. */
export const searchFilter = (fields: readonly string[], word: string): Filter => ({
  or: fields.map((field) => ({ field, operator: 'LIKE', value: word })),
});

/** The tree of a field's `when`: each of the other fields has the value, or one of them. Lists have it among their elements. */
export function whenFilter(
  when: Readonly<Record<string, Json | readonly Json[]>>,
  isList: (name: string) => boolean,
): Filter {
  return {
    and: Object.entries(when).map(([field, wanted]) => ({
      or: [wanted].flat().map((value: Json): Filter => {
        if (value === null) return { field, operator: 'NULL' };
        return { field, operator: isList(field) ? 'FIND_IN_SET' : 'eq', value };
      }),
    })),
  };
}
