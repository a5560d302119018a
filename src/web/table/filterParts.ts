import type { FieldCondition, Filter, Operator } from '#resource';

/** A group of the panel: how many of its parts must hold. */
export const matches = ['all', 'any', 'none', 'notAll'] as const;
export type Match = (typeof matches)[number];

export interface Group {
  readonly match: Match;
  readonly parts: readonly Filter[];
}

export const isCondition = (filter: Filter): filter is FieldCondition => 'field' in filter;

/** A tree as the panel shows it: whatever is no condition is a group that may be turned round. */
export function groupOf(filter: Exclude<Filter, FieldCondition>): Group {
  if ('and' in filter) return { match: 'all', parts: filter.and };
  if ('or' in filter) return { match: 'any', parts: filter.or };
  const { not } = filter;
  if ('and' in not) return { match: 'notAll', parts: not.and };
  return { match: 'none', parts: 'or' in not ? not.or : [not] };
}

export function filterOfGroup({ match, parts }: Group): Filter {
  const group: Filter = match === 'all' || match === 'notAll' ? { and: parts } : { or: parts };
  return match === 'all' || match === 'any' ? group : { not: group };
}

export const isRange = (operator: Operator): boolean => operator === 'RANGE' || operator === 'NOT RANGE';
export const isPeriod = (operator: Operator): boolean => operator === 'PERIOD' || operator === 'NOT PERIOD';
export const isList = (operator: Operator): boolean => operator === 'IN' || operator === 'NOT IN';
export const isPresence = (operator: Operator): boolean => operator === 'NULL' || operator === 'NOT NULL';

/** Every condition in these parts, in groups too. */
export const conditionsOf = (parts: readonly Filter[]): FieldCondition[] =>
  parts.flatMap((part) => (isCondition(part) ? [part] : conditionsOf(groupOf(part).parts)));

export const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Whether a condition says anything yet. A checkbox that is not ticked says nothing about emptiness. */
export function isComplete({ field, operator, value }: FieldCondition): boolean {
  if (field === '') return false;
  if (isPresence(operator)) return value !== false;
  return Array.isArray(value) ? value.some((each) => !isNothing(each)) : !isNothing(value);
}
