import { parseField, storeValue, type Model } from '#resource';
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
    const found: (readonly [of: string, value: number])[] = [];
    if (id !== undefined) found.push(['id', id]);
    for (const name of this.#unique) {
      const { kind, options } = this.#model.fields.get(name)!;
      const parsed = parseField(kind, { ...options, required: false }, body[name]);
      const value = 'refused' in parsed ? null : storeValue(kind, options, parsed.value);
      if (value !== null) found.push([name, numberOf(String(value))]);
    }
    for (const [name, value] of found) {
      const first = this.#lines.get(name)?.get(value);
      if (first !== undefined)
        throw new FieldProblem(name, name === 'id' ? 'import:sameRow' : 'import:sameValue', { line: first });
    }
    for (const [name, value] of found) {
      const lines = this.#lines.get(name) ?? new Map<number, number>();
      this.#lines.set(name, lines.set(value, line));
      this.#added.push([lines, value]);
    }
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
