import { sql, type CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { Problem } from '#resource';
import type { Database, Sql, Write } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { violationOf } from '../../src/server/database/violation.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((name, open, place) => {
  const withNotes = async (): Promise<Database> => {
    const database = await open();
    await database.restructure(async ({ db }) => {
      await db.schema
        .createTable('note')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('body', 'text')
        .execute();
    });
    return database;
  };
  const ids = async ({ read }: Database): Promise<unknown[]> =>
    (await read.selectFrom('note').select('id').orderBy('id').execute()).map(({ id }) => id);
  const add = (database: Database, id: number): Promise<number> =>
    database.write(async ({ db, touch }) => {
      touch('note');
      await db
        .insertInto('note')
        .values({ id, body: `note ${id}` })
        .execute();
      return id;
    });

  it('rolls a failing job back alone, whoever shares its commit', async () => {
    const database = await withNotes();
    const jobs = [1, 2, 3, 2, 4].map((id) => add(database, id));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(await ids(database)).toEqual([1, 2, 3, 4]);
    const rejected = results.find((result) => result.status === 'rejected');
    expect(violationOf(rejected?.reason)).toBe('unique');
  });

  it('undoes what a job wrote before it failed', async () => {
    const database = await withNotes();
    const failing = database.write(async ({ db }) => {
      await db.insertInto('note').values({ id: 1, body: 'half' }).execute();
      throw new Problem('common:no');
    });
    await expect(failing).rejects.toMatchObject({ key: 'common:no' });
    await add(database, 2);
    expect(await ids(database)).toEqual([2]);
  });

  it('does what is left for later in its order: before the next statement, and at the latest before the commit', async () => {
    const database = await withNotes();
    const insert = (id: number) => sql`INSERT INTO note (id, body) VALUES (${id}, 'x')`.compile(database.read);
    const seen = await database.write(async ({ db, later }) => {
      await later(insert(1));
      await later(insert(2));
      await later(sql`UPDATE note SET body = 'y' WHERE id = 1`.compile(database.read));
      const { rows } = await sql<{ id: number; body: string }>`SELECT id, body FROM note ORDER BY id`.execute(db);
      await later(insert(3));
      return rows.map(({ id, body }) => `${id}${body}`);
    });
    expect(seen).toEqual(['1y', '2x']);
    expect(await ids(database)).toEqual([1, 2, 3]);
  });

  it('gives rows of a query that travels with what follows: in its place, with the next statement or with the commit', async () => {
    const database = await withNotes();
    const insert = (id: number) => sql`INSERT INTO note (id, body) VALUES (${id}, 'x')`.compile(database.read);
    const count = sql<{ n: number }>`SELECT count(*) AS n FROM note`.compile(database.read);
    const atEnd = await database.write(async ({ db, later, laterRows }) => {
      await later(insert(1));
      const one = await laterRows(count);
      await later(insert(2));
      const two = await laterRows(count);
      await sql`SELECT 1`.execute(db);
      expect([await one(), await two()]).toMatchObject([[{ n: 1 }], [{ n: 2 }]]);
      await later(insert(3));
      return laterRows(count);
    });
    expect(await atEnd()).toMatchObject([{ n: 3 }]);
    expect(await ids(database)).toEqual([1, 2, 3]);
  });

  it('refuses rows of a transaction that has failed, and tells nobody who does not ask', async () => {
    const database = await withNotes();
    const insert = sql`INSERT INTO note (id, body) VALUES (1, 'x')`.compile(database.read);
    let rows: (() => Promise<unknown>) | undefined;
    const failing = database.write(async ({ later, laterRows }) => {
      await later(insert);
      await later(insert);
      rows = await laterRows(sql`SELECT id FROM note`.compile(database.read));
    });
    expect(violationOf(await failing.catch((error: unknown) => error))).toBe('unique');
    if (name === 'postgres') await expect(rows!()).rejects.toThrow();
    expect(await ids(database)).toEqual([]);
  });

  it('fails by what was left for later, and keeps nothing of the job', async () => {
    const database = await withNotes();
    const insert = (id: number) => sql`INSERT INTO note (id, body) VALUES (${id}, 'x')`.compile(database.read);
    const rest = [
      async ({ flush }: Write) => flush(),
      async ({ db }: Write) => void (await sql`SELECT 1`.execute(db)),
      async () => {},
    ];
    for (const end of rest) {
      const failing = database.write(async (write) => {
        await write.later(insert(1));
        await write.later(insert(1));
        await end(write);
      });
      expect(violationOf(await failing.catch((error: unknown) => error))).toBe('unique');
    }
    expect(await ids(database)).toEqual([]);
    await add(database, 1);
  });

  it.runIf(name === 'postgres')(
    'does not pretend to commit when a job goes on after a statement has failed',
    async () => {
      const database = await withNotes();
      const failing = database.write(async ({ db, later }) => {
        await later(sql`INSERT INTO note (id) VALUES (1)`.compile(database.read));
        await later(sql`INSERT INTO note (id) VALUES (1)`.compile(database.read));
        await sql`SELECT 1`.execute(db).catch(() => {});
      });
      expect(violationOf(await failing.catch((error: unknown) => error))).toBe('unique');
      expect(await ids(database)).toEqual([]);
    },
  );

  it('takes statements of one job at once, one after the other', async () => {
    const database = await withNotes();
    await database.write(async ({ db }) => {
      await Promise.all([1, 2, 3].map((id) => sql`INSERT INTO note (id) VALUES (${id})`.execute(db)));
      expect((await sql`SELECT id FROM note`.execute(db)).rows).toHaveLength(3);
    });
    expect(await ids(database)).toEqual([1, 2, 3]);
  });

  it('runs the same statement again after one has failed by it, with and without what it was prepared for', async () => {
    const database = await withNotes();
    const read = async (): Promise<readonly unknown[]> => (await sql`SELECT * FROM note`.execute(database.read)).rows;
    for (let time = 0; time < 5; time += 1) {
      expect(await read()).toEqual([]);
      await expect(
        database.write(async ({ db }) => sql`SELECT * FROM note WHERE nothing = 1`.execute(db)),
      ).rejects.toThrow();
    }
    await database.restructure(({ db }) => sql`ALTER TABLE note ADD COLUMN more TEXT`.execute(db));
    await add(database, 1);
    for (let time = 0; time < 5; time += 1) {
      expect(await read()).toMatchObject([{ id: 1, more: null }]);
      const written = await database.write(async ({ db }) => (await sql`SELECT * FROM note`.execute(db)).rows);
      expect(written).toMatchObject([{ id: 1, more: null }]);
    }
  });

  it('does a statement that is left for later many times at the first attempt', async () => {
    const database = await withNotes();
    let attempts = 0;
    const insert = (db: Sql, id: number): CompiledQuery => db.insertInto('note').values({ id, body: 'x' }).compile();
    await database.write(async ({ db, later }) => {
      attempts += 1;
      for (let id = 1; id <= 9; id += 1) await later(insert(db, id));
    });
    expect(attempts).toBe(1);
    expect(await ids(database)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('shows reads committed rows only', async () => {
    const database = await withNotes();
    await database.write(async ({ db }) => {
      await db.insertInto('note').values({ id: 1, body: 'x' }).execute();
      expect(await ids(database)).toEqual([]);
    });
    expect(await ids(database)).toEqual([1]);
  });

  it('changes the state of a table when its rows were changed, and only then', async () => {
    const database = await withNotes();
    const state = async (): Promise<string> => database.stateOf(['note', 'other']);
    const before = await state();
    await database
      .write(async ({ db, touch }) => {
        touch('note');
        await db.deleteFrom('note').execute();
        throw new Error('no');
      })
      .catch(() => {});
    expect(await state()).toBe(before);
    await add(database, 1);
    const after = await state();
    expect(after).not.toBe(before);
    expect(await state()).toBe(after);
  });

  it('counts 200 concurrent increments exactly', async () => {
    const database = await withNotes();
    await database.write(({ db }) => db.insertInto('note').values({ id: 1, body: '0' }).execute());
    const increment = (): Promise<unknown> =>
      database.write(({ db }) => sql`UPDATE note SET body = CAST(CAST(body AS integer) + 1 AS text)`.execute(db));
    await Promise.all(Array.from({ length: 200 }, increment));
    expect(await database.read.selectFrom('note').select('body').execute()).toEqual([{ body: '200' }]);
  });

  it('reads integers beyond 2^53 as numbers', async () => {
    const database = await open();
    const { rows } = await sql`SELECT CAST(9007199254740993 AS bigint) AS big, CAST(7 AS bigint) AS small`.execute(
      database.read,
    );
    expect(rows).toEqual([{ big: 9007199254740992, small: 7 }]);
  });

  it('tells an insert its id and an update how many rows it met', async () => {
    const database = await withNotes();
    await Promise.all([1, 2].map((id) => add(database, id)));
    await database.write(async ({ db }) => {
      const [updated] = await db.updateTable('note').set({ body: 'same' }).execute();
      expect(updated?.numUpdatedRows).toBe(2n);
      expect(await db.insertInto('note').values({ id: 9, body: '' }).returning('id').execute()).toEqual([{ id: 9 }]);
    });
  });

  it('does one job at a time that wants a turn, of all instances, and goes on when one fails', async () => {
    const where = await place();
    // A folder has one server.
    const instances = await Promise.all((name === 'sqlite' ? [1] : [1, 2]).map(() => openDatabase(where)));
    let running = 0;
    const order: number[] = [];
    const turns = instances.flatMap((database, at) =>
      (name === 'sqlite' ? [1] : [1, 2, 3]).map((turn) =>
        database.runInTurn(async () => {
          expect((running += 1)).toBe(1);
          await sql`SELECT 1`.execute(database.read);
          order.push(at);
          running -= 1;
          if (turn === 1) throw new Error('this one fails');
          return at;
        }),
      ),
    );
    const settled = await Promise.allSettled(turns);
    expect(order.toSorted((one, two) => one - two)).toEqual(name === 'sqlite' ? [0] : [0, 0, 0, 1, 1, 1]);
    expect(
      settled
        .filter(({ status }) => status === 'rejected')
        .map((each) => String((each as PromiseRejectedResult).reason)),
    ).toEqual(instances.map(() => 'Error: this one fails'));
    await Promise.all(instances.map((database) => database.close()));
  });

  it.runIf(name === 'postgres')('has done a job that wanted a turn though its lock was lost meanwhile', async () => {
    const database = await openDatabase(await place());
    const lose = sql`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const done = database.runInTurn(async () => {
      expect((await lose.execute(database.read)).rows).toHaveLength(1);
      return 'done';
    });
    expect(await done).toBe('done');
    expect(await database.runInTurn(async () => 'next')).toBe('next');
    await database.close();
  });

  it('does one exclusive job at a time, of one instance and of all, and goes on when one fails', async () => {
    const where = await place();
    // A folder has one server.
    const instances = await Promise.all((name === 'sqlite' ? [1] : [1, 2]).map(() => openDatabase(where)));
    let running = 0;
    const jobs = instances.flatMap((database) =>
      [1, 2, 3].map((job) =>
        database.runExclusive(async () => {
          expect((running += 1)).toBe(1);
          await sql`SELECT 1`.execute(database.read);
          running -= 1;
          if (job === 1) throw new Error('this one fails');
          return job;
        }),
      ),
    );
    const outcomes = (await Promise.allSettled(jobs)).map((settled) =>
      settled.status === 'fulfilled' ? settled.value : String(settled.reason),
    );
    expect(outcomes).toEqual(instances.flatMap(() => ['Error: this one fails', 2, 3]));
    await Promise.all(instances.map((database) => database.close()));
  });

  it('says in one sentence why it cannot be opened', async () => {
    const { dataDir } = await place();
    const elsewhere =
      name === 'sqlite'
        ? { dataDir: `${dataDir}/file/below`, databaseUrl: undefined }
        : { dataDir, databaseUrl: 'postgres://x:y@127.0.0.1:1/z' };
    if (name === 'sqlite') (await import('node:fs')).writeFileSync(`${dataDir}/file`, '');
    const key = name === 'sqlite' ? 'database:folderUnusable' : 'database:unreachable';
    await expect(openDatabase(elsewhere)).rejects.toMatchObject({
      key,
      params: { reason: expect.stringMatching(/./) },
    });
  });
});
