import type { CrudFilter, CrudOperators } from '@refinedev/core';
import { withEnds, type FieldCondition, type Filter, type Operator } from '#resource';
import { isCondition, isNothing, isRange } from './filterParts.ts';

/** Our operators by Refine's names. */
const crudOperators = {
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  egt: 'gte',
  lt: 'lt',
  elt: 'lte',
  LIKE: 'contains',
  'NOT LIKE': 'ncontains',
  'STARTS WITH': 'startswith',
  'ENDS WITH': 'endswith',
  IN: 'in',
  'NOT IN': 'nin',
  RANGE: 'between',
  'NOT RANGE': 'nbetween',
  // Of other servers a period is a range of today.
  PERIOD: 'between',
  'NOT PERIOD': 'nbetween',
  NULL: 'null',
  'NOT NULL': 'nnull',
  FIND_IN_SET: 'ina',
} as const satisfies Record<Operator, CrudOperators>;
const ours = Object.fromEntries(
  Object.entries(crudOperators).flatMap(([own, refines]) => (own.endsWith('PERIOD') ? [] : [[refines, own]])),
) as Record<string, Operator>;

/** Conditions as Refine has them, for rows of another REST server; it has no groups that are turned round. */
export const crudFilters = (parts: readonly Filter[]): CrudFilter[] =>
  parts
    .filter(isCondition)
    .map((each) => withEnds(each, Math.floor(Date.now() / 1000)))
    .filter(isCondition)
    .map(({ field, operator, value }) => ({ field, operator: crudOperators[operator], value }));

/** What Refine's hooks ask for, as a tree. */
export function filterOfCrud(filter: CrudFilter): Filter {
  if ('field' in filter)
    return {
      field: filter.field,
      operator: ours[filter.operator] ?? (filter.operator as Operator),
      value: filter.value as unknown,
    };
  const parts = filter.value.map(filterOfCrud);
  return filter.operator === 'or' ? { or: parts } : { and: parts };
}

/** Most conditions that the parameter `search[]` takes. */
const mostSearched = 50;

/**
 * Parts that must all hold, as the protocol writes them: conditions in `search[]`, the others as the tree of `filter`.
 */
export function wireOfFilter(parts: readonly Filter[]): { search: object[]; filter: string | undefined } {
  const plain = parts.filter(isCondition).filter(isSearched).slice(0, mostSearched);
  const others = parts.filter((part) => !plain.includes(part as FieldCondition));
  return {
    search: plain.map(({ field, operator, value }) => ({ field, operator, val: searchedValue(operator, value) })),
    filter: others.length === 0 ? undefined : JSON.stringify(others.length === 1 ? others[0] : { and: others }),
  };
}

/** `search[]` passes over a condition without a value. */
const isSearched = ({ operator, value }: FieldCondition): boolean =>
  /NULL$/.test(operator) || (Array.isArray(value) ? value.length > 0 : !isNothing(value));

function searchedValue(operator: Operator, value: unknown): unknown {
  if (!isRange(operator) || !Array.isArray(value)) return value;
  return value.map((end) => String((end ?? '') as string)).join(',');
}
