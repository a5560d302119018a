import type { Model, ModelField } from '#resource';
import { builtInKinds, encodingOf, storeValue, type AnyKind, type FieldSealer, type SqlValue } from '#resource';
import { sortColumns, sortKeyOf } from './listColumns.ts';
import { keyColumn } from '../database/pinyin/names.ts';
import { sortKey } from '../database/pinyin/sortKey.ts';
import type { ColumnSchema, IndexSchema, TableSchema } from '../database/schema.ts';
import { cleaned } from './write/cleaned.ts';

/** In which version of the row each field was last changed, as JSON; a name that no field can have. */
export const fieldVersions = '_field_versions';
/** Who changed which row, when, before and after. */
export const historyTable = 'row_history';
/** Of entries about lines, which line it was, and the row whose line. */
export const historyOwnerTable = 'row_history_owner';
/** Bulk edits that their authors can still undo. */
export const bulkEditTable = 'row_bulk_edit';
/** Keys of additions that may be sent again. */
export const idempotencyTable = 'idempotency_key';

/** Where a belongsToMany field keeps its pairs: columns `row_id` and `other_id`. */
export const joinTableOf = (model: Pick<Model, 'name'>, field: Pick<ModelField, 'name'>): string =>
  `${model.name}_${field.name}`;

/**
 * Every table that the models need, those of the controller itself included. `files` says where each is declared; `kinds`
 * are those of plugins, which may be all that is left to read what a column holds.
 */
export function tablesOf(
  models: readonly Model[],
  files: ReadonlyMap<string, string> = new Map(),
  kinds: readonly AnyKind[] = [],
  open?: FieldSealer['open'],
): TableSchema[] {
  const own = models.filter((model) => !model.source);
  const known = new Map([
    ...builtInKinds,
    ...[
      ...kinds,
      ...own.flatMap(({ fields }) => [...fields.values()].map(({ kind }) => kind.encrypted?.plain ?? kind)),
    ].map((kind) => [kind.kind, kind] as const),
  ]);
  const placed = own.flatMap((model) =>
    [tableOf(model, { kinds: known, ...(open && { open }) }), ...joinTablesOf(model)].map((table): TableSchema => ({
      ...table,
      ...declaredIn(files.get(model.name)),
    })),
  );
  return [...placed, history, historyOwner, bulkEdits, idempotency];
}

const declaredIn = (file: string | undefined): Pick<TableSchema, 'declaredIn'> =>
  file === undefined ? {} : { declaredIn: file };

/** What reads the values that stand there. */
interface Readers {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly open?: FieldSealer['open'];
}

function tableOf(model: Model, readers: Readers): TableSchema {
  const columns = [...model.fields.values()]
    .filter(({ name, column }) => column && name !== 'id')
    .map((field) => columnOf(field, readers, extensionOf(model, field)));
  return {
    name: model.name,
    path: model.path,
    renamedFrom: model.renamedFrom === undefined ? [] : [model.renamedFrom],
    columns: [
      ...columns,
      ...columns.flatMap((column) => keyColumnOf(model, column)),
      { name: fieldVersions, type: 'text', nullable: true, default: null },
    ],
    indexes: indexesOf(model),
    sortColumns: sortColumns(model).map((name) => sortedBy(model, name)),
    searchColumns: model.search,
    dropped: model.definition.dropped ?? [],
    ...(model.definition.appendOnly && { appendOnly: model.definition.appendOnly }),
  };
}

/** The plugin that brings the field to a table of somebody else. */
const extensionOf = ({ extensions }: Model, { name }: ModelField): string | undefined =>
  extensions.find(({ fields }) => Object.hasOwn(fields, name))?.plugin;

function columnOf(field: ModelField, readers: Readers, extension: string | undefined): ColumnSchema {
  const { name, kind, options, secret } = field;
  const given =
    options.default === undefined || options.default === null ? null : storeValue(kind, options, options.default);
  return {
    name,
    type: field.column!.type,
    nullable: isNullable(field),
    default: isTime(name) || name === 'weigh' ? 0 : given,
    ...(options.renamedFrom === undefined ? {} : { renamedFrom: options.renamedFrom }),
    ...(field.to === undefined ? {} : { references: { table: field.to, onDelete: onDeleteOf(field) } }),
    encoding: encodingOf(kind, options),
    become: { kind, options, ...readers, clean: cleaned, ...(options.convert && { convert: options.convert }) },
    ...((secret || kind.encrypted) && { secret: true }),
    ...(extension !== undefined && { extension }),
  };
}

/** The sort keys of a text column. */
function keyColumnOf(model: Model, { name, default: given, extension }: ColumnSchema): ColumnSchema[] {
  const field = model.fields.get(name)!;
  const key = sortKeyOf(model, field);
  if (key === undefined) return [];
  const { renamedFrom } = field.options;
  return [
    {
      name: key,
      type: 'text',
      nullable: true,
      default: typeof given === 'string' ? sortKey(given) : null,
      ...(renamedFrom === undefined ? {} : { renamedFrom: keyColumn(renamedFrom) }),
      ...(extension !== undefined && { extension }),
      keyOf: name,
    },
  ];
}

