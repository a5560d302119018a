import { holdsSeveral, type FieldMap, type Json } from './field.ts';
import type { TextOptions } from './fields/text.ts';
import { conditionsIn } from './filter/filter.ts';
import { relatedKeyOf, relationName } from './filter/relationName.ts';
import { whereFilter } from './filter/shorthand.ts';
import type { ModelField } from './modelField.ts';
import { assertActionName, checkAction } from './actions/checkAction.ts';
import { givenActions, isList, listed, modelActions } from './actions/modelActions.ts';
import { isName } from './checkField.ts';
import { checkForm, checkList } from './checkListForm.ts';
import { fieldAt, type Fields } from './fieldAt.ts';
import { known } from './known.ts';
import { parseField } from './parseField.ts';
import type { DashboardCard, RealmAccess, ResourceDefinition } from './resource.ts';
import { together } from './together.ts';
import { traitsIn } from './traits/index.ts';

type Definition = ResourceDefinition<FieldMap>;
type Personal = Exclude<NonNullable<Definition['personal']>, readonly unknown[]>;

/**
 * Throws when a definition names what does not exist or cannot be; the message says what to write instead. TypeScript
 * finds the same mistakes, but nothing makes whoever adds a file run it.
 */
export function checkDefinition(fields: Fields, definition: Definition): void {
  const { list = {}, form = {}, choices = [], aliases = {}, access = {}, traits } = definition;
  together(
    () => checkActed(fields, definition),
    () => checkAppendOnly(fields, definition),
    () => checkEveryRealm(definition),
    () => checkPersonal(fields, definition),
    () => checkFields(fields, traits?.tree === true),
    () => checkList(fields, list),
    () => checkForm(fields, form),
    () => checkLevels(fields, definition),
    () => checkTitle(fields, definition.title),
    ...choices.map((name) => () => checkChoice(fields, name)),
    ...Object.entries<string>(aliases).map(
      ([alias, name]) =>
        () =>
          checkAlias(fields, alias, name),
    ),
    ...Object.keys(access).map((name) => () => fieldAt(fields, name, 'access')),
    () => checkSource(fields, definition),
  );
}

/** What concerns actions, once they are known to be any. */
function checkActed(fields: Fields, definition: Definition): void {
  checkActions(definition);
  const actions = modelActions(definition.actions, traitsIn(definition.traits)).map(({ name }) => name);
  const { menu, buttons = {}, realms = {} } = definition;
  const badge = (menu && menu.badge) || undefined;
  const cards = [definition.dashboard || []].flat() as readonly DashboardCard<FieldMap>[];
  together(
    ...cards.map((card) => () => checkCard(fields, card, definition)),
    () => badge && checkCounted(fields, badge, 'menu.badge', definition),
    () => known(Object.keys(buttons), actions, 'buttons'),
    () => checkPermissions(definition, actions),
    ...Object.entries<RealmAccess<FieldMap>>(realms).map(
      ([realm, access]) =>
        () =>
          checkRealm(fields, realm, access, definition),
    ),
  );
}

function checkEveryRealm({ everyRealm, page, rows }: Definition): void {
  if (everyRealm && (page !== false || !rows))
    throw new Error('everyRealm: is for a table with page: false and rules of its own; write both.');
}

function checkTitle(fields: Fields, name: string | undefined): void {
  if (name === undefined) return;
  const title = fieldAt(fields, name, 'title');
  if (title.kind.encrypted)
    throw new Error(
      `title: "${title.name}" is encrypted, and rows are looked for by their title; choose another field.`,
    );
  if (!title.column || title.secret)
    throw new Error(
      `title: "${title.name}" ${title.secret ? 'is secret' : 'has no column'}; choose a field that people may read.`,
    );
}

function checkChoice(fields: Fields, name: string): void {
  const { secret, column } = fieldAt(fields, name, 'choices');
  if (secret || !column) throw new Error(`choices: "${name}" ${secret ? 'is secret' : 'has no column'}; leave it out.`);
}

function checkSource(fields: Fields, { source, traits }: Definition): void {
  if (!source) return;
  const sealed = [...fields.values()].find(({ kind }) => kind.encrypted);
  if (sealed)
    throw new Error(`source: rows of another server are not ours to encrypt; leave encrypted out of "${sealed.name}".`);
  if (traitsIn(traits).length > 0) throw new Error('source: rows of another server have no traits; leave them out.');
  if (!/^(?:https?:\/\/[^/]|\/(?!\/))/.test(source.rest))
    throw new Error(`source: "${source.rest}" is no address; write one such as "https://api.example.com/articles".`);
}

