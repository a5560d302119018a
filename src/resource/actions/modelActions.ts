import type { FieldMap } from '../field.ts';
import type { Label } from '../label.ts';
import type { ResourceDefinition } from '../resource.ts';
import type { Trait } from '../traits/trait.ts';
import type { Action, ActionPlace, ActionScope } from './action.ts';
import { genericActions } from './generic.ts';

/** An action of a loaded table with every default filled in. */
export interface ModelAction {
  readonly name: string;
  /** Undefined: what the product calls it (`rule:<name>`). */
  readonly label: Label | undefined;
  readonly on: ActionScope;
  readonly place: ActionPlace;
  readonly icon: string | undefined;
  readonly confirm: Label | undefined;
  readonly done: Label | undefined;
  readonly danger: boolean;
  /** Whether its form makes rows. */
  readonly creates: boolean;
  /** Whether it is closed to those whose rule lets them change no row. */
  readonly changes: boolean;
  /** There is no permission for it. */
  readonly superOnly: boolean;
  readonly method: 'POST' | 'DELETE';
  /** The view that its rows are in; undefined: the list. */
  readonly view: string | undefined;
  readonly asks: FieldMap | undefined;
  /** Undefined: the server has it (`src/server/table/actions/`). */
  readonly handler: Action['handler'];
}

type Given = ResourceDefinition<FieldMap>['actions'];

/** Actions that a list in the file chooses among; those of other traits come with their trait. */
export const listed: readonly string[] = [...Object.keys(genericActions), 'sortable'];

/** What the product and the traits give a table, whatever its file leaves out. */
export function givenActions(traits: readonly Trait[]): ModelAction[] {
  return [
    ...Object.entries<Action>(genericActions).map(([name, each]) => modelAction(name, each)),
    ...traits.flatMap(({ name: trait, actions = {}, view }) =>
      Object.entries(actions).map(([name, each]) =>
        modelAction(name, each, view?.actions.includes(name) ? trait : undefined),
      ),
    ),
  ];
}

/** The actions of a table, in the order of the product, its traits, and its file. */
export function modelActions(given: Given, traits: readonly Trait[]): ModelAction[] {
  const own: Readonly<Record<string, Action | false | undefined>> = isList(given) ? {} : ((given ?? {}) as {});
  const isGone = (name: string): boolean =>
    isList(given) ? listed.includes(name) && !given.some((each) => each === name) : own[name] === false;
  // A file can do nothing where rows are neither added nor edited.
  const isLeftOut = (name: string): boolean => isGone(name) || (name === 'import' && isGone('add') && isGone('edit'));
  const needs = new Map(
    traits.flatMap(({ actions = {} }) => Object.entries(actions).map(([name, each]) => [name, each.needs])),
  );
  const included = givenActions(traits).filter(({ name }) => !isLeftOut(name) && !isLeftOut(needs.get(name) ?? ''));
  return [...included, ...Object.entries(own).flatMap(([name, each]) => (each ? [modelAction(name, each)] : []))];
}

export const isList = (given: Given): given is Extract<Given, readonly unknown[]> => Array.isArray(given);

function modelAction(name: string, given: Action, view?: string): ModelAction {
  const {
    on = 'rows',
    label,
    icon,
    confirm,
    done,
    danger = false,
    creates = false,
    changes = true,
    method = 'POST',
    superOnly = false,
  } = given;
  return {
    name,
    label,
    on,
    place: given.place ?? (on === 'rows' ? 'both' : on),
    icon,
    confirm,
    done,
    danger,
    creates,
    changes,
    superOnly,
    method,
    view,
    asks: given.form,
    // Bound: it may be written as a method.
    handler: given.handler?.bind(given),
  };
}
