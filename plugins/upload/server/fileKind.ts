/** What a file is by its content. */
export interface FileKind {
  /** Media type. */
  readonly type: string;
  /** The suffix that belongs to the content, without a dot; empty when nobody knows. */
  readonly suffix: string;
  /** All that it may be called; none where its name contradicts the content. */
  readonly suffixes: readonly string[];
}
