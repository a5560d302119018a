import type { FieldOptions, HookContext } from '#resource';

/** What has become of a value of a watched kind, on the wire: null for none. */
export interface ValueChange {
  /** Of a group of settings it is `settings.<group>`. */
  readonly table: string;
  readonly field: string;
  /** As the table declares the field. */
  readonly options: FieldOptions;
  /** Of the row. */
  readonly id: number;
  /** The row came, was changed, went for good, went into the trash or came back from there. */
  readonly event: 'added' | 'changed' | 'deleted' | 'trashed' | 'restored';
  readonly before: unknown;
  readonly after: unknown;
  /** Of the transaction that makes the change. */
  readonly context: HookContext;
}

/** Is told of every value of these kinds of fields, in any table and in the site's settings, within the transaction that changes it. */
export interface ValueWatcher {
  /** Names of kinds: `image`, `files`. */
  readonly kinds: readonly string[];
  /** Has five seconds, like a hook; what it throws refuses the change. */
  changed(change: ValueChange): Promise<void> | void;
}
