import type { ColumnSchema, TableSchema } from '../database/schema.ts';

const column = (name: string, type: ColumnSchema['type']): ColumnSchema => ({
  name,
  type,
  nullable: false,
  default: type === 'text' ? '' : 0,
});

export const noticeTable = 'personal_notice';

/** What people are told; texts are JSON, since they are translated when they are read. */
export const noticeTables: readonly TableSchema[] = [
  {
    name: noticeTable,
    columns: [
      column('realm', 'text'),
      column('account_id', 'integer'),
      column('plugin', 'text'),
      column('title', 'text'),
      column('body', 'text'),
      column('link', 'text'),
      column('data', 'text'),
      /** What can be undone, as JSON. */
      column('undo', 'text'),
      /** 0: not read. */
      column('read_time', 'integer'),
      column('create_time', 'integer'),
    ],
    indexes: [
      { columns: ['realm', 'account_id', 'id'], unique: false },
      { columns: ['create_time'], unique: false },
    ],
  },
];