/** An action is one of the product's, which can be left out, or one's own with a name of its own. */
function checkActions({ actions: given, traits, source }: Definition): void {
  const names = givenActions(traitsIn(traits)).map(({ name }) => name);
  if (isList(given)) {
    known(given, listed, 'actions');
    if (given.includes('sortable') && !traits?.sortable)
      throw new Error('actions: "sortable" needs traits: { sortable: true }.');
    return;
  }
  const entries = Object.entries(given ?? {});
  const leftOut = entries.filter(([, each]) => each === false).map(([name]) => name);
  known(leftOut, names, 'actions');
  const own = entries.flatMap(([name, each]) => (each ? [[name, each] as const] : []));
  for (const [at, [name, each]] of own.entries())
    checkAction(`actions.${name}`, name, each, [...names, ...own.slice(0, at).map(([earlier]) => earlier)]);
  if (source && own[0])
    throw new Error(`actions: rows of another server are not ours to act on; leave "${own[0][0]}" out.`);
}

/** A permission that is no action has a node of its own, which groups are given where the table has a page. */
function checkPermissions({ permissions = {}, page }: Definition, actions: readonly string[]): void {
  for (const name of Object.keys(permissions)) {
    if (page === false)
      throw new Error('permissions: a table with page: false is in no group’s permissions; leave them out.');
    assertActionName(`permissions.${name}`, name, actions);
  }
}

/** An alias is a second name in a row, so it is free there. */
function checkAlias(fields: Fields, alias: string, name: string): void {
  const taken = [...fields.values()].flatMap((field) => [field.name, field.relation]);
  if (!isName(alias) || taken.includes(alias))
    throw new Error(`aliases: "${alias}" must be a name in snake_case that no field or relation of the table has.`);
  // `checkRelations` looks up what the rows of another table are called.
  if (name.includes('.')) return;
  const { secret, column, kind } = fieldAt(fields, name, `aliases.${alias}`);
  // What is kept encrypted is hidden from logs by the field's own name.
  if (secret || kind.encrypted || (column === null && kind.relation !== 'many'))
    throw new Error(`aliases.${alias}: "${name}" must be a field that is stored and that people may read.`);
}

function checkLevels(fields: Fields, { levels, traits }: Definition): void {
  if (!levels) return;
  if (traits?.tree !== true) throw new Error('levels: only a tree has them; write traits: { tree: true }.');
  const { active } = levels;
  if (active === undefined) return;
  const { kind, options } = fieldAt(fields, active, 'levels.active');
  if (kind.encoding?.(options).as !== 'bool') throw new Error(`levels.active: "${active}" must be an f.bool.`);
}

function checkPersonal(fields: Fields, definition: Definition): void {
  const all = [definition.personal ?? []].flat() as readonly Personal[];
  for (const each of all) checkPersonalRows(fields, each, definition);
  const twice = all.find(({ realm }, at) => all.findIndex((other) => other.realm === realm) < at);
  if (twice) throw new Error(`personal: the realm "${twice.realm}" stands in it twice; write one of them.`);
}

function checkPersonalRows(
  fields: Fields,
  { field: name, erase, omit = [] }: Personal,
  { appendOnly, source }: Definition,
): void {
  if (source) throw new Error('personal: rows of another server are not ours to erase; leave it out.');
  for (const each of omit) fieldAt(fields, each, 'personal.omit');
  const owner = fieldAt(fields, name, 'personal.field');
  if (owner.column?.type !== 'integer') throw new Error(`personal.field: "${name}" must hold the id of an account.`);
  if (appendOnly && erase !== 'keep')
    throw new Error("personal.erase: rows of this table are only ever added; write erase: 'keep'.");
  if (typeof erase !== 'object') return;
  for (const [each, value] of Object.entries(erase)) {
    const field = fieldAt(fields, each, 'personal.erase');
    if (!field.column || each === 'id') throw new Error(`personal.erase: "${each}" has no value of its own.`);
    const parsed = value === null ? undefined : parseField(field.kind, { ...field.options, required: false }, value);
    if (parsed && 'refused' in parsed)
      throw new Error(`personal.erase: its own rules refuse the value of "${each}" (${parsed.refused.key}).`);
    if (value === null && field.options.required && !field.options.when)
      throw new Error(`personal.erase: "${each}" is required; write a value that says nothing of a person.`);
  }
}

/** What would change or delete rows that are only ever added. */
function checkAppendOnly(fields: Fields, { appendOnly, actions, traits, source }: Definition): void {
  if (!appendOnly) return;
  if (source) throw new Error('appendOnly: rows of another server are not ours to keep; leave it out.');
  const trait = ['sortable', 'tree', 'trash'].find(
    (name) => (traits as Readonly<Record<string, unknown>> | undefined)?.[name] === true,
  );
  if (trait !== undefined) throw new Error(`appendOnly: the trait "${trait}" changes rows; leave out one of them.`);
  const changing = isList(actions) ? actions.find((name) => name !== 'index' && name !== 'add') : undefined;
  if (changing !== undefined) throw new Error(`appendOnly: "${changing}" changes rows; leave it out.`);
  for (const { name, kind, options } of fields.values()) {
    const { onDelete = 'restrict' } = options as { onDelete?: string };
    if (kind.relation === 'many')
      throw new Error(`appendOnly: "${name}" keeps its rows beside the table; write f.json() or a table of its own.`);
    if (kind.relation && onDelete !== 'restrict')
      throw new Error(`appendOnly: onDelete "${onDelete}" of "${name}" would change rows; leave it out.`);
  }
}

