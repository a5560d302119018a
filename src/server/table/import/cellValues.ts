import {
  holdsSeveral,
  languages,
  parseField,
  Problem,
  translationIn,
  type Caller,
  type Message,
  type Model,
  type ModelField,
  type SqlValue,
} from '#resource';
import { escapedFormula } from '../export/csv.ts';
import { exportedText } from '../export/cells.ts';
import { cutToCell, isCut } from '../export/xlsx.ts';
import { choiceText, wordsIn } from '../choiceText.ts';
import { mayRead } from '../fieldAccess.ts';
import { maySelect } from '../read.ts';
import { rowsOf } from '../rows.ts';
import { namesIn } from '../severalNames.ts';
import type { Transaction, WriteContext } from '../write/transaction.ts';
import type { Body } from '../write/body.ts';
import type { StoredRow } from '../write/stored.ts';
import type { StoredImport } from './storedImport.ts';
import { writtenDate } from './writtenDate.ts';

/** Rows that a field of several takes unless it says otherwise, names that are looked for at once, and rows of one name. */
const mostRows = 1000;
const together = 200;
const mostNamesakes = 1000;

/** What the cells of a line say, and which fields' cells say nothing that they can be. */
export interface LineValues {
  readonly body: Body;
  readonly wrong: Readonly<Record<string, Message>>;
}

/** Makes of cells what a form would send: the reverse of what an export writes. */
export class CellValues {
  readonly #ctx: WriteContext;
  readonly #caller: Caller;
  readonly #tx: Transaction;
  readonly #columns: readonly (readonly [at: number, field: ModelField])[];
  readonly #choices = new Map<string, ReadonlyMap<string, unknown> | undefined>();
  /** Ids by field and name. */
  readonly #rows = new Map<string, Promise<readonly number[]>>();

