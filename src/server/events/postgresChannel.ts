import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Sql } from '../database/database.ts';
import type { Channel } from './channel.ts';
import { forgetPayloads, payloadTable } from './eventTables.ts';
import { Listeners } from './listeners.ts';
import { Subscription, channelName } from './subscription.ts';

/** Bytes that go with a notification; PostgreSQL takes less than 8,000. Longer ones wait in a table. */
const most = 7500;

interface Envelope {
  /** The instance that sends it, and its how manieth message: of equal ones, a transaction sends one only. */
  readonly from: string;
  readonly count: number;
  readonly topic: string;
  readonly data?: unknown;
  /** Where the data waits. */
  readonly id?: string;
}

/** Messages by LISTEN and NOTIFY, on one connection that is opened for the first who listens. */
export function postgresChannel(
  url: string,
  database: Database,
  log: (message: string, error: unknown) => void,
): Channel {
  const instance = randomUUID();
  const listeners = new Listeners();
  let count = 0;
  let stopForgetting: (() => Promise<void>) | undefined;
  const failed = (error: unknown): void => log('a message between instances could not be read', error);

  const sendOn = async (db: Sql, topic: string, data: unknown): Promise<void> => {
    const envelope = { from: instance, count: (count += 1), topic };
    let text = JSON.stringify({ ...envelope, data });
    if (Buffer.byteLength(text) > most) {
      const id = randomUUID();
      await db
        .insertInto(payloadTable)
        .values({ uuid: id, data: JSON.stringify(data), create_time: Math.floor(Date.now() / 1000) })
        .execute();
      text = JSON.stringify({ ...envelope, id });
      stopForgetting ??= forgetPayloads(database, failed);
    }
    await sql`SELECT pg_notify(${channelName}, ${text})`.execute(db);
  };

  const open = async ({ data, id }: Envelope): Promise<unknown> => {
    if (id === undefined) return data;
    const row = await database.read.selectFrom(payloadTable).select('data').where('uuid', '=', id).executeTakeFirst();
    return row && (JSON.parse(row['data'] as string) as unknown);
  };
  /** One after the other: one whose data waits in the table must not be overtaken. */
  let reading: Promise<void> | undefined;
  const deliver = (envelope: Envelope, data: unknown): void =>
    listeners.hear(envelope.topic, { data, isOwn: envelope.from === instance });
  const heard = (text: string): void => {
    const envelope = JSON.parse(text) as Envelope;
    if (!listeners.has(envelope.topic)) return;
    if (!reading && envelope.id === undefined) return deliver(envelope, envelope.data);
    const mine = (reading ?? Promise.resolve())
      .then(async () => deliver(envelope, await open(envelope)))
      .catch(failed)
      .finally(() => {
        if (reading === mine) reading = undefined;
      });
    reading = mine;
  };
  const subscription = new Subscription(url, { heard, again: () => listeners.missed(), log });
  return {
    sendIn: ({ db }, topic, data) => sendOn(db, topic, data),
    send: (topic, data) => database.write(({ db }) => sendOn(db, topic, data)),
    async listen(topic, listener) {
      const remove = listeners.add(topic, listener);
      await subscription.open();
      return remove;
    },
    async close() {
      await stopForgetting?.();
      await subscription.close();
      await reading;
    },
  };
}
