import type { Model, ModelField } from '#resource';
import { storeValue, type SqlValue } from '#resource';
import type { ColumnSchema, IndexSchema, TableSchema } from '../database/schema.ts';

/** In which version of the row each field was last changed, as JSON; a name that no field can have. */
export const fieldVersions = '_field_versions';
/** Who changed which row, when, before and after. */
export const historyTable = 'row_history';
/** Keys of additions that may be sent again. */
export const idempotencyTable = 'idempotency_key';

/** Where a belongsToMany field keeps its pairs: columns `row_id` and `other_id`. */
export const joinTableOf = (model: Pick<Model, 'name'>, field: Pick<ModelField, 'name'>): string =>
  `${model.name}_${field.name}`;

/** Every table that the models need, those of the controller itself included. `files` says where each is declared. */
export function tablesOf(models: readonly Model[], files: ReadonlyMap<string, string> = new Map()): TableSchema[] {
  const own = models.filter((model) => !model.source);
  const placed = own.flatMap((model) =>
    [tableOf(model), ...joinTablesOf(model)].map((table): TableSchema => ({
      ...table,
      ...declaredIn(files.get(model.name)),
    })),
  );
  return [...placed, history, idempotency];
}

const declaredIn = (file: string | undefined): Pick<TableSchema, 'declaredIn'> =>
  file === undefined ? {} : { declaredIn: file };

function tableOf(model: Model): TableSchema {
  const columns = [...model.fields.values()].filter(({ name, column }) => column && name !== 'id').map(columnOf);
  return {
    name: model.name,
    columns: [...columns, { name: fieldVersions, type: 'text', nullable: true, default: null }],
    indexes: indexesOf(model),
    searchColumns: model.search,
    dropped: model.definition.dropped ?? [],
  };
}

function columnOf(field: ModelField): ColumnSchema {
  const { name, kind, options } = field;
  const given =
    options.default === undefined || options.default === null ? null : storeValue(kind, options, options.default);
  return {
    name,
    type: field.column!.type,
    nullable: isNullable(field),
    default: isTime(name) || name === 'weigh' ? 0 : given,
    ...(options.renamedFrom === undefined ? {} : { renamedFrom: options.renamedFrom }),
    ...(field.to === undefined ? {} : { references: { table: field.to, onDelete: onDeleteOf(field) } }),
  };
}

const isTime = (name: string): boolean => name === 'create_time' || name === 'update_time';

/** A required field that the form may hide is empty while it is hidden. */
function isNullable({ name, options }: ModelField): boolean {
  if (isTime(name) || name === 'version' || name === 'weigh') return false;
  if (options.default !== undefined && options.default !== null) return false;
  return !(options.required === true && options.when === undefined);
}

export const onDeleteOf = ({ options }: ModelField): 'restrict' | 'cascade' | 'null' =>
  (options as { onDelete?: 'restrict' | 'cascade' | 'null' }).onDelete ?? 'restrict';

function indexesOf(model: Model): IndexSchema[] {
  const stored = [...model.fields.values()].filter(({ name, column }) => column && name !== 'id');
  const unique = stored.filter(({ options }) => options.unique === true).map(({ name }) => name);
  const sorted = model.order.map(({ column }) => column).filter((column) => stored.some(({ name }) => name === column));
  const asked = stored.filter(({ options }) => options.index === true).map(({ name }) => name);
  const plain = new Set([...asked, ...sorted, ...(model.traits.sortable ? ['weigh'] : [])]);
  return [
    ...unique.map((name) => ({ columns: [name], unique: true })),
    ...[...plain].filter((name) => !unique.includes(name)).map((name) => ({ columns: [name], unique: false })),
  ];
}

function joinTablesOf(model: Model): TableSchema[] {
  return [...model.fields.values()]
    .filter(({ kind }) => kind.kind === 'belongsToMany')
    .map((field) => ({
      name: joinTableOf(model, field),
      primaryKey: ['row_id', 'other_id'],
      columns: [pairColumn('row_id', model.name), pairColumn('other_id', field.to!)],
      indexes: [],
    }));
}

const pairColumn = (name: string, table: string): ColumnSchema => ({
  name,
  type: 'integer',
  nullable: false,
  default: null,
  references: { table, onDelete: 'cascade' },
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
    column('create_time', 'integer', 0),
    column('changes', 'text', '{}'),
  ],
  indexes: [{ columns: ['table_name', 'row_id'], unique: false }],
};

const idempotency: TableSchema = {
  name: idempotencyTable,
  primaryKey: ['key'],
  columns: [
    column('key', 'text', ''),
    column('body', 'text', ''),
    column('row_id', 'integer', 0),
    column('create_time', 'integer', 0),
  ],
  indexes: [{ columns: ['create_time'], unique: false }],
};