  constructor(
    ctx: WriteContext,
    caller: Caller,
    model: Model,
    tx: Transaction,
    { columns }: Pick<StoredImport, 'columns'>,
  ) {
    this.#ctx = ctx;
    this.#caller = caller;
    this.#tx = tx;
    this.#columns = columns.flatMap((name, at): [number, ModelField][] => {
      const field = name === null || name === 'id' ? undefined : model.fields.get(name);
      if (name !== null && name !== 'id' && !field) throw new Problem('import:wrongColumns');
      return field ? [[at, field]] : [];
    });
  }

  /**
   * The values of a line. Of a new row, what the line leaves empty is what it is by default; of the row that is there, what
   * the line says as an export says it is left out, and with `only` all but these fields.
   */
  async read(cells: readonly string[], row?: StoredRow, only?: ReadonlySet<string>): Promise<LineValues> {
    const body: Record<string, unknown> = {};
    const wrong: Record<string, Message> = {};
    for (const [at, field] of this.#columns) {
      if (only && !only.has(field.name)) continue;
      const cell = cells[at] ?? '';
      const text = unescaped(cell);
      const stored = row?.values[field.name];
      if (text.trim() === '' && !row) continue;
      if (row && this.#isSaid(field, stored, [cell, text])) continue;
      try {
        // The rest would be lost with the row's own text.
        if (isCut(cell)) throw new FieldProblem(field.name, 'import:cutText');
        if (shortenedNumber.test(text)) throw new FieldProblem(field.name, 'import:shortenedNumber');
        body[field.name] = text.trim() === '' ? '' : await this.#value(field, text, stored);
      } catch (error) {
        if (!(error instanceof FieldProblem)) throw error;
        wrong[field.name] = { key: error.key, params: error.params };
      }
    }
    return { body, wrong };
  }

  /**
   * Whether the cell is what an export makes of the value, which says less than that: of formatted text its words alone, of
   * a long one the beginning. Who may not read a field cannot import into it either.
   */
  #isSaid(field: ModelField, value: unknown, cell: readonly string[]): boolean {
    const isExact = value === null || typeof value === 'number' || field.to !== undefined;
    if (isExact) return false;
    const text = exportedText({ field, value }, wordsIn(this.#ctx.translate, this.#caller.language));
    return cell.includes(text) || cell.includes(cutToCell(text));
  }

  async #value(field: ModelField, text: string, stored: unknown): Promise<unknown> {
    const { kind, options } = field;
    if (field.to !== undefined) {
      const own = [stored].flat();
      if (kind.relation === 'many') return this.#rowsNamed(field, [...new Set(namesIn(text))], own);
      return (await this.#rowsOfName(field, text, own))[0];
    }
    const choices = this.#choicesOf(field);
    if (choices) {
      const chosen = (holdsSeveral(kind) ? namesIn(text) : [text.trim()]).map(
        (each) => choices.get(plain(each)) ?? each,
      );
      return holdsSeveral(kind) ? chosen : chosen[0];
    }
    // What an export writes of such as tags, and of the steps of a way, is what people read.
    const listed = holdsSeveral(kind) ? [namesIn(text), text.trim().split(' / ')] : [];
    const list = listed.find((each) => !('refused' in kind.parse(each, options)));
    if (list) return list;
    const as = kind.encoding?.(options).as;
    if (as === 'number') return withoutPercent(text.trim());
    if (as === 'moment') return writtenDate(text);
    // A day in a cell may have the midnight with which it begins.
    if (as === 'day') return writtenDate(text).replace(/ 00:00:00$/, '');
    const given = jsonOr(field, text);
    return typeof given === 'string' ? (kind.fromText?.(given, options) ?? given) : given;
  }

  /** Of a field with a few values, each by what people read for it in any language. */
  #choicesOf({ name, kind, options }: ModelField): ReadonlyMap<string, unknown> | undefined {
    if (this.#choices.has(name)) return this.#choices.get(name);
    const encoding = kind.encoding?.(options);
    const values: readonly unknown[] | undefined = encoding?.as === 'bool' ? [1, 0] : encoding?.choices;
    const found = values && new Map(values.flatMap((value) => this.#wordsFor({ kind, options }, value)));
    this.#choices.set(name, found);
    return found;
  }

  #wordsFor(field: Pick<ModelField, 'kind' | 'options'>, value: unknown): [string, unknown][] {
    const { translate } = this.#ctx;
    return languages.map((language) => [plain(choiceText(translate, field, value, language)), value]);
  }

  /** The ids of rows with these names, which are looked for together; more than the field takes are for it to refuse. */
  async #rowsNamed(
    field: ModelField,
    names: readonly string[],
    own: readonly unknown[],
  ): Promise<readonly (number | string)[]> {
    const { limit = mostRows } = field.options as { readonly limit?: number };
    if (names.length > limit) return names;
    const isNew = (name: string): boolean => !this.#rows.has(keyOf(field, name));
    const unknown = names.filter(isNew);
    for (let at = 0; at < unknown.length; at += together)
      await this.#findTogether(field, unknown.slice(at, at + together));
    const ids: number[] = [];
    for (const name of names) ids.push(...(await this.#rowsOfName(field, name, own)));
    return ids;
  }

  /** Remembers of these names those that one row has; one that several have, or none, is for `#rowsOfName` to tell of. */
  async #findTogether(field: ModelField, names: readonly string[]): Promise<void> {
    const other = this.#ctx.models.get(field.to!)!;
    const title = other.fields.get(other.title)!;
    if (names.length === 1 || !this.#mayFind(other, title)) return;
    const wanted = names.flatMap((name) => {
      const parsed = parseField(title.kind, { ...title.options, required: false }, name);
      return 'refused' in parsed || parsed.value === null ? [] : [{ name, value: parsed.value as SqlValue }];
    });
    const where = { [title.name]: { in: wanted.map(({ value }) => value) } };
    const most = 2 * together;
    const rows = await rowsOf(this.#ctx, other, this.#caller, { tx: this.#tx }).list(where as never, { limit: most });
    // There may be others.
    if (rows.length === most) return;
    const named = Map.groupBy(rows as readonly { readonly id: number }[], (row) =>
      String((row as Readonly<Record<string, unknown>>)[title.name]),
    );
    for (const { name, value } of wanted) {
      const [row, ...more] = named.get(String(value)) ?? [];
      if (row && more.length === 0) this.#rows.set(keyOf(field, name), Promise.resolve([row.id]));
    }
  }

  /** Who may not read names learns nothing of which there are. */
  #mayFind(other: Model, title: ModelField): boolean {
    return maySelect(this.#ctx, this.#caller, other) && mayRead(this.#caller, other, title);
  }

  /** The one row with this name; of several, those that the row refers to already. */
  async #rowsOfName(field: ModelField, name: string, own: readonly unknown[]): Promise<readonly number[]> {
    const found = await this.#idsNamed(field, name);
    const chosen = found.length === 1 ? found : found.filter((id) => own.includes(id));
    if (chosen.length === 0) throw new FieldProblem(field.name, 'import:ambiguous', { name: name.slice(0, 100) });
    return chosen;
  }

  /** The ids of rows with this name that the caller sees; in a tree the names on the way to it may stand before. */
  #idsNamed(field: ModelField, name: string): Promise<readonly number[]> {
    const key = keyOf(field, name);
    let found = this.#rows.get(key);
    if (found) return found;
    this.#rows.set(key, (found = this.#findIds(field, name)));
    // What the database could not say is asked again.
    found.catch((error: unknown) => !(error instanceof FieldProblem) && this.#rows.delete(key));
    return found;
  }

  async #findIds(field: ModelField, name: string): Promise<readonly number[]> {
    const other = this.#ctx.models.get(field.to!)!;
    const title = other.fields.get(other.title)!;
    if (!this.#mayFind(other, title)) return [idOr(field, name)];
    const titled = async (text: string, within?: readonly number[]): Promise<number[]> => {
      const parsed = parseField(title.kind, { ...title.options, required: false }, text);
      if ('refused' in parsed || parsed.value === null) return [];
      const { value } = parsed;
      const list = (column: string): Promise<readonly { readonly id: number }[]> => {
        const where = { [column]: value as SqlValue, ...(within && { pid: { in: within } }) };
        return rowsOf(this.#ctx, other, this.#caller, { tx: this.#tx }).list(where as never, { limit: mostNamesakes });
      };
      const rows = await list(title.name);
      const translation = rows.length === 0 && translationIn(title.options, this.#caller.language);
      if (!translation) return rows.map(({ id }) => id);
      // Rows are read as the caller sees them: a text that was changed since is no translation any more.
      const isShown = (row: object): boolean => Reflect.get(row, title.name) === value;
      return (await list(translation.column)).filter(isShown).map(({ id }) => id);
    };
    let ids = await titled(name);
    if (ids.length === 0 && name !== name.trim()) return this.#findIds(field, name.trim());
    const way = name.split(' / ');
    if (ids.length === 0 && other.traits.has('tree') && way.length > 1) {
      ids = await titled(way[0]!);
      for (const step of way.slice(1)) ids = ids.length === 0 ? [] : await titled(step, ids);
    }
    return ids.length > 0 ? ids : [idOr(field, name)];
  }
}

/** A cell that says nothing its field can be. */
export class FieldProblem extends Problem {
  readonly field: string;

  constructor(field: string, key: string, params: Record<string, unknown> = {}) {
    super(key, params);
    this.field = field;
  }
}

function idOr({ name: field }: ModelField, name: string): number {
  if (/^\s*\d{1,15}\s*$/.test(name)) return Number(name);
  throw new FieldProblem(field, 'import:noSuchRow', { name: name.slice(0, 100) });
}

/** What Excel writes into a CSV file for a long number, be it one of a telephone or an order: `1.38E+10`. */
const shortenedNumber = /^\s*-?\d(?:\.\d+)?E\+\d{2,3}\s*$/;

/** An export puts an apostrophe before what a spreadsheet would calculate. */
const unescaped = (text: string): string => (escapedFormula.test(text) ? text.slice(1) : text);

const keyOf = ({ name: field }: ModelField, name: string): string => `${field}\0${name}`;

/** A number as it stands before the sign. */
const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);

const plain = (text: string): string => text.trim().toLowerCase();

/** Lists and objects stand in a file as JSON; what a field of texts takes as it is, stays as it is. */
function jsonOr({ kind, options }: ModelField, text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  if (kind.encoding?.(options).as !== 'json' && !('refused' in kind.parse(text, options))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
