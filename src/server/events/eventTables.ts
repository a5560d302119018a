import type { Database } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import { forgetBatch, forgetDaily } from '../shared/forgetDaily.ts';

export const payloadTable = 'event_payload';

/** Data of messages that PostgreSQL cannot send along. */
export const eventTables: readonly TableSchema[] = [
  {
    name: payloadTable,
    primaryKey: ['uuid'],
    columns: [
      { name: 'uuid', type: 'text', nullable: false, default: '' },
      { name: 'data', type: 'text', nullable: false, default: '' },
      { name: 'create_time', type: 'integer', nullable: false, default: 0 },
    ],
    indexes: [{ columns: ['create_time'], unique: false }],
  },
];

/** Seconds: whoever listens has read it long before. */
const retention = 3600;

/** Removes those that everybody has read, now and every day. Returns how to stop. */
export const forgetPayloads = (database: Database, failed: (error: unknown) => void): (() => Promise<void>) =>
  forgetDaily(async () => {
    const old = await database.read
      .selectFrom(payloadTable)
      .select('uuid')
      .where('create_time', '<', Math.floor(Date.now() / 1000) - retention)
      .limit(forgetBatch)
      .execute();
    const ids = old.map(({ uuid }) => uuid as string);
    if (ids.length > 0)
      await database.write(({ db }) => db.deleteFrom(payloadTable).where('uuid', 'in', ids).execute());
    return ids.length;
  }, failed);
