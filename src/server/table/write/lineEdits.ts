import { Invalid, linesOf, Problem, type Caller, type Lines, type Message, type Model } from '#resource';
import { assertMay } from '../read.ts';
import type { TableContext } from '../query/scope.ts';
import { unknownFields, type Body } from './body.ts';

/** The part of a body that says what becomes of a row's lines, by the names of their tables. */
export const linesKey = 'lines';

/** A line that is to go, as it was when the caller saw it. */
interface GoneLine {
  readonly id: number;
  readonly version: number | undefined;
}
/** What is wanted of the lines of one table. */
export interface LineEdits {
  readonly lines: Lines;
  /** Lines with an `id` are changed, those without are new. */
  readonly save: readonly Body[];
  readonly del: readonly GoneLine[];
  /** Ids in the order that they shall have; null stands for the next new line. */
  readonly order: readonly (number | null)[] | undefined;
}

type Errors = Record<string, Message>;

/** Takes a body apart: the fields of the row itself, and what is wanted of its lines, which the caller must have the nodes for. */
export function takeLines(
  ctx: TableContext,
  caller: Caller,
  model: Model,
  body: Body,
): { readonly own: Body; readonly edits: readonly LineEdits[] } {
  const all = model.definition.form?.lines ? linesOf(ctx.models, model) : [];
  if (all.length === 0 || !Object.hasOwn(body, linesKey)) return { own: body, edits: [] };
  const { [linesKey]: given, ...own } = body;
  if (!isPlain(given)) throw new Invalid({ [linesKey]: { key: 'validate:lines' } });
  const errors = Object.create(null) as Errors;
  const known = new Map(all.map((each) => [each.model.name, each]));
  Object.assign(errors, within(linesKey, unknownFields(Object.keys(given).filter((name) => !known.has(name)))));
  const edits = [...known].flatMap(([table, lines]) =>
    Object.hasOwn(given, table) ? editsFor(lines, given[table], `${linesKey}.${table}`, errors) : [],
  );
  if (Object.keys(errors).length > 0) throw new Invalid({ ...errors });
  for (const each of edits) assertNodes(caller, each);
  return { own, edits };
}

/** Errors of a part, by where it stands in the body. */
export const within = (place: string, errors: Readonly<Errors>): Errors =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [`${place}.${name}`, error]));

const isPlain = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function editsFor(lines: Lines, given: unknown, place: string, errors: Errors): LineEdits[] {
  const refuse = (): LineEdits[] => {
    errors[place] = { key: 'validate:lines' };
    return [];
  };
  if (!isPlain(given)) return refuse();
  const { save = [], del = [], order, ...others } = given;
  Object.assign(errors, within(place, unknownFields(Object.keys(others))));
  if (!Array.isArray(save) || !Array.isArray(del) || !save.every(isPlain)) return refuse();
  if (order !== undefined && !Array.isArray(order)) return refuse();
  const { most } = lines;
  if ([save, del, order ?? []].some(({ length }) => length > most))
    throw new Problem('rows:tooManyLines', { limit: most });
  if (!del.every(isGone) || !isOrder(order, save)) return refuse();
  const edits = { lines, save, del, order };
  checkKeys(edits, place, errors);
  return [edits];
}

const isGone = (given: unknown): given is GoneLine =>
  isPlain(given) && isId(given['id']) && (given['version'] === undefined || isId(given['version']));

/** Every line stands there once, and every new one has its place. */
function isOrder(order: readonly unknown[] | undefined, save: readonly Body[]): order is LineEdits['order'] {
  if (order === undefined) return true;
  const ids = order.filter((each) => each !== null);
  const added = save.filter(({ id }) => id === undefined).length;
  return ids.every(isId) && new Set(ids).size === ids.length && order.length - ids.length === added;
}

/** A line has the fields that lines are declared with, and nothing else; no line is meant twice. */
function checkKeys({ lines: { by, fields }, save, del }: LineEdits, place: string, errors: Errors): void {
  const known = new Set(['id', 'version', by.name, ...fields]);
  const seen = new Set<unknown>(del.map(({ id }) => id));
  if (seen.size < del.length) errors[place] = { key: 'validate:lineTwice' };
  for (const [at, line] of save.entries()) {
    const unknown = unknownFields(Object.keys(line).filter((name) => !known.has(name)));
    Object.assign(errors, within(`${place}.${at}`, unknown));
    const { id } = line;
    if (id === undefined) continue;
    if (!isId(id)) errors[`${place}.${at}.id`] = { key: 'validate:lines' };
    else if (seen.has(id)) errors[`${place}.${at}`] = { key: 'validate:lineTwice' };
    seen.add(id);
  }
}

function assertNodes(caller: Caller, { lines: { model }, save, del, order }: LineEdits): void {
  if (save.some(({ id }) => id === undefined)) assertMay(caller, model, 'add');
  if (save.some(({ id }) => id !== undefined)) assertMay(caller, model, 'edit');
  if (del.length > 0) assertMay(caller, model, 'del');
  if (order) assertMay(caller, model, 'sortable');
}
