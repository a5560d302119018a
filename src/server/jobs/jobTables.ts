import type { ColumnSchema, TableSchema } from '../database/schema.ts';

const column = (name: string, type: ColumnSchema['type'], nullable = false): ColumnSchema => ({
  name,
  type,
  nullable,
  default: nullable ? null : type === 'text' ? '' : 0,
});

export const queueTable = 'queued_job';
export const scheduleTable = 'job_schedule';

export const jobTables: readonly TableSchema[] = [
  /** Times of schedules that have been seen to, so that one instance sees to each. */
  {
    name: scheduleTable,
    primaryKey: ['name'],
    columns: [column('name', 'text'), column('time', 'integer')],
    indexes: [],
  },
  /** Jobs that wait, run or are dead on SQLite; on PostgreSQL it stays empty, and they are in the schema of pg-boss. */
  {
    name: queueTable,
    columns: [
      column('uuid', 'text'),
      column('name', 'text'),
      column('data', 'text'),
      /** Of one that waits or runs; nobody else may have it then. */
      column('unique_key', 'text', true),
      column('state', 'text'),
      column('attempt', 'integer'),
      column('most', 'integer'),
      /** Milliseconds; 0 is at once. */
      column('due', 'integer'),
      column('error', 'text'),
      column('end_time', 'integer'),
    ],
    indexes: [
      { columns: ['name', 'unique_key'], unique: true },
      { columns: ['name', 'state', 'due'], unique: false },
    ],
  },
];
