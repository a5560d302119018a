import type { Action } from '../actions/action.ts';
import type { FieldMap } from '../field.ts';
import type { Label } from '../label.ts';

/** Rows that have left the list and stand in one of their own, which is asked for with `<name>=1`. */
export interface TraitView<F extends FieldMap = FieldMap> {
  /** The column that holds a value for these rows, and null for all others. */
  readonly marks: keyof F & string;
  /** What can be done with them, and with them only; the first brings them back. Whoever may do none of it does not see them. */
  readonly actions: readonly string[];
  /** They count as deleted: what they refer to may be deleted too. */
  readonly gone?: boolean;
}

export interface TraitDefinition<F extends FieldMap> {
  /** Also the name of its view in addresses: `archivable`. */
  readonly name: string;
  /** What the switch to its view is called. */
  readonly label?: Label;
  /** Columns that it gives a table; only the server sets them. */
  readonly fields?: F;
  /** Rows that leave the list for one of their own. */
  readonly view?: TraitView<F>;
  /** Actions that every table with the trait has, by name: `{ archive: action({ … }) }`. */
  readonly actions?: Readonly<Record<string, Action<F>>>;
  /** Default order of the list. */
  readonly sort?: string;
}

/** A behaviour that a table can be given, with its types erased. */
export type Trait = TraitDefinition<FieldMap>;

/**
 * Declares a trait. A table has it by `traits: { archivable }`, once its type is known:
 * `declare module '#resource' { interface Traits { archivable?: typeof archivable } }`.
 */
export function trait<const F extends FieldMap>(definition: TraitDefinition<F>): Trait {
  return definition as unknown as Trait;
}
