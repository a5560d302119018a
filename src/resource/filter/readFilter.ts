import { operatorOf } from '../operators.ts';
import { Problem } from '../problem.ts';
import type { FieldCondition, Filter } from './filter.ts';
import { shown } from './operands.ts';

/** Levels of groups, groups and conditions together, and characters of a filter that comes from outside. */
const deepest = 10;
const mostParts = 200;
const longestText = 20_000;

/**
 * Reads the parameter `filter`: JSON text of a tree such as `{"or":[{"field":"title","operator":"LIKE","value":"a"},{"not":…}]}`.
 * Throws a `Problem` that names what is wrong; whether the fields exist is not known yet.
 */
export function readFilter(input: unknown): Filter {
  if (typeof input !== 'string') throw wrong(input);
  if (input.length > longestText) throw new Problem('rows:filterTooLong', { limit: longestText });
  let tree: unknown;
  try {
    tree = JSON.parse(input);
  } catch {
    throw wrong(input);
  }
  return treeIn(tree, 1, { parts: 0 });
}

function treeIn(input: unknown, depth: number, read: { parts: number }): Filter {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw wrong(input);
  if (depth > deepest) throw new Problem('rows:filterTooDeep', { limit: deepest });
  if ((read.parts += 1) > mostParts) throw new Problem('rows:tooManyConditions', { limit: mostParts });
  const node = input as Readonly<Record<string, unknown>>;
  const [key, ...others] = Object.keys(node);
  if (key === 'field' || others.length > 0) return conditionIn(node);
  const inner = (each: unknown): Filter => treeIn(each, depth + 1, read);
  const group = node[key!];
  if (key === 'not') return { not: inner(group) };
  if ((key === 'and' || key === 'or') && Array.isArray(group))
    return key === 'and' ? { and: group.map(inner) } : { or: group.map(inner) };
  throw wrong(key === undefined ? '{}' : `{"${key}": …}`);
}

const conditionKeys = new Set(['field', 'operator', 'value']);

function conditionIn(node: Readonly<Record<string, unknown>>): FieldCondition {
  const { field, operator: name, value } = node;
  const other = Object.keys(node).find((key) => !conditionKeys.has(key));
  if (other !== undefined) throw wrong(`"${other}": …`);
  if (typeof field !== 'string') throw wrong('"field": …');
  const operator = operatorOf(name);
  if (!operator) throw new Problem('rows:unknownOperator', { operator: typeof name === 'string' ? shown(name) : '' });
  if (operator === 'NULL' || operator === 'NOT NULL') return { field, operator };
  if (!isOperand(value)) throw new Problem('rows:wrongOperand', { field: shown(field), value: '…' });
  return { field, operator, value };
}

/** JSON text has no infinite numbers, but numbers that are too large become one. */
const isScalar = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' && value !== undefined;
const isOperand = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((each) => each === null || isScalar(each)) : isScalar(value);

const wrong = (input: unknown): Problem =>
  new Problem('rows:wrongCondition', { value: Array.isArray(input) ? '[…]' : shown(input) });
