import { checkPath } from './checkPath.ts';
import type { AnyKind, FieldMap, FieldOptions } from './field.ts';
import type { Hooks } from './hooks.ts';
import { known } from './known.ts';
import type { ResourceDefinition } from './resource.ts';
import {
  amount,
  assertKnown,
  assertShape,
  callback,
  conditions,
  count,
  day,
  either,
  flag,
  icon,
  label,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  openObject,
  size,
  text,
  whole,
  type Shape,
} from './shape.ts';
import { together } from './together.ts';

/** How the directory looks that an entry of the menu is in. */
const directory = object({ label, icon, weigh: whole }, ['label']);
/** A directory within it. */
const group = object({ name: text, label, icon, weigh: whole }, ['name', 'label']);
const texts = listOf(text);
const line = either(
  text,
  texts,
  object({ section: label, fields: listOf(either(text, texts)), tab: flag }, ['section', 'fields']),
);

const hooks: Readonly<Record<keyof Hooks<FieldMap>, Shape>> = {
  beforeSave: callback,
  afterSave: callback,
  beforeDelete: callback,
  afterCommit: callback,
};
export const hookShape = object(hooks);

const options: Readonly<Record<keyof ResourceDefinition<FieldMap>, Shape>> = {
  path: text,
  movedFrom: text,
  label,
  rowLabel: label,
  icon,
  remark: either(oneOf(''), label),
  menu: either(oneOf(false), object({ weigh: whole, badge: conditions, directory, group })),
  title: text,
  choices: texts,
  // Those of plugins stand there too; `checkTraits` knows them.
  traits: openObject({ sortable: flag, tree: flag, trash: flag, history: flag }),
  levels: object({ type: count, depth: oneOf(1, 2, 3), active: text }, ['type']),
  list: object({
    columns: texts,
    sort: either(text, texts),
    inline: texts,
    filters: texts,
    pageSize: number,
    empty: label,
  }),
  form: object({
    layout: listOf(line),
    open: text,
    width: count,
    lines: mapOf(object({ by: text, fields: texts, totals: texts, most: count })),
  }),
  dashboard: either(oneOf(false), either(card(), listOf(card()))),
  actions: either(
    texts,
    mapOf(() => undefined),
  ),
  permissions: mapOf(label),
  rows: object({ read: callback, write: callback, add: callback }, ['read']),
  buttons: mapOf(callback),
  access: mapOf(object({ read: callback, write: callback })),
  realms: mapOf(
    object(
      {
        actions: texts,
        read: texts,
        write: texts,
        owner: text,
        rows: object({ read: callback, write: callback, add: callback }, ['read']),
      },
      ['actions', 'read'],
    ),
  ),
  check: callback,
  hooks: hookShape,
  source: object({ rest: text }, ['rest']),
  aliases: mapOf(text),
  otherPath: text,
  everyRealm: oneOf(true),
  appendOnly: either(oneOf(true), object({ days: count }, ['days'])),
  page: oneOf(false),
  personal: either(personalRows(), listOf(personalRows())),
  dropped: texts,
};
/** What `.resource({ … })` takes. */
export const definitionShape = object(options);

function personalRows(): Shape {
  const erase = either(oneOf('delete', 'keep'), conditions);
  return object({ realm: text, field: text, erase, omit: texts }, ['realm', 'field', 'erase']);
}

function card(): Shape {
  return object({ label, icon, where: conditions, sum: text }, ['label']);
}

/** Throws when `.resource({ … })` has an option that there is not, or one of a wrong type. */
export function checkDefinitionShape(definition: unknown): void {
  together(
    () => assertKnown(definitionShape, definition, 'a resource'),
    ...Object.entries(options).map(
      ([name, shape]) =>
        () =>
          assertShape(object({ [name]: shape }), definition),
    ),
  );
}

const menuEntry = object(
  { path: text, realm: text, label, icon, weigh: whole, top: flag, directory, buttons: mapOf(label) },
  ['path', 'label'],
);

