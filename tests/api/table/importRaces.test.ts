import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { f, table } from '#resource';
import { system } from '../../../src/server/table/createGate.ts';
import { forgetImports } from '../../../src/server/table/import/forgetImports.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { entries, securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

eachDatabase((name, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(await startServer(await place(), { resources: sampleTables }));
    return servers.at(-1)!;
  };
  const file = 'name\none\ntwo\n';
  const checked = async () => {
    const server = await serve();
    const mine = importer(server, 'content.tag', await server.signIn());
    const { id } = await mine.check(file);
    return { server, mine, id, database: server.app.database };
  };

  it('has two files of one person on their way at a time', async () => {
    const { gate } = (await serve()).app;
    const sent = Promise.withResolvers<void>();
    async function* slowly() {
      yield Buffer.from('name\n');
      await sent.promise;
      yield Buffer.from('one\n');
    }
    const receive = (id: number): Promise<number> =>
      gate.receive({ ...system, id }, gate.modelAt('content.tag')!, { name: 'rows.csv', bytes: slowly() });
    const begun = [receive(1), receive(1), receive(2)];
    await expect(receive(1)).rejects.toThrow('server:busy');
    sent.resolve();
    await Promise.allSettled(begun);
    expect(await receive(1)).toBeGreaterThan(0);
  });

  it.runIf(name === 'postgres')('is not dropped by a file that comes while it begins', async () => {
    const { mine, id, database } = await checked();
    let run: ReturnType<typeof mine.step> | undefined;
    let sent: ReturnType<typeof mine.send> | undefined;
    await database.write(async ({ db }) => {
      await sql`SELECT 1 FROM row_import FOR UPDATE`.execute(db);
      run ??= mine.step(id, 'run');
      await expect.poll(() => waitingTransactions(database)).toBe(1);
      sent ??= mine.send(file);
      await expect.poll(() => waitingTransactions(database)).toBe(2);
    });
    expect((await run!).json.code).toBe(1);
    expect((await sent!).json).toMatchObject({ code: 1, data: { state: 'received' } });
    expect(await mine.settled(id)).toMatchObject({ state: 'done', added: 2 });
  });

  it.runIf(name === 'postgres')('is not forgotten while it begins', async () => {
    const { mine, id, database } = await checked();
    const errors: unknown[] = [];
    let run: ReturnType<typeof mine.step> | undefined;
    let stop: (() => Promise<void>) | undefined;
    await database.write(async ({ db }) => {
      await sql`SELECT 1 FROM row_import FOR UPDATE`.execute(db);
      run ??= mine.step(id, 'run');
      await expect.poll(() => waitingTransactions(database)).toBe(1);
      // As if it had been waiting for two days.
      const now = Math.floor(Date.now() / 1000) + 2 * 86_400;
      stop ??= forgetImports(
        database,
        () => now,
        (error) => errors.push(error),
      );
      await expect.poll(() => waitingTransactions(database)).toBe(2);
    });
    await stop!();
    expect((await run!).json.code).toBe(1);
    expect(await mine.settled(id)).toMatchObject({ state: 'done', added: 2 });
    expect(errors).toEqual([]);
  });

  it.each([
    { step: 'done', isAt: 'done', steps: ['undo'] },
    { step: 'cancelled', isAt: 'running', steps: ['cancel', 'undo'] },
  ])('is told to be $step though it is undone at once', async ({ step, isAt, steps }) => {
    const { server, mine, id, database } = await checked();
    const write = database.write.bind(database);
    let isUndone = false;
    // As if the person were quicker than the job after its last portion.
    vi.spyOn(database, 'write').mockImplementation(async (...given) => {
      const result = await write(...given);
      const { rows } = await sql`SELECT id FROM row_import WHERE state = ${isAt} AND position = 3`.execute(
        database.read,
      );
      if (rows.length > 0 && !isUndone) {
        isUndone = true;
        for (const each of steps) expect((await mine.step(id, each)).json).toMatchObject({ code: 1 });
      }
      return result;
    });
    expect((await mine.step(id, 'run')).json).toMatchObject({ code: 1 });
    await expect
      .poll(async () => {
        const found = await entries(server, { kind: 'import' });
        return found.map(({ detail }) => (detail as { step: string }).step).toSorted();
      })
      .toEqual([step, 'undone'].toSorted());
    expect(await mine.state(id)).toMatchObject({ state: 'undone', undone: 2 });
  });

  it('leaves nothing of a file that another one has taken the place of before it was read', async () => {
    const { app } = await serve();
    const model = app.gate.models.get('tag')!;
    const goOn = Promise.withResolvers<void>();
    const rows = async (table: string) =>
      (await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(app.database.read)).rows;
    const first = app.gate
      .receive(system, model, {
        name: 'first.csv',
        bytes: (async function* () {
          yield Buffer.from(file);
          await goOn.promise;
          yield Buffer.from('three\n');
        })(),
      })
      .catch((error: unknown) => error);
    await expect.poll(async () => (await rows('row_import')).length).toBe(1);
    const bytes = (async function* () {
      yield Buffer.from(file);
    })();
    const second = await app.gate.receive(system, model, { name: 'second.csv', bytes });
    goOn.resolve();
    expect(await first).toMatchObject({ key: 'import:notFound' });
    expect((await rows('row_import_part')).map((row) => Number(row['import_id']))).toEqual([second]);
  });

  it('lets others have their turn while long ones are written, and tells of one that is stopped in between', async () => {
    let isSlow = false;
    const resources = ['first', 'second', 'third'].map((each) =>
      table(`queue_${each}`, { name: f.text() }).resource({
        path: `queue/${each}`,
        hooks: {
          async beforeSave() {
            if (isSlow) await sleep(15);
          },
        },
      }),
    );
    // More than run at once, none of which would end by itself in time.
    const limits = { importing: 100, look: 100 };
    servers.push(await startServer(await place(), { resources, limits }));
    const server = servers.at(-1)!;
    const token = await server.signIn();
    const [first, second, third] = ['first', 'second', 'third'].map((each) => importer(server, `queue.${each}`, token));
    const rows = `name\n${'x\n'.repeat(1500)}`;
    const long = [
      [first!, (await first!.check(rows)).id],
      [second!, (await second!.check(rows)).id],
    ] as const;
    const { id } = await third!.check('name\nx\n');
    isSlow = true;
    for (const [mine, each] of long) expect((await mine.step(each, 'run')).json.code).toBe(1);
    expect((await third!.step(id, 'run')).json.code).toBe(1);
    expect(await third!.settled(id)).toMatchObject({ state: 'done', added: 1 });
    for (const [mine, each] of long) {
      // Each has had a turn, and nothing of it is lost or done twice.
      await expect.poll(async () => (await mine.state(each)).added).toBeGreaterThan(0);
      expect(await mine.state(each)).toMatchObject({ state: 'running' });
      expect((await mine.step(each, 'cancel')).json.code).toBe(1);
      const { added } = await mine.state(each);
      const found = await server.app.database.read
        .selectFrom(mine === first ? 'queue_first' : 'queue_second')
        .selectAll()
        .execute();
      expect(found).toHaveLength(added);
    }
    await expect.poll(async () => (await entries(server, { kind: 'import' })).length).toBe(3);
  });

  it('lets others have their turn while long ones are checked, one of those at a time', async () => {
    let isSlow = true;
    const resources = ['first', 'second', 'third'].map((each) =>
      table(`queue_${each}`, { name: f.text() }).resource({
        path: `queue/${each}`,
        hooks: {
          async beforeSave({ next }) {
            if (isSlow && next.name === 'x') await sleep(50);
          },
        },
      }),
    );
    // Everything that is not at its end then is long.
    const limits = { importing: 1, look: 100 };
    servers.push(await startServer(await place(), { resources, limits }));
    const server = servers.at(-1)!;
    const token = await server.signIn();
    const [first, second, third] = ['first', 'second', 'third'].map((each) => importer(server, `queue.${each}`, token));
    const rows = `name\n${'x\n'.repeat(1500)}`;
    const long = [];
    // More than run at once, none of which would end by itself in time.
    for (const mine of [first!, second!]) {
      const { id, columns, key } = await mine.receive(rows);
      expect((await mine.step(id, 'check', { columns, key })).json.code).toBe(1);
      long.push([mine, id] as const);
    }
    expect(await third!.check('name\nshort\n')).toMatchObject({ state: 'checked', added: 1 });
    const states = await Promise.all(long.map(([mine, id]) => mine.state(id)));
    expect(states).toMatchObject([{ state: 'checking' }, { state: 'checking' }]);
    // Who holds the others up is stopped: the next one comes to its end.
    const [other, taken] = states[0]!.done > states[1]!.done ? [long[1]!, long[0]!] : [long[0]!, long[1]!];
    expect((await taken[0].step(taken[1], 'cancel')).json.code).toBe(1);
    isSlow = false;
    expect(await other[0].settled(other[1])).toMatchObject({ state: 'checked', added: 1500 });
  });
});
