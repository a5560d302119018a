import { actionShape, checkAction } from '../actions/checkAction.ts';
import { genericActions } from '../actions/generic.ts';
import { isName } from '../checkField.ts';
import type { FieldMap } from '../field.ts';
import { known } from '../known.ts';
import { assertKnown, assertShape, conditions, flag, isObject, label, listOf, mapOf, object, text } from '../shape.ts';
import { builtInTraits, traitsIn, type Traits } from './index.ts';
import type { Trait } from './trait.ts';

const traitShape = object(
  {
    name: text,
    label,
    fields: conditions,
    view: object({ marks: text, actions: listOf(text), gone: flag }, ['marks', 'actions']),
    actions: mapOf(actionShape),
    sort: text,
  },
  ['name'],
);
/** What a list can be asked for already. */
const parameters = ['page', 'limit', 'order', 'search', 'filter', 'quick_search', 'select', 'lang'];

/** Throws when a trait contradicts itself, the fields of the table, or another trait. */
export function checkTraits(given: Traits, own: FieldMap): void {
  const wanted = Object.entries(given as Readonly<Record<string, unknown>>);
  known(
    wanted.filter(([, each]) => !isObject(each)).map(([name]) => name),
    Object.keys(builtInTraits),
    'traits',
  );
  for (const [name, each] of wanted) if (isObject(each)) checkTrait(name, each as unknown as Trait, own);
  const traits = traitsIn(given);
  unique(traits, ({ fields = {} }) => Object.keys(fields), 'have a column');
  unique(traits, ({ actions = {} }) => Object.keys(actions).map((name) => name.toLowerCase()), 'have an action');
}

function checkTrait(key: string, given: Trait, own: FieldMap): void {
  const where = `traits.${key}`;
  assertKnown(traitShape, given, where, [where]);
  assertShape(traitShape, given, `${where}: `);
  const { name, label: title, fields = {}, view, actions = {} } = given;
  if (Object.hasOwn(builtInTraits, name)) throw new Error(`${where}: "${name}" is a trait of the product.`);
  if (name !== key) throw new Error(`${where}: the trait is called "${name}"; write traits: { ${name} }.`);
  if (!isName(name) || parameters.includes(name))
    throw new Error(`${where}: a trait cannot be called "${name}"; choose another word in small letters.`);
  const doubled = Object.keys(fields).find((column) => Object.hasOwn(own, column));
  if (doubled !== undefined) throw new Error(`Field "${doubled}": the trait "${name}" brings it; leave it out.`);
  for (const [action, each] of Object.entries(actions))
    checkAction(`${where}.actions.${action}`, action, each, Object.keys(genericActions));
  if (!view) return;
  if (title === undefined) throw new Error(`${where}: what it puts away needs a label.`);
  known(view.actions, Object.keys(actions), `${where}.view.actions`);
  known([view.marks], Object.keys(fields), `${where}.view.marks`);
}

function unique(traits: readonly Trait[], namesOf: (trait: Trait) => readonly string[], what: string): void {
  const known = new Map<string, string>();
  for (const each of traits) {
    for (const name of namesOf(each)) {
      const other = known.get(name);
      if (other !== undefined) throw new Error(`traits: "${other}" and "${each.name}" both ${what} "${name}".`);
      known.set(name, each.name);
    }
  }
}
