import type pg from 'pg';

type Parse = (value: string) => unknown;

/** Makes rows of what one statement answers. */
export class RowParser {
  /** Of a statement that answers no rows. */
  static readonly none = new RowParser(undefined, []);
  readonly #names: readonly string[];
  readonly #parsers: readonly Parse[];

  constructor(client: Pick<pg.PoolClient, 'getTypeParser'> | undefined, fields: readonly pg.FieldDef[]) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => client!.getTypeParser(dataTypeID, 'text') as Parse);
  }

  parse(values: readonly (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]!;
      row[this.#names[at]!] = value === null ? null : this.#parsers[at]!(value);
    }
    return row;
  }
}
