import { sql } from 'kysely';
import { textOf, type Json, type Label, type Language, type Message, type NoticeUndo, type RealmName } from '#resource';
import type { Notice, NoticeHost } from '#plugin';
import type { Database, Sql } from '../database/database.ts';
import type { Channel } from '../events/channel.ts';
import { isInTransaction } from '../fence/owner.ts';
import { forgetBatch, forgetDaily } from '../shared/forgetDaily.ts';
import type { Messages } from '../shared/messages.ts';
import { undoable } from '../shared/undoable.ts';
import { checkNotice, isMessage } from './checkNotice.ts';
import { noticeTable } from './noticeTable.ts';

/** Seconds that a notice is kept, and how many of one person are. */
const retention = { seconds: 90 * 86_400, count: 500 } as const;
/** How many a person is shown. */
const shown = 50;

export interface Account {
  readonly realm: string;
  readonly id: number;
}
export interface ShownNotice {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly data: Json;
  readonly isRead: boolean;
  /** What can be undone from the bell. */
  readonly undo?: NoticeUndo;
  /** Unix seconds. */
  readonly create_time: number;
}
interface Row extends Omit<ShownNotice, 'isRead' | 'data' | 'undo'> {
  readonly data: string;
  readonly undo: string;
  readonly read_time: number;
}

/** What only the server's own notices have. */
interface OwnNotice {
  readonly undo?: NoticeUndo;
  /** Stands in place of the notice with which this could be undone. */
  readonly replaces?: NoticeUndo;
  /** The person knows it already: it only stands there. */
  readonly isRead?: boolean;
}

export interface NoticesParts {
  readonly database: Database;
  readonly channel: Channel;
  readonly messages: Pick<Messages, 'translate'>;
  readonly realms: readonly { readonly name: string }[];
  /** The area whose people always have a bell, and its super administrators. */
  readonly office: string;
  supers(): Promise<readonly number[]>;
  /** Unix seconds. */
  now(): number;
  log(message: string, error: unknown): void;
}

/** What people are told. Every row is one person's, and nobody else's. */
export class Notices {
  readonly #parts: NoticesParts;
  #stopForgetting: (() => Promise<void>) | undefined;

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  /** As one plugin has it; `isEverywhere`: it says that it tells people of any area things. */
  of(plugin: string, isEverywhere: boolean): NoticeHost {
    const { office, realms, supers } = this.#parts;
    const notify: NoticeHost['notify'] = async (to, notice) => {
      if (!isEverywhere && to.realm !== office)
        throw new Error('host.notify: write notices: true in definePlugin, which brings the bell.');
      if (isInTransaction())
        throw new Error('host.notify within a transaction would wait for it: enqueue a job that notifies.');
      checkNotice(notice);
      if (!realms.some(({ name }) => name === to.realm) || !Number.isSafeInteger(to.id))
        throw new Error(`host.notify: "${to.realm}" ${to.id} is nobody's account.`);
      await this.#add(plugin, { realm: to.realm, id: to.id }, notice);
    };
    return {
      notify,
      async notifySupers(notice) {
        for (const id of await supers()) await notify({ realm: office as RealmName, id }, notice);
      },
    };
  }

  /** Tells a person something in the name of the server. */
  async tell(to: Account, notice: Notice, own?: OwnNotice): Promise<void> {
    checkNotice(notice);
    await this.#add('server', to, notice, own);
  }

  /** Begins to remove old ones. */
  start(): void {
    const { database, now, log } = this.#parts;
    const forget = () =>
      database.write(async ({ db }) => {
        const { rows } = await sql`DELETE FROM ${sql.table(noticeTable)} WHERE id IN (
          SELECT id FROM ${sql.table(noticeTable)} WHERE create_time < ${now() - retention.seconds} LIMIT ${forgetBatch}
        ) RETURNING id`.execute(db);
        return rows.length;
      });
    this.#stopForgetting = forgetDaily(forget, (error) => log('old notices could not be removed', error));
  }

  async close(): Promise<void> {
    await this.#stopForgetting?.();
  }

