import { parseField, storeValue, type Message, type Model } from '#resource';
import type { Body } from '../write/body.ts';
import { digest } from '../../shared/digest.ts';
import { FieldProblem } from './cellValues.ts';
import type { StoredImport } from './storedImport.ts';

/** What lines of a file must not share with one another, since no two rows may: kept as numbers, some twenty bytes each. */
export class SeenValues {
  readonly #model: Model;
  readonly #unique: readonly string[];
  readonly #lines = new Map<string, Map<number, number>>();
  #added: (readonly [lines: Map<number, number>, value: number])[] = [];

  constructor(model: Model, { columns }: Pick<StoredImport, 'columns'>) {
    this.#model = model;
    this.#unique = columns.flatMap((name) => (name !== null && model.fields.get(name)?.options.unique ? [name] : []));
  }

  /** Notes what a line that is right says. Throws a `FieldProblem` when a line before has said the same. */
  take(line: number, id: number | undefined, body: Body): void {
    const values = this.#valuesOf(id, body);
    for (const [name, message] of this.#said(values)) throw new FieldProblem(name, message.key, message.params);
    for (const [name, value] of values) {
      const lines = this.#lines.get(name) ?? new Map<number, number>();
      this.#lines.set(name, lines.set(value, line));
      this.#added.push([lines, value]);
    }
  }

  /** By field, what a line before that is right has said already; nothing is noted. */
  repeated(id: number | undefined, body: Body): Record<string, Message> {
    return Object.fromEntries(this.#said(this.#valuesOf(id, body)));
  }

  #valuesOf(id: number | undefined, body: Body): (readonly [field: string, value: number])[] {
    const own = this.#unique.flatMap((name): (readonly [string, number])[] => {
      const { kind, options } = this.#model.fields.get(name)!;
      const parsed = parseField(kind, { ...options, required: false }, body[name]);
      const value = 'refused' in parsed ? null : storeValue(kind, options, parsed.value);
      return value === null ? [] : [[name, numberOf(String(value))]];
    });
    return id === undefined ? own : [['id', id], ...own];
  }

  #said(values: readonly (readonly [field: string, value: number])[]): (readonly [field: string, Message])[] {
    return values.flatMap(([name, value]) => {
      const line = this.#lines.get(name)?.get(value);
      if (line === undefined) return [];
      return [[name, { key: name === 'id' ? 'import:sameRow' : 'import:sameValue', params: { line } }] as const];
    });
  }

  /** What was noted since the last time stays. */
  settle(): void {
    this.#added = [];
  }

  /** How much has been noted since then. */
  get unsettled(): number {
    return this.#added.length;
  }

  /** What was noted after so much does not stay: the lines are looked at again. */
  goBack(unsettled = 0): void {
    for (const [lines, value] of this.#added.splice(unsettled)) lines.delete(value);
  }
}

/** 48 bits of a digest: of a million texts no two are alike, but by a chance of one in five hundred. */
const numberOf = (text: string): number => Buffer.from(digest(text), 'base64url').readUIntBE(0, 6);
