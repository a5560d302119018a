import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { PluginHost, ServerPlugin, Storage } from '#plugin';

/**
 * What is done for a request. Values are left out, since times and random names differ from one request to the next; the log and
 * the search index are, too, which are written when it suits them, and what somebody has uploaded within a day, which is added
 * up of their own files alone, and remembered.
 */
interface Done {
  /** In order: each statement about attachments or jobs with how many rows it gave or changed, and each call of a storage. */
  readonly steps: readonly string[];
  /** Statements about the account that is kept of uploads: a lease is renewed as often as time goes by. */
  readonly account: readonly string[];
}
export interface Steps {
  /** The plugin, whose calls of its storage are noted. */
  watched(plugin: ServerPlugin): ServerPlugin;
  /** For what is not seen from here, such as requests to a bucket. */
  note(step: string): void;
  of(job: () => Promise<unknown>): Promise<Done>;
}

const seen = /^(?:storage|bucket) |"attachment(?:_use)?"|INSERT INTO "?(?:queued_job|pgboss)/;

/** The steps of everything in this process, from the drivers of the databases on; for the tests of one file. */
export function watchSteps(): Steps {
  let steps: string[] | undefined;
  const note = (step: string): void => void steps?.push(step.replaceAll(/\s+/g, ' '));
  const restore: (() => void)[] = [];
  beforeAll(() => {
    restore.push(...watchSqlite(note), ...watchPostgres(note));
  });
  afterAll(() => restore.splice(0).forEach((each) => each()));
  return {
    watched: (plugin) => ({
      ...plugin,
      start: (host) =>
        plugin.start?.(Object.create(host, { storage: { value: notedStorage(host.storage, note) } }) as PluginHost),
    }),
    note,
    async of(job) {
      const done: string[] = [];
      steps = done;
      await job();
      steps = undefined;
      return {
        steps: done.filter((step) => seen.test(step) && !/search_|sum\(/.test(step)),
        account: [...new Set(done.filter((step) => /"(?:unfinished_upload|issued_upload)"/.test(step)))].toSorted(),
      };
    },
  };
}

type Note = (step: string) => void;

function replace<T extends object, K extends keyof T>(target: T, name: K, make: (own: T[K]) => T[K]): () => void {
  const own = target[name];
  target[name] = make(own);
  return () => void (target[name] = own);
}

function watchSqlite(note: Note): (() => void)[] {
  const watch = <K extends 'all' | 'run' | 'get'>(name: K, count: (given: ReturnType<StatementSync[K]>) => unknown) =>
    replace(StatementSync.prototype, name, (own) => {
      function noting(this: StatementSync, ...values: unknown[]) {
        const given = Reflect.apply(own, this, values) as ReturnType<StatementSync[K]>;
        note(`${this.sourceSQL} → ${String(count(given))}`);
        return given;
      }
      return noting as StatementSync[K];
    });
  return [
    watch('all', ({ length }) => length),
    watch('run', ({ changes }) => changes),
    watch('get', (row) => (row === undefined ? 0 : 1)),
  ];
}

function watchPostgres(note: Note): (() => void)[] {
  const connection = pg.Connection.prototype;
  /** What each connection knows by a name, and what it does now, by its texts. */
  const known = new WeakMap<pg.Connection, { readonly texts: Map<string, string>; readonly sent: string[] }>();
  const of = (one: pg.Connection) => {
    const there = known.get(one) ?? { texts: new Map<string, string>(), sent: [] };
    if (!known.has(one))
      one.on('commandComplete', ({ text }: { text: string }) => note(`${there.sent.shift()} → ${text}`));
    known.set(one, there);
    return there;
  };
  return [
    replace(
      connection,
      'parse',
      (own) =>
        function (this: pg.Connection, statement, more) {
          of(this).texts.set(statement.name, statement.text);
          own.call(this, statement, more);
        },
    ),
    replace(
      connection,
      'bind',
      (own) =>
        function (this: pg.Connection, config, more) {
          of(this).sent.push(of(this).texts.get(config?.statement ?? '')!);
          own.call(this, config, more);
        },
    ),
  ];
}

function notedStorage(storage: Storage, note: Note): Storage {
  return {
    ...storage,
    async put(key, body, options) {
      const stored = await storage.put(key, body, options);
      note(`storage put ${stored.size}`);
      return stored;
    },
    async get(key, range) {
      const found = await storage.get(key, range);
      note(`storage get ${found?.size}`);
      return found;
    },
    async head(key) {
      const found = await storage.head(key);
      note(`storage head ${found?.size}`);
      return found;
    },
    async delete(key) {
      const isGone = await storage.delete(key);
      note(`storage delete ${isGone}`);
      return isGone;
    },
    list(options) {
      note('storage list');
      return storage.list(options);
    },
  };
}
