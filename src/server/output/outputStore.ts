import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { OutputHead, OutputPart, OutputState } from '#plugin';
import type { Database } from '../database/database.ts';
import type { Channel, EventTransaction } from '../events/channel.ts';
import { chunkTable, outputTable } from './outputTables.ts';
import { mostChunk, mostRead, piecesOf, portionOf } from './pieces.ts';

/** Seconds after which a writer that has not been heard of is gone. */
const silence = 30;
/** Chunks that are fetched at a time. */
const chunksRead = 32;

/** What is told of a log that has changed; `text` is what was added, if it is short. */
export interface OutputNews {
  readonly start: number;
  readonly length: number;
  readonly text?: string;
  readonly hasEnded: boolean;
}
/** Characters that go with the news, so that those who follow need not read them. */
const mostNews = 2000;
/** Characters of longer ones, and of what was read, that this instance remembers while somebody follows: all get the same text. */
const mostRecent = 8_388_608;

/** Characters from which on what a log has left in SQLite's caches is given back at its end: as much as that was for nobody else. */
const large = 1_048_576;

export interface Added {
  readonly start: number;
  readonly text: string;
  readonly isCut: boolean;
  /** Set when it ends with this. */
  readonly ended?: { readonly state: OutputState; readonly keep: number };
}

export const topicOf = (id: string): string => `output ${id}`;

/** Logs in the database. The database's clock counts: those of the instances may differ. */
export class OutputStore {
  readonly #database: Database;
  readonly #channel: Channel;
  readonly #recent = new LRUCache<string, string>({ maxSize: mostRecent, sizeCalculation: (text) => text.length });

  /** Logs whose writers are here: they are there for certain, also where the clock has jumped. */
  readonly #written = new Set<string>();
  #followers = 0;
  /** What is being read at this moment. */
  readonly #reading = new Map<string, Promise<string>>();

  constructor(database: Database, channel: Channel) {
    this.#database = database;
    this.#channel = channel;
  }

