import type { LinesManifest, Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';
import type { Values } from '../typedValues.ts';
import {
  changesOf,
  copyOf,
  isEmptyLine,
  isTouched,
  lineOfRow,
  newLine,
  refusalsOf,
  type Line,
  type TableLines,
} from './line.ts';
import { linesKey } from './linesKey.ts';
import { newUuid } from '../../plainHttp/newUuid.ts';

/** What somebody has typed into lines, to be put back when their form is open again. */
type Typed = readonly { readonly id?: number | undefined; readonly values: Values; readonly removed: boolean }[];
type TypedLines = Readonly<Record<string, Typed>>;
/** Lines that others have changed, by table and id. */
export type StaleLines = Readonly<Record<string, Readonly<Record<string, ListRow | null>>>>;

/** The lines within one form, by the names of their tables. */
export class FormLines {
  readonly #tables = new Map<string, TableLines>();
  readonly #listeners = new Set<() => void>();
  #typed: TypedLines = {};
  /** By table, the lines that were sent last, in the order of `save`. */
  #sent: Readonly<Record<string, readonly number[]>> = {};
  readonly #form = newUuid();
  #added = 0;
  #generation = 0;
  #refusals = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Another one for each form, and whenever lines must be read anew. */
  get generation(): string {
    return `${this.#form} ${this.#generation}`;
  }

  /** Counts how often lines were refused: the first wrong value is to be looked at then. */
  get refusals(): number {
    return this.#refusals;
  }

  of(table: string): TableLines | undefined {
    return this.#tables.get(table);
  }

  /**
   * Takes lines as they were read, once, or new ones like them; what was typed in a session before is put upon them. Those
   * of a new row begin with an empty line, as long as it is not saved when nobody fills it in.
   */
  load(lines: LinesManifest, manifest: Manifest, rows: readonly ListRow[], asNew = false): void {
    if (this.#tables.has(lines.table)) return;
    const base = { lines, manifest };
    const table: TableLines = {
      lines,
      manifest,
      all: rows.map((row) => (asNew ? newLine(base, this.#nextKey(), copyOf(base, row)) : lineOfRow(base, row))),
      moved: false,
    };
    const { [lines.table]: typed = [], ...others } = this.#typed;
    this.#typed = others;
    const all = this.#withTyped(table, typed);
    const begins =
      asNew && all.length === 0 && manifest.actions.includes('add') ? [newLine(base, this.#nextKey())] : [];
    this.#set({ ...table, all: [...all, ...begins.filter((line) => isEmptyLine(table, line))] });
  }

  #withTyped(table: TableLines, typed: Typed): readonly Line[] {
    const byId = new Map(typed.map((each) => [each.id, each]));
    const known = table.all.map((line) => {
      const kept = byId.get(line.key);
      return kept ? { ...line, values: { ...line.values, ...kept.values }, removed: kept.removed } : line;
    });
    const added = typed
      .filter(({ id }) => id === undefined)
      .map(({ values }) => newLine(table, this.#nextKey(), values));
    const filled = added.length > 0 ? known.filter((line) => !isEmptyLine(table, line)) : known;
    return [...filled, ...added];
  }

  change(name: string, key: number, field: string, value: unknown): void {
    this.#edit(name, key, ({ values, errors, ...line }) => {
      const { [field]: _gone, '': _whole, ...left } = errors;
      return { ...line, values: { ...values, [field]: value }, errors: left };
    });
  }

  /** Adds a line at the end, or at the beginning; gives its key. */
  add(name: string, first = false): number {
    const key = this.#nextKey();
    const table = this.#tables.get(name)!;
    const line = newLine(table, key);
    this.#set({ ...table, all: first ? [line, ...table.all] : [...table.all, line] });
    return key;
  }

  /** A new line goes at once; one that exists is marked, and goes with the save. */
  remove(name: string, key: number): void {
    if (key > 0) return this.#edit(name, key, (line) => ({ ...line, removed: true, errors: {} }));
    const table = this.#tables.get(name)!;
    this.#set({ ...table, all: table.all.filter((line) => line.key !== key) });
  }

  restore(name: string, key: number): void {
    this.#edit(name, key, (line) => ({ ...line, removed: false }));
  }

  move(name: string, key: number, target: number): void {
    const table = this.#tables.get(name)!;
    const from = table.all.findIndex((line) => line.key === key);
    const to = table.all.findIndex((line) => line.key === target);
    const rest = table.all.toSpliced(from, 1);
    this.#set({ ...table, all: rest.toSpliced(to, 0, table.all[from]!), moved: true });
  }

  /** Goes on from what others have made of the line: with one's own changes upon it, or without them. */
  settle(name: string, key: number, isMine: boolean): void {
    const table = this.#tables.get(name)!;
    const line = table.all.find((each) => each.key === key);
    if (line?.theirs === undefined) return;
    if (line.theirs === null) return this.#set({ ...table, all: table.all.filter((each) => each.key !== key) });
    const theirs = lineOfRow(table, line.theirs);
    const mine = { ...theirs, values: { ...theirs.values, ...changesOf(table, line) }, removed: line.removed };
    this.#edit(name, key, () => (isMine ? mine : theirs));
  }

  get isDirty(): boolean {
    return [...this.#tables.values()].some(
      (table) => table.moved || table.all.some((line) => line.theirs !== undefined || isTouched(table, line)),
    );
  }

  /** Whether all is right by the rules that are known here; what is not, says so. */
  check(): boolean {
    let isRight = true;
    for (const table of this.#tables.values()) {
      const all = table.all.map((line) => ({ ...line, errors: refusalsOf(table, line) }));
      const isOpen = (line: Line): boolean => line.theirs !== undefined || Object.keys(line.errors).length > 0;
      if (all.some(isOpen)) isRight = false;
      this.#tables.set(table.lines.table, { ...table, all });
    }
    if (!isRight) this.#refusals += 1;
    this.#tell();
    return isRight;
  }

  /** What is to be done with them, as a body has it; undefined when that is nothing. */
  wishes(): Values | undefined {
    const all = [...this.#tables.values()].map((table) => [table, ...wishesOf(table)] as const);
    this.#sent = Object.fromEntries(all.map(([{ lines }, , sent]) => [lines.table, sent]));
    const wanted = all.flatMap(([{ lines }, wish]) => (wish ? [[lines.table, wish] as const] : []));
    return wanted.length > 0 ? Object.fromEntries(wanted) : undefined;
  }

  /** Takes the errors that are about lines; gives the others. */
  refuse(errors: Readonly<Record<string, string>>): Record<string, string> {
    const others: [string, string][] = [];
    for (const [place, error] of Object.entries(errors)) {
      const [part, name = '', at, field = ''] = place.split('.');
      const key = part === linesKey && this.#tables.has(name) ? this.#sent[name]?.[Number(at)] : undefined;
      if (key === undefined) others.push([place, error]);
      else this.#edit(name, key, (line) => ({ ...line, errors: { ...line.errors, [field]: error } }));
    }
    if (others.length < Object.keys(errors).length) this.#refusals += 1;
    return Object.fromEntries(others);
  }

  /** Shows what others have made of lines meanwhile. */
  compare(stale: StaleLines): void {
    for (const [name, rows] of Object.entries(stale))
      for (const [id, theirs] of Object.entries(rows)) this.#edit(name, Number(id), (line) => ({ ...line, theirs }));
    this.#refusals += 1;
    this.#tell();
  }

  /** Forgets all of them: they are read anew, for this row or for another. */
  forget(): void {
    this.#tables.clear();
    this.#generation += 1;
    this.#tell();
  }

  typed(): Values {
    const all = [...this.#tables.values()].map((table): [string, Typed] => [
      table.lines.table,
      table.all
        .filter((line) => isTouched(table, line))
        .map((line) => ({ id: line.row?.id, values: changesOf(table, line), removed: line.removed })),
    ]);
    const touched = all.filter(([, lines]) => lines.length > 0);
    return touched.length > 0 ? { [linesKey]: Object.fromEntries(touched) } : {};
  }

  /** Puts back what was typed before; at once, or when the lines are there. */
  keep({ [linesKey]: typed }: Values): void {
    if (typeof typed !== 'object' || typed === null) return;
    this.#typed = typed as TypedLines;
    for (const table of this.#tables.values()) {
      const { [table.lines.table]: own = [], ...others } = this.#typed;
      this.#typed = others;
      this.#set({ ...table, all: this.#withTyped(table, own) });
    }
  }

  #nextKey(): number {
    this.#added += 1;
    return -this.#added;
  }

  #edit(name: string, key: number, change: (line: Line) => Line): void {
    const table = this.#tables.get(name);
    if (table) this.#set({ ...table, all: table.all.map((line) => (line.key === key ? change(line) : line)) });
  }

  #set(table: TableLines): void {
    this.#tables.set(table.lines.table, table);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What is to be done with the lines of a table, and which of them `save` has, in its order. */
function wishesOf(table: TableLines): [wish: Values | undefined, sent: readonly number[]] {
  const { manifest, all, moved } = table;
  const left = all.filter((line) => !line.removed && !isEmptyLine(table, line));
  const saved = left.filter((line) => isTouched(table, line));
  const gone = all.filter((line) => line.removed && line.row);
  const isNew = left.some(({ row }) => !row);
  const mayOrder = manifest.traits.sortable && manifest.actions.includes('sortable');
  const order = mayOrder && (moved || isNew) ? left.map(({ row }) => row?.id ?? null) : undefined;
  if (saved.length === 0 && gone.length === 0 && !order) return [undefined, []];
  const wish = {
    ...(saved.length > 0 && {
      save: saved.map((line) => ({ ...(line.row && versionOf(line.row)), ...changesOf(table, line) })),
    }),
    ...(gone.length > 0 && { del: gone.map(({ row }) => versionOf(row!)) }),
    ...(order && { order }),
  };
  return [wish, saved.map(({ key }) => key)];
}

const versionOf = (row: ListRow): Values => ({ id: row.id, version: row['version'] });
