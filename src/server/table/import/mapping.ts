import { languages, normalized, Problem, type Caller, type Model, type ModelField } from '#resource';
import { mayRead, mayWrite } from '../fieldAccess.ts';
import { labelOf, type Translate } from '../fieldLabel.ts';

type Columns = readonly (string | null)[];

/** Fields that a file can fill: those that the caller may write. Secrets are entered by hand, one at a time. */
export const importable = (caller: Caller, model: Model): ModelField[] =>
  [...model.fields.values()].filter(
    (field) =>
      (field.column !== null || field.kind.relation === 'many') &&
      !isConfidential(field) &&
      !field.kind.relative &&
      mayWrite(caller, model, field),
  );

/** Whether nobody is to see the value again once it was entered. */
export const isConfidential = ({ secret, kind }: ModelField): boolean =>
  secret || kind.hashed === true || kind.encrypted !== undefined;

/** Whether no row can be added without it, whatever else is in the file. */
export const isAsked = ({ options }: ModelField): boolean =>
  options.required === true && options.when === undefined && options.default === undefined;

/** Fields by which a line can name a row that is there: the id, and what no two rows share. */
export const keysFor = (caller: Caller, model: Model): ModelField[] => [
  model.fields.get('id')!,
  ...importable(caller, model).filter((field) => field.options.unique === true && mayRead(caller, model, field)),
];

/**
 * The field that each column of a header means, by its name or its label in any language; each field once. A table's own field
 * goes before an id of the same label, unless the file has both.
 */
export function guessColumns(caller: Caller, model: Model, translate: Translate, header: readonly string[]): Columns {
  const named = new Map<string, string[]>();
  for (const field of [model.fields.get('id')!, ...importable(caller, model)]) {
    const labels = languages.map((language) => labelOf(translate, field, language));
    for (const name of new Set([field.name, field.relation, ...labels].map((each) => plain(each ?? ''))))
      if (name) named.set(name, [...(named.get(name) ?? []), field.name]);
  }
  const titles = header.map(plain);
  const taken = new Set<string>();
  return titles.map((title, at) => {
    // Written as it is, a name means nothing else.
    const exact = named.get(title)?.find((name) => name === header[at]!.trim() && !taken.has(name));
    const [first, ...others] = exact === undefined ? (named.get(title) ?? []) : [exact];
    const isIdMeant = first !== 'id' || others.length === 0 || titles.filter((each) => each === title).length > 1;
    const found = (isIdMeant ? [first, ...others] : others).find((name) => name !== undefined && !taken.has(name));
    if (found === undefined) return null;
    taken.add(found);
    return found;
  });
}

const plain = (text: string): string =>
  normalized(text)
    .replaceAll(/[\s*_:]+/gu, '')
    .toLowerCase();

/** Throws a `Problem` for columns that do not fit: another number, a field that is not to be filled, or one twice. */
export function checkColumns(caller: Caller, model: Model, header: readonly string[], input: unknown): Columns {
  const known = new Set(['id', ...importable(caller, model).map(({ name }) => name)]);
  if (!Array.isArray(input) || input.length !== header.length) throw new Problem('import:wrongColumns');
  const columns = input.map((each: unknown) => (each === '' || each === undefined ? null : each));
  for (const name of columns)
    if (name !== null && !(typeof name === 'string' && known.has(name))) throw new Problem('import:wrongColumns');
  const chosen = columns.filter((each) => each !== null);
  if (new Set(chosen).size < chosen.length) throw new Problem('import:columnTwice');
  if (!chosen.some((name) => name !== 'id')) throw new Problem('import:noColumns');
  return columns as Columns;
}

/** The field that finds rows; empty for none. It must be one of the columns. */
export function checkKey(caller: Caller, model: Model, columns: Columns, input: unknown): string {
  if (input === undefined || input === null || input === '') return '';
  const found = keysFor(caller, model).some(({ name }) => name === input) && columns.includes(input as string);
  if (!found) throw new Problem('import:wrongKey');
  return input as string;
}
