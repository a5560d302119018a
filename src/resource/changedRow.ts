/** A value that has changed, as the wire has it. */
export interface ValueChange {
  readonly before: unknown;
  readonly after: unknown;
  /** Of a long value only what has changed: the text around it, or the items that went and came. */
  readonly cut?: true;
  /** The field has become another since: the values are texts, as they were. */
  readonly plain?: true;
  /** Rows that the values refer to, with what names them. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
}

/** A row that a bulk edit, or an import, would change. */
export interface ChangedRow {
  readonly id: number;
  /** What names it, for who may read that. */
  readonly name?: string;
  /** By field, those that the caller may read. */
  readonly changes: Readonly<Record<string, ValueChange>>;
}
