import type { CrudFilter, CrudOperators } from '@refinedev/core';
import type { Operator } from '#resource';
import type { Condition } from './listState.ts';

/** Our operators by Refine's names; the data provider knows the way back. */
export const crudOperators = {
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  egt: 'gte',
  lt: 'lt',
  elt: 'lte',
  LIKE: 'contains',
  'NOT LIKE': 'ncontains',
  IN: 'in',
  'NOT IN': 'nin',
  RANGE: 'between',
  'NOT RANGE': 'nbetween',
  NULL: 'null',
  'NOT NULL': 'nnull',
  FIND_IN_SET: 'ina',
} as const satisfies Record<Operator, CrudOperators>;

export const crudFilters = (conditions: readonly Condition[]): CrudFilter[] =>
  conditions.map(({ field, operator, value }) => ({ field, operator: crudOperators[operator], value }));