const sortedBy = (model: Model, name: string): string => sortKeyOf(model, model.fields.get(name)!) ?? name;

const isTime = (name: string): boolean => name === 'create_time' || name === 'update_time';

/** A required field that the form may hide is empty while it is hidden. */
function isNullable({ name, options }: ModelField): boolean {
  if (isTime(name) || name === 'weigh') return false;
  if (options.default !== undefined && options.default !== null) return false;
  return !(options.required === true && options.when === undefined);
}

export const onDeleteOf = ({ options }: ModelField): 'restrict' | 'cascade' | 'null' =>
  (options as { onDelete?: 'restrict' | 'cascade' | 'null' }).onDelete ?? 'restrict';

export function indexesOf(model: Model): IndexSchema[] {
  const stored = [...model.fields.values()].filter(({ name, column }) => column && name !== 'id');
  const unique = stored.filter(({ options }) => options.unique === true).map(({ name }) => name);
  const sorted = model.order
    .map(({ column }) => column)
    .filter((column) => stored.some(({ name }) => name === column))
    .map((column) => sortedBy(model, column));
  const asked = stored.filter(({ options }) => options.index === true).map(({ name }) => name);
  const plain = new Set([...asked, ...sorted, ...(model.traits.has('sortable') ? ['weigh'] : [])]);
  return [
    ...unique.map((name) => ({ columns: [name], unique: true })),
    ...[...plain].filter((name) => !unique.includes(name)).map((name) => ({ columns: [name], unique: false })),
  ];
}

function joinTablesOf(model: Model): TableSchema[] {
  return [...model.fields.values()]
    .filter(({ kind }) => kind.relation === 'many')
    .map((field) => ({
      name: joinTableOf(model, field),
      renamedFrom: formerPairs(model, field),
      primaryKey: ['row_id', 'other_id'],
      columns: [pairColumn('row_id', model.name), pairColumn('other_id', field.to!)],
      indexes: [],
    }));
}

/** The names of the join table before the table or the field got theirs. */
function formerPairs(model: Model, field: ModelField): string[] {
  const { renamedFrom: table = model.name } = model;
  const { renamedFrom: name = field.name } = field.options;
  const candidates = [
    joinTableOf({ name: table }, { name }),
    joinTableOf({ name: table }, field),
    joinTableOf(model, { name }),
  ];
  return candidates.filter((each) => each !== joinTableOf(model, field));
}

const pairColumn = (name: string, table: string): ColumnSchema => ({
  name,
  type: 'integer',
  nullable: false,
  default: null,
  references: { table, onDelete: 'cascade' },
  encoding: { kind: 'belongsToMany', as: 'row', to: table },
});

const column = (name: string, type: ColumnSchema['type'], fallback: SqlValue): ColumnSchema => ({
  name,
  type,
  nullable: false,
  default: fallback,
});

const history: TableSchema = {
  name: historyTable,
  columns: [
    column('table_name', 'text', ''),
    column('row_id', 'integer', 0),
    column('action', 'text', ''),
    column('realm', 'text', ''),
    column('caller_id', 'integer', 0),
    column('username', 'text', ''),
    column('actor_id', 'integer', 0),
    column('actor', 'text', ''),
    column('create_time', 'integer', 0),
    column('changes', 'text', '{}'),
  ],
  indexes: [{ columns: ['table_name', 'row_id'], unique: false }],
  tellsOf: { tables: ['table_name'], values: 'changes' },
};

const historyOwner: TableSchema = {
  name: historyOwnerTable,
  primaryKey: ['history_id', 'table_name', 'row_id'],
  columns: [
    { ...column('history_id', 'integer', null), references: { table: historyTable, onDelete: 'cascade' } },
    column('table_name', 'text', ''),
    column('row_id', 'integer', 0),
    column('line_table', 'text', ''),
    column('line_id', 'integer', 0),
  ],
  indexes: [{ columns: ['table_name', 'row_id', 'history_id'], unique: false }],
  tellsOf: { tables: ['table_name', 'line_table'] },
};

const bulkEdits: TableSchema = {
  name: bulkEditTable,
  columns: [
    column('realm', 'text', ''),
    column('account_id', 'integer', 0),
    column('actor_id', 'integer', 0),
    column('table_name', 'text', ''),
    /** Which rows it has changed, with the version that each got, as JSON. */
    column('changed', 'text', '[]'),
    column('create_time', 'integer', 0),
  ],
  indexes: [{ columns: ['create_time'], unique: false }],
  tellsOf: { tables: ['table_name'] },
};

const idempotency: TableSchema = {
  name: idempotencyTable,
  primaryKey: ['key'],
  columns: [
    column('key', 'text', ''),
    column('body', 'text', ''),
    column('row_id', 'integer', 0),
    column('answer', 'text', ''),
    column('create_time', 'integer', 0),
  ],
  indexes: [{ columns: ['create_time'], unique: false }],
};
