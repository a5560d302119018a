import { builtInKinds, operatorOf, parseField, type FieldManifest, type Manifest, type Operator } from '#resource';

export interface Sorting {
  readonly field: string;
  readonly down: boolean;
}
/** One filter: ranges hold two ends, `IN` a list, `NULL` and `NOT NULL` `true`. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
}
/** What a list shows. It stands in the address, so that reloading, going back and links bring the same rows. */
export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly order: readonly Sorting[];
  readonly quickSearch: string;
  readonly trash: boolean;
  readonly conditions: readonly Condition[];
}

export const pageSizes = [10, 20, 50, 100];
const known: ReadonlySet<string> = new Set(['page', 'limit', 'order', 'quickSearch', 'trash']);

/** The field of that name, if there is one; addresses may name anything. */
const fieldOf = ({ fields }: Manifest, name: string): FieldManifest | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Whether the caller may look at deleted rows, as the server has it. */
export const maySeeTrash = ({ traits, actions }: Manifest): boolean =>
  traits.trash && (actions.includes('restore') || actions.includes('destroy'));

/** Whether the caller may do anything with several rows at once. */
export const maySelect = (manifest: Manifest, { trash }: ListState): boolean =>
  trash ? maySeeTrash(manifest) : manifest.actions.includes('edit') || manifest.actions.includes('del');

/** Reads the address; what no longer fits the manifest is passed over. `?status=live` is a filter with the field's first operator. */
export function readListState(search: URLSearchParams, manifest: Manifest): ListState {
  const limit = Number(search.get('limit'));
  const order = readOrder(search.get('order') ?? '').filter(({ field }) => fieldOf(manifest, field)?.sortable);
  return {
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
    limit: pageSizes.includes(limit) ? limit : manifest.list.pageSize,
    order: order.length > 0 ? order : readOrder(manifest.list.order),
    quickSearch: search.get('quickSearch') ?? '',
    trash: maySeeTrash(manifest) && search.get('trash') === '1',
    conditions: [...new Set(search.keys())]
      .filter((key) => !known.has(key))
      .flatMap((key) => readCondition(key, search.getAll(key), manifest)),
  };
}

/** The address of a state; what equals the default is left out. */
export function writeListState(state: ListState, manifest: Manifest): URLSearchParams {
  const search = new URLSearchParams();
  if (state.page > 1) search.set('page', String(state.page));
  if (state.limit !== manifest.list.pageSize) search.set('limit', String(state.limit));
  const order = writeOrder(state.order);
  if (order !== writeOrder(readOrder(manifest.list.order))) search.set('order', order);
  if (state.quickSearch) search.set('quickSearch', state.quickSearch);
  if (state.trash) search.set('trash', '1');
  for (const { field, operator, value } of state.conditions) {
    const first = fieldOf(manifest, field)?.operators[0] === operator;
    for (const each of [value].flat())
      search.append(first ? field : `${field}[${operator}]`, each === true ? '1' : String((each ?? '') as string));
  }
  return search;
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

export const isRange = (operator: Operator): boolean => operator === 'RANGE' || operator === 'NOT RANGE';
export const isList = (operator: Operator): boolean => operator === 'IN' || operator === 'NOT IN';
export const isPresence = (operator: Operator): boolean => operator === 'NULL' || operator === 'NOT NULL';

/** Whether a condition says anything yet. */
export function isComplete({ operator, value }: Condition): boolean {
  if (isPresence(operator)) return value === true;
  if (Array.isArray(value)) return value.some((each) => each !== null && each !== undefined && each !== '');
  return value !== null && value !== undefined && value !== '';
}

function readCondition(key: string, values: readonly string[], manifest: Manifest): Condition[] {
  const [, name = '', written] = /^([^[]+)(?:\[([^\]]+)\])?$/.exec(key) ?? [];
  const field = fieldOf(manifest, name);
  const operator = written === undefined ? field?.operators[0] : operatorOf(written);
  if (!field || !operator || !field.operators.includes(operator)) return [];
  if (isPresence(operator)) return [{ field: name, operator, value: true }];
  const read = values.map((value) => readOperand(field, operator, value));
  const value = isRange(operator) ? [read[0] ?? null, read[1] ?? null] : isList(operator) ? read : read[0];
  const condition = { field: name, operator, value };
  return isComplete(condition) ? [condition] : [];
}

/** Text of the address as the field's input wants it; words to look for stay as they are. */
function readOperand(field: FieldManifest, operator: Operator, text: string): unknown {
  if (text === '') return null;
  const kind = builtInKinds.get(field.kind);
  if (/LIKE|FIND_IN_SET/.test(operator) || !kind) return text;
  const parsed = parseField(kind, field.options, text);
  return 'value' in parsed ? parsed.value : text;
}
