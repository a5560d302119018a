import type { FieldMap } from './field.ts';
import type { Resource, ResourceDefinition } from './resource.ts';
import type { CheckReferences } from './types.ts';

/**
 * A table by its fields. It names other tables by string only, so its type is closed and tables may refer to each other;
 * `.resource()` looks the names up. It is a method because in a free function the compiler would still be inferring the
 * fields while it checks the callbacks, and their literals would widen.
 */
export interface Table<N extends string, F extends FieldMap> {
  readonly name: N;
  readonly fields: F;
  /** `P` are the paths that the list names, `W` those in conditions; each must lead to a field. */
  resource<const P extends string = never, const W extends string = never>(
    this: { fields: CheckReferences<F> },
    definition?: ResourceDefinition<F, P, W, N>,
  ): Resource;
}

export interface TableOptions {
  /** The former name of the table: its rows, their history and whatever refers to them go on under the new one. */
  renamedFrom?: string;
}

/** Declares a table. Keys are column names and names on the wire: snake_case. */
export function table<const N extends string, const F extends FieldMap>(
  name: N,
  fields: F,
  { renamedFrom }: TableOptions = {},
): Table<N, F> {
  return {
    name,
    fields,
    // The definition's types are erased here, once: the server holds tables of any shape.
    resource: (definition = {}) => ({
      name,
      fields,
      ...(renamedFrom !== undefined && { renamedFrom }),
      definition: definition as unknown as ResourceDefinition<FieldMap>,
    }),
  };
}