/** Throws when an entry that a plugin adds to the menu cannot be one. */
export function checkMenuEntry(entry: unknown): void {
  assertShape(menuEntry, entry, 'menu: ');
  checkPath('menu: path', (entry as { path: string }).path);
}

const anyList = listOf(() => undefined);
const pluginParts = {
  name: text,
  version: text,
  label,
  description: label,
  icon,
  requires: texts,
  resources: anyList,
  extensions: listOf(
    object({ table: text, fields: conditions, definition: conditions }, ['table', 'fields', 'definition']),
  ),
  fields: anyList,
  traits: mapOf(callback),
  fieldOptions: object(
    { kinds: texts, options: mapOf(oneOf('boolean', 'number', 'text', 'texts', 'object')), public: texts },
    ['options'],
  ),
  watch: listOf(object({ kinds: texts, changed: callback }, ['kinds', 'changed'])),
  uses: texts,
  mayUse: texts,
  provides: mapOf(callback),
  realms: anyList,
  attributes: listOf(object({ name: text, realms: texts, tables: texts, find: callback }, ['name', 'tables', 'find'])),
  routes: anyList,
  settings: anyList,
  menu: anyList,
  cards: anyList,
  firstScreens: anyList,
  firstSteps: listOf(
    object({ label, help: label, go: label, path: text, isDone: callback }, ['label', 'help', 'go', 'path', 'isDone']),
  ),
  contentSecurityPolicy: either(callback, object({})),
  jobs: listOf(object({})),
  notices: flag,
  commands: listOf(object({ label, params: mapOf(object({ label }, ['label'])), dangerous: flag }, ['label'])),
  start: callback,
  stop: callback,
};
const pluginShape = object(pluginParts);

/** Throws when what a plugin exports has parts that there are not, or of a wrong type. */
export function checkPluginShape(plugin: unknown): void {
  known(Object.keys(plugin as object), Object.keys(pluginParts), 'a plugin');
  assertShape(pluginShape, plugin);
}

const commonShapes: Readonly<Record<string, Shape>> = {
  label,
  help: label,
  placeholder: label,
  required: flag,
  unique: flag,
  index: flag,
  readonly: flag,
  secret: flag,
  encrypted: flag,
  private: mapOf(conditions),
  renamedFrom: text,
  convert: callback,
  search: flag,
  filter: flag,
  sort: flag,
  when: conditions,
  width: number,
  render: text,
};

/** Options of several kinds. What `min` and `max` are depends on the values. */
const ownShapes: Readonly<Record<string, Shape>> = {
  rows: count,
  limit: count,
  scale: either(size, oneOf('text')),
  pattern: text,
  format: text,
  translated: mapOf(text),
  international: flag,
  asText: flag,
  wrap: flag,
  pinyin: flag,
  currency: either(text, object({ site: text }, ['site'])),
  sql: text,
  to: text,
  input: oneOf('select', 'radio', 'checkbox'),
  items: mapOf(
    either(
      label,
      object({ 'zh-cn': label, en: label, color: text }, ['zh-cn', 'en']),
      object({ label, color: text }, ['label']),
    ),
  ),
};

/** Throws when an option of a field is of a wrong type. */
export function checkOptionShapes(name: string, kind: AnyKind, options: unknown): void {
  const where = `Field "${name}": `;
  assertShape(object(commonShapes), options, where);
  // A kind of a plugin says itself what its options are.
  if (!kind.ownOptions) return;
  assertShape(
    object(Object.fromEntries(Object.entries(ownShapes).filter(([option]) => kind.ownOptions!.includes(option)))),
    options,
    where,
  );
  if (kind.ownOptions.includes('max')) assertShape(object({ min: bound(kind), max: bound(kind) }), options, where);
}

/** Limits are numbers, or texts where values are: amounts and days. */
function bound(kind: AnyKind): Shape {
  const { as, wire } = kind.encoding?.({} as FieldOptions) ?? {};
  return wire === 'text' ? amount : as === 'day' ? day : number;
}
