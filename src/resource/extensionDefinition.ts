import type { Action } from './actions/action.ts';
import type { Caller } from './caller.ts';
import type { FieldMap } from './field.ts';
import type { Hooks } from './hooks.ts';
import type { Label } from './label.ts';
import type { RowRule } from './rowRule.ts';
import type { FilterPath, Path, VisibleKey, WritableKey } from './types.ts';

/** Where something stands that an extension brings: after this one, or at the end. */
type Placed<K extends string, P> = P | ({ readonly after: K } & { readonly [Key in 'name']: P });

/** What a plugin adds to a table of somebody else beside fields. `F` are the fields of the table, `G` those that it brings. */
export interface ExtensionDefinition<
  F extends FieldMap,
  G extends FieldMap,
  P extends string = string,
  W extends string = never,
> {
  /** Where the table names the columns of its list (else its list shows every field by itself): these, too. */
  list?: {
    columns?: readonly Placed<string, Path<F & G>>[];
    filters?: readonly (Path<F & G> | FilterPath<F & G, P>)[];
  };
  /**
   * On which lines of the form its fields stand, or in which section at the end. Where the table names none of its own, they
   * stand among all others.
   */
  form?: {
    layout?: readonly (
      Placed<string, WritableKey<F & G>> | { section: Label; fields: readonly WritableKey<F & G>[] }
    )[];
  };
  /** Each is a permission node, a call and a button, as in the table's own file. */
  actions?: { readonly [name: string]: Action<F & G> };
  /** Narrows the rows further than the table does. */
  rows?: { read?: RowRule<F & G, W>; write?: RowRule<F & G, W>; add?: RowRule<F & G, W> };
  /** Narrows fields to some callers, those of the table further than it does. */
  access?: { [K in VisibleKey<F & G>]?: { read?: (caller: Caller) => boolean; write?: (caller: Caller) => boolean } };
  /** They run after those of the table, which see what they change when the next one does. */
  hooks?: Hooks<F & G>;
}

/** An extension with its types erased. */
export interface Extension {
  readonly table: string;
  readonly fields: FieldMap;
  readonly definition: ExtensionDefinition<FieldMap, FieldMap>;
}
/** An extension with the plugin whose it is. */
export interface OwnedExtension extends Extension {
  readonly plugin: string;
}
