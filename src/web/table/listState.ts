import {
  operatorOf,
  parseField,
  readFilter,
  type FieldCondition,
  type FieldManifest,
  type Filter,
  type Manifest,
  type Operator,
} from '#resource';
import { kindNamed } from '../fields/kinds.ts';
import { layoutsOf, ownLayouts } from './layouts.ts';
import { baseOf, reportKeys, savedIn, savedKey } from './listBase.ts';
import type { ListState, Sorting } from './listShape.ts';
import { isPageSize, pageSizes } from './pageSizes.ts';
import { isComplete, isCondition, isList, isPresence, isRange } from './filterParts.ts';

const known: ReadonlySet<string> = new Set([
  'page',
  'limit',
  'order',
  'quickSearch',
  'filter',
  'layout',
  savedKey,
  ...reportKeys,
]);

/** Whether the parameter is something else than the name of a field. */
const isKept = (key: string, { views }: Manifest): boolean => known.has(key) || views.some(({ name }) => name === key);

/** The layout of that name, if the list can have it. */
const layoutNamed = (name: string | null, manifest: Manifest): string | undefined =>
  [...ownLayouts, ...layoutsOf(manifest).map((each) => each.name)].find((each) => each === name);

/** The field of that name, if there is one; addresses may name anything. */
const fieldOf = ({ fields }: Manifest, name: string): FieldManifest | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Whether there is anything to filter by. */
export const mayFilter = ({ fields, list }: Manifest): boolean =>
  list.filters.length > 0 || Object.values(fields).some(({ operators }) => operators.length > 0);

/**
 * Reads the address. `?status=live` is a filter with the field's first operator, `?price[egt]=5` one with another, and
 * `filter` a tree of them; paths that the manifest does not know are for the server to judge. `view` is a saved view, of which
 * the other parameters change what they name; conditions take the place of all that it has.
 */
export function readListState(search: URLSearchParams, manifest: Manifest): ListState {
  const saved = savedIn(search, manifest);
  const base = baseOf(manifest, saved);
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1);
  const limit = Number(search.get('limit'));
  const order = readOrder(search.get('order') ?? '');
  const isKnown = ({ field }: Sorting): boolean => isFar(field) || fieldOf(manifest, field)?.sortable === true;
  const known = order.filter(isKnown);
  const keys = [...new Set(search.keys())].filter((key) => !isKept(key, manifest));
  const read = keys.map((key) => readCondition(key, search.getAll(key), manifest));
  const asked = search.get('layout') || null;
  const layout = search.has('layout') ? layoutNamed(asked, manifest) : layoutNamed(base.layout ?? null, manifest);
  // Rows of another server have no groups.
  const tree = manifest.source ? { parts: [] } : readTree(search.get('filter'));
  const isFiltered = keys.length > 0 || search.has('filter');
  return {
    ...(saved === undefined ? {} : { saved }),
    page,
    // A later page that does not say how many is of a window with the ten of the protocol, or an older address.
    limit: isPageSize(limit) ? limit : page > 1 && base.isFitted ? pageSizes[0]! : base.limit,
    order: known.length > 0 ? known : readOrder(base.order),
    quickSearch: search.get('quickSearch') ?? base.quickSearch,
    view: manifest.views.find(({ name }) => search.get(name) === '1')?.name,
    ...(layout === undefined ? {} : { layout }),
    filter: isFiltered ? [...read.flatMap((each) => each ?? []), ...tree.parts] : base.filter,
    ...(tree.unread === undefined ? {} : { unread: tree.unread }),
    unknown: [
      ...keys.filter((_, at) => read[at] === undefined),
      ...(manifest.source && search.has('filter') ? ['filter'] : []),
      ...(asked !== null && layout === undefined ? ['layout'] : []),
      ...order.filter((each) => !isKnown(each)).map(({ field }) => field),
    ],
  };
}

/** A field of a related table. */
const isFar = (name: string): boolean => /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/i.test(name);

function readTree(text: string | null): { parts: readonly Filter[]; unread?: string } {
  if (text === null || text === '') return { parts: [] };
  try {
    const filter = readFilter(text);
    return { parts: 'and' in filter ? filter.and : [filter] };
  } catch {
    return { parts: [], unread: text };
  }
}

