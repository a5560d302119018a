import type { ColumnSchema, TableSchema } from '../database/schema.ts';

const column = (name: string, type: ColumnSchema['type']): ColumnSchema => ({
  name,
  type,
  nullable: false,
  default: type === 'text' ? '' : 0,
});

export const outputTable = 'output_log';
export const chunkTable = 'output_chunk';

export const outputTables: readonly TableSchema[] = [
  {
    name: outputTable,
    primaryKey: ['uuid'],
    columns: [
      column('uuid', 'text'),
      column('plugin', 'text'),
      column('state', 'text'),
      /** Characters. */
      column('length', 'integer'),
      column('is_cut', 'integer'),
      /** Unix seconds of the database: when its writer was last there, and after which it is removed. */
      column('beat_time', 'integer'),
      column('expire_time', 'integer'),
    ],
    indexes: [{ columns: ['expire_time'], unique: false }],
  },
  {
    name: chunkTable,
    primaryKey: ['output_id', 'start'],
    columns: [column('output_id', 'text'), column('start', 'integer'), column('text', 'text')],
    indexes: [],
  },
];
