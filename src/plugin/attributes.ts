import type { AttributeName, Caller, CallerAttributes, FieldsOf, RealmName, Rows, TableName } from '#resource';

/** What an attribute is found with. */
export interface AttributeSearch {
  /** Whose it is. */
  readonly caller: Pick<Caller, 'id' | 'username' | 'super' | 'groups'> & { readonly realm: RealmName };
  /** Rows of the attribute's `tables`, as they are at the moment for which it is asked. */
  rows<N extends TableName>(name: N): Pick<Rows<FieldsOf<N>>, 'list' | 'get' | 'count'>;
}

/**
 * A value that the plugin finds for each caller, such as the project that they have chosen: row rules of any table read it as
 * `caller.attributes.project`. Declare its type:
 * `declare module '#resource' { interface CallerAttributes { project: number } }`.
 */
export interface CallerAttribute<N extends AttributeName = AttributeName> {
  readonly name: N;
  /** Whose callers have it: administrators unless said otherwise. */
  readonly realms?: readonly RealmName[];
  /**
   * Tables whose rows decide about it. It is found anew when one of them has changed, and a write that rests on another value is
   * done again: so what it was before counts nowhere any more. They should change seldom.
   */
  readonly tables: readonly TableName[];
  /**
   * null or undefined for none. Has five seconds. Where it fails, whatever asks for the attribute is refused, and nothing else.
   */
  find(
    search: AttributeSearch,
  ): CallerAttributes[N] | null | undefined | Promise<CallerAttributes[N] | null | undefined>;
}

/** Any attribute, by its name. */
export type AnyAttribute = { [N in AttributeName]: CallerAttribute<N> }[AttributeName];
