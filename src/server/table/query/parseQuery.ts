import {
  flagIn,
  listOf,
  operatorOf,
  Problem,
  readFilter,
  shown,
  withEnds,
  type FieldCondition,
  type Filter,
} from '#resource';
import type { ListQuery } from '../answers.ts';

/** Rows of one page: default (protocol §3.1) and most. */
const defaultLimit = 10;
const largestLimit = 1000;
const mostOrders = 8;
const mostConditions = 50;
/** More than the widest table has fields; each may be read from another table. */
const mostColumns = 100;
/** Bytes do not matter here; what nobody types is refused before it costs anything. */
const longestWord = 2000;

/** A list query with its form checked; whether its fields exist is not known yet. */
export interface ParsedQuery {
  readonly page: number;
  readonly limit: number;
  readonly order: readonly { readonly path: string; readonly down: boolean }[];
  readonly word: string;
  /** What `search[]` and `filter` ask for; both must hold. Its periods have their ends: who asks later asks for something else. */
  readonly filter: Filter;
  /** Exactly the rows whose `key` is among `values`. */
  readonly init: { readonly key: string; readonly values: readonly unknown[] } | undefined;
  /** The view of the list that is asked for. */
  readonly view: string | undefined;
  readonly tree: boolean;
  /** A tree has the rows above those that are asked for, too. */
  readonly ancestors: boolean;
  readonly select: boolean;
  /** Fields that rows carry besides those of every list, each once and in one order: long ones, and those of related rows. */
  readonly columns: readonly string[];
}

/**
 * Reads the parameters of a list; both spellings of the protocol. `views` are the names of those that can be asked for, `now` is
 * the unix second from which periods are counted.
 * Throws a `Problem` that names what is wrong.
 */
export function parseQuery(
  query: ListQuery,
  pageSize = defaultLimit,
  views: readonly string[] = [],
  now = Math.floor(Date.now() / 1000),
): ParsedQuery {
  return {
    page: wholeNumber(query['page'], 'page', 1, Number.MAX_SAFE_INTEGER),
    limit: wholeNumber(query['limit'], 'limit', pageSize, largestLimit),
    order: ordersIn(query['order']),
    word: wordIn(query['quickSearch'] ?? query['quick_search']),
    filter: withEnds({ and: [...conditionsIn(query['search']), ...treesIn(query['filter'])] }, now),
    init: initIn(query),
    view: views.find((name) => flagIn(query, name, false)),
    tree: flagIn(query, 'isTree', true),
    ancestors: flagIn(query, 'ancestors', false),
    select: flagIn(query, 'select', false),
    columns: columnsIn(query['columns']).toSorted(),
  };
}

/** Clamped to 1…most; what is no whole number is refused. */
function wholeNumber(input: unknown, name: string, fallback: number, most: number): number {
  if (input === undefined || input === '') return fallback;
  if (typeof input === 'object' || !/^[+-]?\d{1,18}$/.test(String(input)))
    throw new Problem('rows:wrongNumber', { name, value: shown(input) });
  return Math.min(Math.max(Number(input), 1), most);
}

function wordIn(input: unknown): string {
  if (input === undefined || input === null) return '';
  if (typeof input !== 'string' && typeof input !== 'number') throw new Problem('rows:wrongSearch');
  const word = String(input).trim();
  if (word.length > longestWord || word.includes('\0') || !word.isWellFormed()) throw new Problem('rows:wrongSearch');
  return word;
}

/** `id,desc`, several of them in a list or behind one another with `;`. */
function ordersIn(input: unknown): ParsedQuery['order'] {
  if (input === undefined || input === null || input === '') return [];
  const texts = [input].flat().flatMap((each) => (typeof each === 'string' ? each.split(';') : [each]));
  if (texts.length > mostOrders) throw new Problem('rows:tooManyOrders', { limit: mostOrders });
  return texts.map(orderIn);
}

function orderIn(input: unknown): { path: string; down: boolean } {
  const match = typeof input === 'string' ? /^\s*([\w.]{1,120})\s*(?:,\s*(asc|desc)\s*)?$/i.exec(input) : null;
  if (!match) throw new Problem('rows:wrongOrder', { order: shown(input) });
  return { path: match[1]!, down: match[2]?.toLowerCase() === 'desc' };
}

/** `body,author.bio`, or a list of them, each once. */
export function columnsIn(input: unknown): string[] {
  if (input === undefined || input === null || input === '') return [];
  const names = [input].flat().flatMap((each) => (typeof each === 'string' ? each.split(',') : [each]));
  if (names.length > mostColumns) throw new Problem('rows:tooManyColumns', { limit: mostColumns });
  const wrong = names.find((each) => typeof each !== 'string' || each.trim() === '');
  if (wrong !== undefined) throw new Problem('rows:unknownField', { field: shown(wrong) });
  return [...new Set((names as string[]).map((each) => each.trim()))];
}

const treesIn = (input: unknown): Filter[] =>
  input === undefined || input === null || input === '' ? [] : [readFilter(input)];

function conditionsIn(input: unknown): FieldCondition[] {
  if (input === undefined || input === null || input === '') return [];
  const entries = Array.isArray(input)
    ? (input as unknown[])
    : typeof input === 'object'
      ? Object.values(input)
      : [input];
  if (entries.length > mostConditions) throw new Problem('rows:tooManyConditions', { limit: mostConditions });
  return entries.flatMap(conditionIn);
}

/** An entry without field, operator or value is passed over, as other servers of the protocol do. */
function conditionIn(input: unknown): FieldCondition[] {
  if (typeof input !== 'object' || input === null) throw new Problem('rows:wrongCondition', { value: shown(input) });
  const { field, operator: name, val } = input as Record<string, unknown>;
  if (field === undefined || field === '' || name === undefined || name === '') return [];
  const operator = operatorOf(name);
  if (!operator) throw new Problem('rows:unknownOperator', { operator: shown(name) });
  const needsNone = operator === 'NULL' || operator === 'NOT NULL';
  if (!needsNone && (val === undefined || val === null || val === '')) return [];
  if (typeof field !== 'string') throw new Problem('rows:unknownField', { field: shown(field) });
  return [{ field, operator, value: val }];
}

function initIn(query: ListQuery): ParsedQuery['init'] {
  const { initValue, initKey = 'id', initOperator = 'in' } = query;
  if (initValue === undefined || initValue === null || initValue === '') return undefined;
  const operator = operatorOf(initOperator);
  if (operator !== 'IN' && operator !== 'eq')
    throw new Problem('rows:unknownOperator', { operator: shown(initOperator) });
  if (typeof initKey !== 'string') throw new Problem('rows:unknownField', { field: shown(initKey) });
  const values = listOf(initValue);
  if (values.length > largestLimit) throw new Problem('rows:tooManyValues', { limit: largestLimit });
  // A client may put the table's name before the key.
  return { key: initKey.slice(initKey.lastIndexOf('.') + 1), values };
}