function checkRealm(fields: Fields, realm: string, access: RealmAccess<FieldMap>, definition: Definition): void {
  const where = `realms.${realm}`;
  const traits = traitsIn(definition.traits);
  const names = modelActions(definition.actions, traits).map(({ name }) => name);
  const missing = access.actions.find((action) => !names.includes(action));
  if (missing !== undefined && [...listed, ...givenActions(traits).map(({ name }) => name)].includes(missing))
    throw new Error(`${where}.actions: the table has no "${missing}" for anybody.`);
  known(access.actions, names, `${where}.actions`);
  for (const name of access.read)
    if (fieldAt(fields, name, `${where}.read`).secret) throw new Error(`${where}.read: "${name}" is secret.`);
  for (const name of access.write ?? [])
    if (fieldAt(fields, name, `${where}.write`).readonly || !access.read.includes(name))
      throw new Error(`${where}.write: "${name}" must be in ${where}.read, and no readonly field.`);
  if (access.owner === undefined) return;
  const owner = fieldAt(fields, access.owner, `${where}.owner`);
  if (!owner.column || owner.column.type !== 'integer' || access.write?.includes(access.owner))
    throw new Error(
      `${where}.owner: "${access.owner}" must hold the id of an account, and not stand in ${where}.write.`,
    );
}

/** What concerns several fields at once. */
function checkFields(fields: Fields, isTree: boolean): void {
  together(...[...fields.values()].map((each) => () => checkBeside(fields, each, isTree)));
}

function checkBeside(fields: Fields, each: ModelField, isTree: boolean): void {
  const { name, kind, options } = each;
  const beside = relatedKeyOf(each);
  if (beside !== undefined && fields.has(beside))
    throw new Error(`Field "${beside}": "${name}" puts related rows there; choose another name for one of them.`);
  const followed = relationName(each);
  const same = [...fields.values()].find((other) => other !== each && relationName(other) === followed);
  if (followed !== undefined && same)
    throw new Error(`Field "${name}": paths call it "${followed}", and "${same.name}" too; rename one of them.`);
  if (isTree && kind.relation === 'parent' && name !== 'pid')
    throw new Error(`Field "${name}": the parent of a tree is "pid"; rename it (renamedFrom: "${name}").`);
  if (options.renamedFrom !== undefined && fields.has(options.renamedFrom))
    throw new Error(`Field "${name}": renamedFrom "${options.renamedFrom}" still is a column; leave out one of them.`);
  for (const [other, wanted] of Object.entries(options.when ?? {}))
    checkWanted(fieldAt(fields, other, `when of "${name}"`), [wanted].flat(), `when of "${name}"`);
  for (const other of Object.values((options as TextOptions).translated ?? {}))
    if (fieldAt(fields, other, `translated of "${name}"`).kind.encrypted)
      throw new Error(`translated of "${name}": "${other}" is encrypted, and the database chooses between them.`);
}

/** A value that the field never has would hide the other one for ever. */
function checkWanted({ name, kind, options }: ModelField, wanted: readonly Json[], where: string): void {
  if (holdsSeveral(kind)) return;
  for (const value of wanted) {
    const parsed = parseField(kind, { ...options, required: false }, value);
    if ('refused' in parsed) throw new Error(`${where}: ${JSON.stringify(value)} is no value of "${name}".`);
    if (parsed.value !== value)
      throw new Error(
        `${where}: "${name}" has no value ${JSON.stringify(value)}; write ${JSON.stringify(parsed.value)}.`,
      );
  }
}

function checkCard(fields: Fields, { where = {}, sum }: DashboardCard<FieldMap>, definition: Definition): void {
  checkCounted(fields, where, 'dashboard.where', definition);
  const summed = sum === undefined ? undefined : fieldAt(fields, sum, 'dashboard.sum');
  if (summed && (summed.secret || !summed.column || !summed.kind.summable))
    throw new Error(`dashboard.sum: "${summed.name}" is no number that people may read.`);
}

/** Rows are counted only where they are listed, and by what people may read. */
function checkCounted(fields: Fields, where: object, place: string, { source, actions }: Definition): void {
  const part = place.split('.')[0]!;
  if (source) throw new Error(`${part}: rows of another server are not counted; leave it out.`);
  if (!modelActions(actions, []).some(({ name }) => name === 'index'))
    throw new Error(`${part}: its figures are those of the list; add the action "index".`);
  for (const { field: name } of conditionsIn(whereFilter(where as Readonly<Record<string, unknown>>))) {
    // Paths are looked up by `checkRelations`.
    if (name.includes('.')) continue;
    const field = fieldAt(fields, name, place);
    if (field.secret || field.kind.encrypted || (!field.column && !field.sql))
      throw new Error(`${place}: rows cannot be told apart by "${name}".`);
  }
}