  /** The latest first. */
  async list({ realm, id }: Account, language: Language): Promise<ShownNotice[]> {
    const since = this.#parts.now() - undoable;
    const { rows } = await sql<Row>`SELECT id, title, body, link, data, undo, read_time, create_time
      FROM ${sql.table(noticeTable)} WHERE realm = ${realm} AND account_id = ${id}
      ORDER BY id DESC LIMIT ${shown}`.execute(this.#parts.database.read);
    return rows.map(({ read_time: readTime, undo, ...row }) => ({
      ...row,
      id: Number(row.id),
      title: this.#words(row.title, language),
      body: this.#words(row.body, language),
      data: row.data === '' ? null : (JSON.parse(row.data) as Json),
      isRead: Number(readTime) > 0,
      ...(undo !== '' && Number(row.create_time) >= since && { undo: JSON.parse(undo) as NoticeUndo }),
      create_time: Number(row.create_time),
    }));
  }

  /** How many are not read, and the latest of all. */
  async state({ realm, id }: Account): Promise<{ unread: number; last: number }> {
    const { rows } = await sql<{ unread: number | null; last: number | null }>`
      SELECT SUM(CASE WHEN read_time = 0 THEN 1 ELSE 0 END) AS unread, MAX(id) AS last
      FROM ${sql.table(noticeTable)} WHERE realm = ${realm} AND account_id = ${id}`.execute(this.#parts.database.read);
    return { unread: Number(rows[0]?.unread ?? 0), last: Number(rows[0]?.last ?? 0) };
  }

  /** Marks one as read, or all up to the one that the person has seen. */
  async read(account: Account, chosen: { readonly id: number } | { readonly upTo: number }): Promise<void> {
    const condition = 'id' in chosen ? sql`id = ${chosen.id}` : sql`id <= ${chosen.upTo}`;
    await this.#write(account, async (db) => {
      await sql`UPDATE ${sql.table(noticeTable)} SET read_time = ${this.#parts.now()}
        WHERE realm = ${account.realm} AND account_id = ${account.id} AND read_time = 0 AND ${condition}`.execute(db);
    });
  }

  /** Removes all that a person was told, in the running transaction. */
  async erase(db: Sql, { realm, id }: Account): Promise<void> {
    await sql`DELETE FROM ${sql.table(noticeTable)} WHERE realm = ${realm} AND account_id = ${id}`.execute(db);
  }

  /** Told, until it is ended, when something has changed for the person, on whatever instance. */
  listen(account: Account, changed: () => void): Promise<() => void> {
    return this.#parts.channel.listen(topicOf(account), { heard: changed, missed: changed });
  }

  async #add(
    plugin: string,
    account: Account,
    { title, body, link = '', data }: Notice,
    { undo, replaces, isRead = false }: OwnNotice = {},
  ): Promise<void> {
    const { realm, id } = account;
    const text = body === undefined ? '' : JSON.stringify(body);
    const now = this.#parts.now();
    const own = sql`realm = ${realm} AND account_id = ${id}`;
    await this.#write(account, async (db) => {
      if (replaces)
        await sql`DELETE FROM ${sql.table(noticeTable)} WHERE ${own} AND undo = ${JSON.stringify(replaces)}`.execute(
          db,
        );
      await sql`INSERT INTO ${sql.table(noticeTable)} (realm, account_id, plugin, title, body, link, data, undo, read_time,
          create_time)
        VALUES (${realm}, ${id}, ${plugin}, ${JSON.stringify(title)}, ${text}, ${link},
          ${data === undefined ? '' : JSON.stringify(data)}, ${undo ? JSON.stringify(undo) : ''}, ${isRead ? now : 0},
          ${now})`.execute(db);
      await sql`DELETE FROM ${sql.table(noticeTable)} WHERE ${own} AND id <= (
        SELECT id FROM ${sql.table(noticeTable)} WHERE ${own} ORDER BY id DESC LIMIT 1 OFFSET ${retention.count})`.execute(
        db,
      );
    });
  }

  async #write(account: Account, job: (db: Sql) => Promise<void>): Promise<void> {
    const { database, channel } = this.#parts;
    let after: (() => Promise<void> | void)[] = [];
    await database.write(async ({ db }) => {
      after = [];
      await job(db);
      await channel.sendIn({ db, after }, topicOf(account), null);
    });
    for (const each of after) await each();
  }

  #words(stored: string, language: Language): string {
    if (stored === '') return '';
    const given = JSON.parse(stored) as Label | Message;
    return isMessage(given)
      ? this.#parts.messages.translate(language, given.key, given.params)
      : textOf(given, language);
  }
}

const topicOf = ({ realm, id }: Account): string => `notices ${realm} ${id}`;