/** The address of a state; what equals the default is left out. */
export function writeListState(state: ListState, manifest: Manifest): URLSearchParams {
  const search = new URLSearchParams();
  const base = baseOf(manifest, state.saved);
  if (state.saved !== undefined) search.set(savedKey, String(state.saved));
  if (state.page > 1) search.set('page', String(state.page));
  // Whoever is sent a later page has perhaps another window; without a number it is one of ten.
  const unsaid = state.page > 1 && base.isFitted ? pageSizes[0] : base.limit;
  if (state.limit !== unsaid) search.set('limit', String(state.limit));
  const order = writeOrder(state.order);
  if (order !== writeOrder(readOrder(base.order))) search.set('order', order);
  if (state.quickSearch !== base.quickSearch) search.set('quickSearch', state.quickSearch);
  if (state.view !== undefined) search.set(state.view, '1');
  if (state.layout !== base.layout) search.set('layout', state.layout ?? '');
  if (state.unread === undefined && JSON.stringify(state.filter) === JSON.stringify(base.filter)) return search;
  if (state.filter.length === 0 && state.unread === undefined) search.set('filter', '');
  const others = state.filter.filter((part) => !writeCondition(part, search, manifest));
  const tree = others.length > 0 ? JSON.stringify(others.length === 1 ? others[0] : { and: others }) : state.unread;
  if (tree !== undefined) search.set('filter', tree);
  return search;
}

/** Writes a condition by the name of its field, where that says all of it. */
function writeCondition(part: Filter, search: URLSearchParams, manifest: Manifest): boolean {
  if (!isCondition(part) || isKept(part.field, manifest)) return false;
  const condition = isPresence(part.operator) ? { ...part, value: true } : part;
  const first = fieldOf(manifest, part.field)?.operators[0] === part.operator;
  const key = first ? part.field : `${part.field}[${part.operator}]`;
  if (search.has(key)) return false;
  const texts = [condition.value].flat().map((each) => (each === true ? '1' : String((each ?? '') as string)));
  if (JSON.stringify(readCondition(key, texts, manifest)) !== JSON.stringify(condition)) return false;
  for (const each of texts) search.append(key, each);
  return true;
}

/** `price,desc;title,asc`, and the same with commas throughout. */
export function readOrder(text: string): Sorting[] {
  const words = text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return words.flatMap((field, place) =>
    /^(?:asc|desc)$/i.test(field) ? [] : [{ field, down: words[place + 1]?.toLowerCase() === 'desc' }],
  );
}

export const writeOrder = (order: readonly Sorting[]): string =>
  order.map(({ field, down }) => `${field},${down ? 'desc' : 'asc'}`).join(';');

/** The condition that a parameter means; undefined when it means none. */
function readCondition(key: string, values: readonly string[], manifest: Manifest): FieldCondition | undefined {
  const [, name = '', written] = /^([^[]+)(?:\[([^\]]+)\])?$/.exec(key) ?? [];
  const field = fieldOf(manifest, name);
  const operator = written === undefined ? (field?.operators[0] ?? 'eq') : operatorOf(written);
  if (!operator || !(field ? field.operators.includes(operator) : isFar(name))) return undefined;
  if (isPresence(operator)) return { field: name, operator, value: true };
  const read = values.map((value) => (field ? readOperand(field, operator, value) : value));
  const value = isRange(operator) ? [read[0] ?? null, read[1] ?? null] : isList(operator) ? read : read[0];
  const condition = { field: name, operator, value };
  return isComplete(condition) ? condition : undefined;
}

/** Text of the address as the field's input wants it; words to look for stay as they are. */
export function readOperand(field: FieldManifest, operator: Operator, text: string): unknown {
  if (text === '') return null;
  const kind = kindNamed(field.kind);
  if (/LIKE|WITH|PERIOD|FIND_IN_SET/.test(operator) || !kind) return text;
  const parsed = parseField(kind, field.options, text);
  return 'value' in parsed ? parsed.value : text;
}