  get #now() {
    return this.#database.dialect === 'sqlite'
      ? sql<number>`unixepoch()`
      : sql<number>`extract(epoch from clock_timestamp())::bigint`;
  }

  /** `keep`: seconds that it is kept if nobody ends it. */
  async create(id: string, plugin: string, keep: number): Promise<void> {
    await this.#database.write(async ({ db }) => {
      await sql`INSERT INTO ${sql.table(outputTable)} (uuid, plugin, state, length, is_cut, beat_time, expire_time)
        VALUES (${id}, ${plugin}, 'running', 0, 0, ${this.#now}, ${this.#now} + ${keep})`.execute(db);
    });
    this.#written.add(id);
  }

  /** Adds the text, and says that its writer is there. False when the log is gone. */
  async add(id: string, { start, text, isCut, ended }: Added): Promise<boolean> {
    const length = start + text.length;
    const transaction: EventTransaction['after'] = [];
    const isThere = await this.#database.write(async ({ db }) => {
      transaction.length = 0;
      const expiry = ended ? sql`, expire_time = ${this.#now} + ${ended.keep}` : sql``;
      const { rows } = await sql`UPDATE ${sql.table(outputTable)}
        SET state = ${ended?.state ?? 'running'}, length = ${length}, is_cut = ${isCut ? 1 : 0}, beat_time = ${this.#now}${expiry}
        WHERE uuid = ${id} RETURNING uuid`.execute(db);
      if (rows.length === 0) return false;
      const chunks = [...piecesOf(text, mostChunk, start)].map((chunk) => ({ output_id: id, ...chunk }));
      if (chunks.length > 0) await db.insertInto(chunkTable).values(chunks).execute();
      if (text === '' && !ended) return true;
      const news: OutputNews = {
        start,
        length,
        hasEnded: ended !== undefined,
        ...(text.length <= mostNews && { text }),
      };
      await this.#channel.sendIn({ db, after: transaction }, topicOf(id), news);
      return true;
    });
    if (ended || !isThere) this.#written.delete(id);
    if (isThere && text.length > mostNews) this.#remember(`${id} ${start}`, text);
    for (const each of transaction) await each();
    if (ended && length > large) void this.#giveBack().catch(() => {});
    return isThere;
  }

  /** Pages of the file itself are the system's to keep: SQLite maps them. */
  async #giveBack(): Promise<void> {
    if (this.#database.dialect !== 'sqlite') return;
    const shrink = sql`PRAGMA shrink_memory`;
    await this.#database.write(async ({ db }) => void (await shrink.execute(db)));
    await shrink.execute(this.#database.read);
  }

  /** What the news is of, if it came with them or was written by this instance a moment ago. */
  textOf(id: string, { start, length, text }: OutputNews): string | undefined {
    if (text !== undefined) return text;
    const recent = this.#recent.get(`${id} ${start}`);
    return recent?.length === length - start ? recent : undefined;
  }

  async head(id: string, plugin: string): Promise<OutputHead | undefined> {
    const { rows } = await sql<{ state: OutputState; length: number; is_cut: number; idle: number }>`
      SELECT state, length, is_cut, ${this.#now} - beat_time AS idle FROM ${sql.table(outputTable)}
      WHERE uuid = ${id} AND plugin = ${plugin}`.execute(this.#database.read);
    const [row] = rows;
    if (!row) return undefined;
    const isGone = row.state === 'running' && row.idle > silence && !this.#written.has(id);
    return { id, state: isGone ? 'interrupted' : row.state, length: row.length, isCut: row.is_cut === 1 };
  }

  async read(id: string, plugin: string, offset: number): Promise<OutputPart> {
    const [chunks, logs] = [sql.table(chunkTable), sql.table(outputTable)];
    const texts: string[] = [];
    let next = offset;
    while (next - offset < mostRead) {
      const { rows } = await sql<{ start: number; text: string }>`
        SELECT c.start, c.text FROM ${chunks} c JOIN ${logs} o ON o.uuid = c.output_id
        WHERE c.output_id = ${id} AND o.plugin = ${plugin} AND c.start <= ${offset + mostRead - mostChunk}
          AND c.start >= coalesce((SELECT max(start) FROM ${chunks} WHERE output_id = ${id} AND start <= ${next}), 0)
        ORDER BY c.start LIMIT ${chunksRead}`.execute(this.#database.read);
      const text = rows
        .map((row) => row.text)
        .join('')
        .slice(next - (rows[0]?.start ?? 0));
      if (text === '') break;
      texts.push(text);
      next += text.length;
    }
    return { offset, next, text: texts.join('') };
  }

  /** Somebody begins to follow a log; returns what ends it. */
  followed(): () => void {
    this.#followers += 1;
    return () => {
      this.#followers -= 1;
      if (this.#followers === 0) this.#recent.clear();
    };
  }

  #remember(key: string, text: string): void {
    if (this.#followers > 0) this.#recent.set(key, text);
  }

  /** For those who follow: what one reads, or has just read, the others have from here. Text that is there never changes. */
  async readShared(id: string, plugin: string, offset: number): Promise<OutputPart> {
    const key = `${id} ${offset} ${plugin}`;
    const text = this.#recent.get(key) ?? (await (this.#reading.get(key) ?? this.#readOnce(key, id, plugin, offset)));
    return { offset, next: offset + text.length, text };
  }

  #readOnce(key: string, id: string, plugin: string, offset: number): Promise<string> {
    const reading = this.read(id, plugin, offset)
      .then(({ text }) => {
        const portion = portionOf(text, offset);
        if (portion.length > mostNews) this.#remember(key, portion);
        return portion;
      })
      .finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  /** On SQLite, where there is one instance, nobody writes yet when it starts. */
  async interruptAll(): Promise<void> {
    if (this.#database.dialect === 'postgres') return;
    const logs = sql.table(outputTable);
    const { rows } = await sql`SELECT 1 FROM ${logs} WHERE state = 'running' LIMIT 1`.execute(this.#database.read);
    if (rows.length === 0) return;
    await this.#database.write(async ({ db }) => {
      await sql`UPDATE ${logs} SET state = 'interrupted' WHERE state = 'running'`.execute(db);
    });
  }

  async remove(id: string, plugin: string): Promise<void> {
    await this.#removeWhere(sql`uuid = ${id} AND plugin = ${plugin}`);
  }

  /** Removes up to so many whose time is over; returns how many. */
  async removeOld(most: number): Promise<number> {
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM ${sql.table(outputTable)}
      WHERE expire_time < ${this.#now} LIMIT ${most}`.execute(this.#database.read);
    if (rows.length === 0) return 0;
    await this.#removeWhere(sql`uuid IN (${sql.join(rows.map(({ uuid }) => uuid))})`);
    return rows.length;
  }

  /** The log first: who adds to it meanwhile either came before, and its text goes too, or finds it gone. */
  async #removeWhere(condition: RawBuilder<unknown>): Promise<void> {
    await this.#database.write(async ({ db }) => {
      const { rows } = await sql<{
        uuid: string;
      }>`DELETE FROM ${sql.table(outputTable)} WHERE ${condition} RETURNING uuid`.execute(db);
      if (rows.length === 0) return;
      const ids = rows.map(({ uuid }) => uuid);
      await db.deleteFrom(chunkTable).where('output_id', 'in', ids).execute();
    });
  }
}
