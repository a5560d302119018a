import type { FieldMap, Json } from '../field.ts';
import type { Label } from '../label.ts';
import type { HookContext, TransactionRows } from '../rows.ts';
import type { Row, ValueOf } from '../types.ts';

/** On the rows that somebody has chosen, on one row, or on the list as a whole. */
export type ActionScope = 'rows' | 'row' | 'list';
/** Where a button stands: in each row, above the list, in both, or nowhere. */
export type ActionPlace = 'row' | 'list' | 'both' | 'none';

/** How an action is shown, and which rows it is for. */
interface ActionOptions {
  /** What its button, its permission and the administrators' log call it: a verb. */
  label: Label;
  /** Default: `rows`. */
  on?: ActionScope;
  /** A class of the icon fonts, such as `fa fa-bullhorn`. */
  icon?: string;
  /** Default: both for `rows`, else where it belongs. */
  place?: ActionPlace;
  /** A question that is asked first. */
  confirm?: Label;
  /** Shown once it is done; `{{name}}` in it is what the handler has returned by this name. */
  done?: Label;
  /** What it does is not easily undone: its button is red. */
  danger?: boolean;
  /** Its form makes rows: an empty list to which nobody can add any offers it instead. Default: false. */
  creates?: boolean;
  /** False: for rows that the caller may see, even when their rule does not let them change these. Default: true. */
  changes?: boolean;
  /** For super administrators alone: there is no permission for it that a group could be given. Default: false. */
  superOnly?: boolean;
  /** Default: POST. */
  method?: 'POST' | 'DELETE';
}

/** Values of a form, as its fields have them on the wire. */
export type FormValues<P> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** What an action is called with. It runs in one transaction: what it throws undoes all of it. */
export interface ActionCall<F extends FieldMap, P> {
  /** The chosen rows, each of which the caller may see (and change, unless `changes: false`), locked until the end. None for `list`. */
  readonly rows: readonly Row<F>[];
  /** What was entered in the form, validated. */
  readonly values: FormValues<P>;
  /** Rows of this table, also those that no list shows, as the system. */
  readonly table: TransactionRows<F>;
  /** Who has called it, when, and the other tables. */
  readonly context: HookContext;
}

export interface ActionDefinition<F extends FieldMap, P extends FieldMap> extends ActionOptions {
  /** Fields that are asked for first. */
  form?: P;
  /**
   * Has five seconds, like a hook, and may run more than once. What it returns is `data.result` of the answer; the browser saves
   * `{ file: { name, text } }`.
   */
  handler(call: ActionCall<F, P>): Promise<Json | void> | Json | void;
}

/** An action as a table has it: of those that the product brings the server has the handler. */
export interface Action<F extends FieldMap = FieldMap> extends Partial<ActionOptions> {
  readonly form?: FieldMap;
  /** Another action without which the table does not have this one. */
  readonly needs?: string;
  handler?(call: ActionCall<F, FieldMap>): Promise<Json | void> | Json | void;
}

/** Declares an action of one's own: `actions: { publish: action({ … }) }` in `.resource()`, or in a trait. */
export function action<F extends FieldMap, const P extends FieldMap = {}>(
  definition: ActionDefinition<F, P>,
): Action<F> {
  // The form's types are erased here, once; the gate has validated the values by then.
  return definition as unknown as Action<F>;
}
