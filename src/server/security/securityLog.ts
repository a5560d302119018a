import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { eachLanguage, type Label } from '#resource';
import type { Database, Write } from '../database/database.ts';
import type { Messages } from '../shared/messages.ts';
import { EventCounter, period } from './eventCounter.ts';
import { entryOf, sourceOf, type Entry, type SecurityEvent } from './securityEvent.ts';

/** The table of `resources/securityLog.ts`. */
export const securityTable = 'security_log';
/** Milliseconds for which entries wait for others, and after a failure for the database. */
const patience = { others: 20, database: 2000 } as const;
/** Entries that may wait while the database does not answer, and that go in one statement. */
const mostWaiting = 2000;
const batch = 100;

export interface SecurityLogParts {
  readonly database: Database;
  /** Gets each entry as one line of JSON too: successes as info, the others as warnings. */
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly messages: Pick<Messages, 'translate'>;
  /** Unix seconds. */
  now(): number;
}

/** Events that matter to who guards the site, kept in a table to which the product only adds. */
export class SecurityLog {
  readonly #parts: SecurityLogParts;
  readonly #counter = new EventCounter();
  readonly #timer: NodeJS.Timeout;
  /** Entries are written beside whatever tells of them, a running transaction too. */
  readonly #beside = AsyncLocalStorage.snapshot();
  #waiting: Entry[] = [];
  #lost = 0;
  #writing: Promise<void> | undefined;
  #isClosing = false;

  constructor(parts: SecurityLogParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#push(this.#counter.flush()), period * 1000).unref();
  }

  /** A text of the product as the title of an event. */
  titled(key: string, params: Readonly<Record<string, unknown>>): Label {
    return eachLanguage((language) => this.#parts.messages.translate(language, key, params));
  }

  /** Notes what has happened, behind the answer: equal events of a minute as one, and few of what fails from one source. */
  note(event: SecurityEvent): void {
    const entry = this.#counter.add(entryOf(event, this.#parts.now()), sourceOf(event), (past) => this.#push(past));
    if (entry) this.#push([entry]);
  }

  /** Adds the event to the transaction of the change that it tells of. To be called after the commit: writes the line of JSON. */
  async record({ db, touch }: Pick<Write, 'db' | 'touch'>, event: SecurityEvent): Promise<() => void> {
    const entry = entryOf(event, this.#parts.now());
    await db.insertInto(securityTable).values(rowOf(entry)).execute();
    touch(securityTable);
    return () => this.#tell(entry);
  }

  /** Writes what still waits. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#push(this.#counter.flush());
    await this.#writing;
  }

  #push(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#tell(entry);
      if (this.#waiting.length < mostWaiting) this.#waiting.push(entry);
      else this.#lost += 1;
    }
    if (this.#waiting.length > 0) this.#writing ??= this.#beside(() => this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(patience.others);
      const entries = this.#waiting.slice(0, batch);
      try {
        await this.#parts.database.write(async ({ db, touch }) => {
          await db.insertInto(securityTable).values(entries.map(rowOf)).execute();
          touch(securityTable);
        });
        this.#waiting.splice(0, entries.length);
      } catch (error) {
        this.#parts.log.error({ err: error, lost: this.#lost }, 'entries of the security log could not be written');
        if (this.#isClosing) break;
        await sleep(patience.database, undefined, { ref: false });
      }
    }
    this.#writing = undefined;
  }

  /** In lines for programs the target is enough. */
  #tell({ detail, outcome, title: _title, title_en: _titleEn, ...entry }: Entry): void {
    const line = { security: { ...entry, outcome, ...(detail === null ? {} : { detail }) } };
    if (outcome === 'success') this.#parts.log.info(line, 'security');
    else this.#parts.log.warn(line, 'security');
  }
}

const rowOf = (entry: Entry) => ({ ...entry, version: 1, update_time: entry.create_time });
