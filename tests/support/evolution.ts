import type { ColumnSchema, TableSchema } from '../../src/server/database/schema.ts';

const column = (name: string, type: ColumnSchema['type'], more: Partial<ColumnSchema> = {}): ColumnSchema => ({
  name,
  type,
  nullable: true,
  default: null,
  ...more,
});

/** A schema with rows to be kept, and one that changes it in every way. */
export const evolutionBefore: readonly TableSchema[] = [
  { name: 'folder', columns: [column('title', 'text')], indexes: [] },
  {
    name: 'note',
    columns: [
      column('body', 'text'),
      column('amount', 'integer'),
      column('rest', 'text'),
      column('folder_id', 'integer'),
    ],
    indexes: [{ columns: ['amount'], unique: false }],
    searchColumns: ['body'],
  },
];
export const evolutionAfter: readonly TableSchema[] = [
  {
    name: 'folder',
    columns: [
      column('title', 'text'),
      column('note_id', 'integer', { references: { table: 'note', onDelete: 'null' } }),
    ],
    indexes: [],
  },
  {
    name: 'note',
    columns: [
      column('text', 'text', { renamedFrom: 'body', nullable: false, default: '' }),
      column('amount', 'text'),
      column('folder_id', 'integer', { references: { table: 'folder', onDelete: 'restrict' } }),
      column('added', 'integer', { nullable: false, default: 1 }),
    ],
    indexes: [{ columns: ['added'], unique: false }],
    searchColumns: ['text'],
    dropped: ['rest'],
  },
  { name: 'tag', columns: [column('name', 'text')], indexes: [{ columns: ['name'], unique: true }] },
];
