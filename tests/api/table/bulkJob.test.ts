import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, Problem, table, type BulkReport, type ImportState } from '#resource';
import { system } from '../../../src/server/table/createGate.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { securityServers } from '../../support/securityServers.ts';
import type { Limits } from '../../../src/server/shared/limits.ts';
import { startServer, type TestServer } from '../../support/server.ts';

// What holds for every import (crashes, forgetting, who may see it) stands in import.test.ts: a large bulk edit is one.
const crate = table('crate', {
  name: f.text({ required: true }),
  place: f.text({ index: true }),
  note: f.text(),
  owner: f.int(),
});

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  /** Rows that one transaction changes here; the product's own number stands in a test of its own. */
  const together = 500;
  const count = together + 100;
  /** Rows that an edit changes, where the others are as it wants them. */
  const few = 400;
  const person = { username: 'clerk', password: 'Clerk-1234' } as const;

  /** Crates that tell when each is written; who may write notes changes. */
  const crates = () => {
    const told = { saved: (_name: string): void => {}, isSlow: false, mayNote: true };
    const resource = crate.resource({
      path: 'post/crate',
      traits: { history: true },
      access: { note: { write: () => told.mayNote } },
      rows: { write: (caller) => caller.super || { owner: 0 }, read: (caller) => caller.super || { owner: 0 } },
      hooks: {
        beforeSave({ prev, next }) {
          if (prev?.name === 'crate 77' && next.place === 'yard') throw new Problem('rows:taken');
        },
        async afterSave({ row }) {
          told.saved(row.name!);
          // A portion ends after 50 ms: on quick machines too, what comes next is in another one than the crate that is refused.
          if (row.name === 'crate 78') await sleep(60);
          // Hardly more than one in a portion, and half a minute for all: what is done meanwhile is done long before the end.
          if (told.isSlow) await sleep(50);
        },
      },
    });
    return { told, resources: [resource] };
  };
  const fill = (server: TestServer, rows: number, inHall: number) =>
    server.app.database.write(({ db }) =>
      sql`INSERT INTO crate (name, place, owner, version, create_time, update_time)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(rows)})
        SELECT 'crate ' || i, CASE WHEN i = 5 OR i > ${sql.lit(inHall)} THEN 'yard' ELSE 'hall' END, 0, 1, 0, 0 FROM n`.execute(
        db,
      ),
    );
  const begin = async ({ rows = count, inHall = count, limits = { together } as Partial<Limits> } = {}) => {
    const { told, resources } = crates();
    const where = await place();
    servers.push(await startServer(where, { resources, limits }));
    const server = servers.at(-1)!;
    await fill(server, rows, inHall);
    const token = await server.signIn();
    return { server, told, where, resources, token, mine: importer(server, 'post.crate', token, 'bulkJob') };
  };
  const all = { matching: { query: { search: [{ field: 'id', operator: '>', val: 0 }] } } };
  const bulk = async (
    server: TestServer,
    token: string,
    body: Readonly<Record<string, unknown>>,
    headers: Record<string, string> = {},
  ) => {
    const { json } = await server.request('POST', '/api/admin/post.crate/bulkEdit', {
      token,
      body: { ...all, values: { place: 'yard' }, ...body },
      headers: { 'content-type': 'application/json', ...headers },
    });
    return json;
  };
  const jobOf = async (...asked: Parameters<typeof bulk>): Promise<ImportState> => {
    const json = await bulk(...asked);
    expect(json, json.msg).toMatchObject({ code: 1 });
    return (json.data as unknown as BulkReport).job!;
  };
  /** How many crates have been written how often, by where they stand. */
  const standing = async ({ app }: TestServer) => {
    const { rows } = await sql<Record<string, unknown>>`SELECT place, version, COUNT(*) AS count FROM crate
      GROUP BY place, version ORDER BY place, version`.execute(app.database.read);
    return rows.map((row) => [row['place'], Number(row['version']), Number(row['count'])]);
  };
  const editsIn = async ({ app }: TestServer): Promise<number> => {
    const { rows } = await sql<{ count: number }>`SELECT COUNT(*) AS count FROM row_history
      WHERE table_name = 'crate' AND action = 'edit'`.execute(app.database.read);
    return Number(rows[0]!.count);
  };
  /** What the activity log says. */
  const sentences = async ({ app, request }: TestServer, token: string): Promise<string[]> => {
    const ids = (await app.gate.rows('admin_log').list()).map(({ id }) => id);
    const { json } = await request('GET', '/api/admin/auth.adminLog/sentences', { token, query: { ids } });
    const list = json.data['list'] as { sentence: { text: string }[] }[];
    return list.map(({ sentence }) => sentence.map(({ text }) => text).join(''));
  };
  /** Does something as soon as that crate is written; the job is slow until it is done. */
  const meanwhile = <T>(told: ReturnType<typeof crates>['told'], name: string, what: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    told.saved = (each) => {
      if (each !== name) return;
      told.isSlow = true;
      resolve();
    };
    return promise.then(what).finally(() => {
      told.isSlow = false;
      told.saved = () => {};
    });
  };
  const crateRows = ({ app }: TestServer) => app.gate.rowsOf(app.gate.modelOf('crate'));

  it('previews, edits and undoes all that match, tells by row what is refused, and changes each row once', async () => {
    const { server, token, mine } = await begin({ inHall: few });
    const asWanted = count - few + 1;
    const { data } = await bulk(server, token, { preview: true });
    const { job, examples, changed } = data as unknown as BulkReport;
    expect(job).toMatchObject({ state: 'checking', lines: count });
    expect([examples.length, changed]).toEqual([10, 0]);
    expect(examples[0]).toMatchObject({ name: 'crate 1', changes: { place: { before: 'hall', after: 'yard' } } });
    const checked = await mine.settled(job!.id);
    const refused = { line: 77, row: 'crate 77', message: 'This value is already in use' };
    expect(checked).toMatchObject({ state: 'checked', edited: few - 2, same: asWanted, failed: 1 });
    expect(checked.errors).toMatchObject([{ ...refused, message: expect.any(String) }]);
    expect(await standing(server)).toEqual([
      ['hall', 1, few - 1],
      ['yard', 1, asWanted],
    ]);
    expect((await mine.step(job!.id, 'run')).json).toMatchObject({ code: 1 });
    const done = await mine.settled(job!.id);
    expect(done).toMatchObject({ state: 'done', edited: few - 2, same: asWanted, failed: 1, errors: checked.errors });
    expect(await standing(server)).toEqual([
      ['hall', 1, 1],
      ['yard', 1, asWanted],
      ['yard', 2, few - 2],
    ]);
    expect(await editsIn(server)).toBe(few - 2);
    await expect
      .poll(() => sentences(server, token))
      .toContain(`admin changed ${(few - 2).toLocaleString('en')} records of Crate`);

    await crateRows(server).edit(300, { place: 'roof' });
    await crateRows(server).edit(301, { note: 'another field' });
    // As an import it is none, and neither is its permission.
    expect((await importer(server, 'post.crate', token).step(job!.id, 'undo')).json).toMatchObject({ code: 0 });
    expect((await mine.step(job!.id, 'undo')).json).toMatchObject({ code: 1 });
    const undone = await mine.settled(job!.id);
    expect(undone).toMatchObject({ state: 'undone', undone: few - 3, kept: 1 });
    expect(undone.errors).toMatchObject([
      { line: 300, row: 'crate 300', message: 'Somebody has changed this record since the bulk edit' },
    ]);
    const places = (await standing(server)).map(([where, , rows]) => [where, rows]);
    expect(places).toEqual([
      ['hall', 1],
      ['hall', few - 4],
      ['hall', 1],
      ['roof', 1],
      ['yard', asWanted],
    ]);
    await expect
      .poll(async () => {
        const { json } = await server.request('GET', '/api/admin/ajax/notices', { token });
        return (json.data['list'] as { title: string }[]).map(({ title }) => title).toSorted();
      })
      .toEqual(['The bulk edit of “Crate” was undone']);
  });

  it('stays one transaction up to the limit, and refuses what was seen of fewer rows', async () => {
    const { server, token } = await begin({ rows: 5000, inHall: few, limits: {} });
    const { data } = await bulk(server, token, { preview: true });
    expect(data).toMatchObject({ count: 5000, changed: few - 2, refused: [{ id: 77 }] });
    expect(data).not.toHaveProperty('job');
    await crateRows(server).add({ name: 'one more', place: 'hall' });
    expect(await bulk(server, token, { seen: (data as unknown as BulkReport).seen, except: [77] })).toMatchObject({
      code: 412,
    });
  });

  it('is begun once for one key, without a preview too, with the rows that there are then', async () => {
    const { server, told, token, mine } = await begin();
    const left = meanwhile(told, 'crate 100', () => crateRows(server).edit(590, { place: 'gone' }));
    const listed = { matching: { query: { search: [{ field: 'place', operator: '=', val: 'hall' }] } } };
    const key = { 'Idempotency-Key': 'move the crates' };
    const { id, state } = await jobOf(server, token, listed, key);
    expect(state).toBe('running');
    await left;
    expect((await jobOf(server, token, listed, key)).id).toBe(id);
    expect(await bulk(server, token, { ...listed, values: { place: 'roof' } }, key)).toMatchObject({ code: 0 });
    const done = await mine.settled(id);
    expect(done).toMatchObject({ lines: count - 1, state: 'done', edited: count - 2, failed: 1 });
    expect(done.errors).toMatchObject([{ row: 'crate 77' }]);
    // What somebody has changed since the beginning is written as well, and that is seen in its history.
    expect(await standing(server)).toEqual([
      ['hall', 1, 1],
      ['yard', 1, 1],
      ['yard', 2, count - 3],
      ['yard', 3, 1],
    ]);
  });

  it('writes nothing more once the right is lost, and what was written can be undone with it again', async () => {
    const { server, told } = await begin();
    const { gate } = server.app;
    await addPerson(gate, person.username, person.password, ['post/crate/index', 'post/crate/edit']);
    const [clerk] = await gate.rows('admin').list({ username: person.username });
    const token = await server.signIn(person.username, person.password);
    const lost = meanwhile(told, 'crate 100', () => gate.rows('admin').edit(clerk!.id, { status: 0 }));
    const { id } = await jobOf(server, token, {});
    await lost;
    const stored = () =>
      server.app.database.read.selectFrom('row_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await stored())['state']).toBe('failed');
    const { edited, failure } = await stored();
    expect(JSON.parse(String(failure))).toMatchObject({ key: 'rows:forbidden' });
    expect(Number(edited)).toBeLessThan(count - 2);
    expect(await editsIn(server)).toBe(Number(edited));
    await gate.rows('admin').edit(clerk!.id, { status: 1 });
    const again = importer(server, 'post.crate', await server.signIn(person.username, person.password), 'bulkJob');
    expect((await again.step(id, 'undo')).json).toMatchObject({ code: 1 });
    expect(await again.settled(id)).toMatchObject({ state: 'undone', undone: Number(edited), kept: 0 });
    expect((await standing(server)).map(([where]) => where)).toEqual(['hall', 'hall', 'yard']);
  });

  it('ends when one of its fields may not be written any more', async () => {
    const { server, told, token, mine } = await begin();
    const lost = meanwhile(told, 'crate 100', async () => (told.mayNote = false));
    const { id } = await jobOf(server, token, { values: { note: 'x', place: 'roof' } });
    await lost;
    const failed = await mine.settled(id);
    expect(failed).toMatchObject({ state: 'failed', failure: 'You may no longer change all of these fields' });
    expect(failed.edited).toBeLessThan(count);
    expect(await editsIn(server)).toBe(failed.edited);
    expect(await bulk(server, token, { values: { note: 'y' } })).toMatchObject({ code: 0 });
  });

  it('leaves rows alone that are not theirs, at the moment at which each is written', async () => {
    const inHall = 300;
    const { server, told } = await begin({ inHall });
    const { gate } = server.app;
    await addPerson(gate, person.username, person.password, ['post/crate/index', 'post/crate/edit']);
    await crateRows(server).edit(3, { owner: 999 });
    const token = await server.signIn(person.username, person.password);
    const mine = importer(server, 'post.crate', token, 'bulkJob');
    const taken = meanwhile(told, 'crate 100', () => crateRows(server).edit(290, { owner: 999 }));
    const { id } = await jobOf(server, token, {
      matching: undefined,
      ids: Array.from({ length: count + 1 }, (_, at) => at + 1),
    });
    await taken;
    const done = await mine.settled(id);
    expect(done).toMatchObject({
      state: 'done',
      lines: count + 1,
      edited: inHall - 4,
      same: count - inHall + 1,
      failed: 4,
    });
    const none = (row: number) => ({
      line: row,
      row: `#${row}`,
      message: `There is no record with the ID ${row} that you have access to`,
    });
    expect(done.errors).toMatchObject([none(3), { line: 77, row: 'crate 77' }, none(290), none(count + 1)]);
    const foreign = await crateRows(server).list({ owner: 999 });
    expect(foreign.map((row) => row['place'])).toEqual(['hall', 'hall']);
    // Nobody else's, and not without the right.
    const other = importer(server, 'post.crate', await server.signIn(), 'bulkJob');
    expect((await other.step(id, 'undo')).json).toMatchObject({
      code: 0,
      msg: (await other.step(99, 'undo')).json.msg,
    });
    await addPerson(gate, 'reader', person.password, ['post/crate/index']);
    const reader = await server.signIn('reader', person.password);
    expect(await bulk(server, reader, {})).toMatchObject({ code: 401 });
  });

  it('stops between two portions, keeps what others write, and is undone as far as it came', async () => {
    const { server, told, token, mine } = await begin();
    const looking = Promise.withResolvers<number>();
    // Behind those that the answer shows as examples.
    const stopped = meanwhile(told, 'crate 150', async () => {
      await crateRows(server).edit(20, { note: 'somebody else' });
      return mine.step(await looking.promise, 'cancel');
    });
    looking.resolve((await jobOf(server, token, { preview: true })).id);
    // Its check has come by that crate, too.
    expect(await stopped).toMatchObject({ json: { code: 1, data: { state: 'received' } } });
    const begun = Promise.withResolvers<number>();
    const cancelled = meanwhile(told, 'crate 150', async () => mine.step(await begun.promise, 'cancel'));
    const { id } = await jobOf(server, token, {});
    begun.resolve(id);
    expect(await cancelled).toMatchObject({ json: { code: 1 } });
    const state = await mine.settled(id);
    expect(state).toMatchObject({ state: 'cancelled', failed: 1 });
    expect(state.edited).toBeLessThan(count - 2);
    expect(await editsIn(server)).toBe(state.edited + 1);
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: state.edited, kept: 0 });
    expect(await crateRows(server).list({ id: 20 })).toMatchObject([{ place: 'hall', note: 'somebody else' }]);
  });

  it('changes no row twice when two jobs are at it, nor when the server goes in the middle', async () => {
    const inHall = 500;
    const asWanted = count - inHall + 1;
    const { server, told, token, where, resources } = await begin({ inHall });
    const closed = meanwhile(told, 'crate 200', () => servers.shift()!.close());
    const { id } = await jobOf(server, token, {});
    await closed;
    const second = await startServer(where, { resources, limits: { together } });
    servers.push(second);
    const parts = { callerOf: async () => ({ ...system, super: true }), imported: async () => {}, patience: Infinity };
    const { signal } = new AbortController();
    await Promise.all([1, 2].map(() => second.app.gate.runImport({ id, turn: 1 }, signal, parts)));
    const mine = importer(second, 'post.crate', await second.signIn(), 'bulkJob');
    expect(await mine.settled(id)).toMatchObject({ state: 'done', edited: inHall - 2, same: asWanted, failed: 1 });
    expect(await editsIn(second)).toBe(inHall - 2);
    expect(await standing(second)).toEqual([
      ['hall', 1, 1],
      ['yard', 1, asWanted],
      ['yard', 2, inHall - 2],
    ]);
  });
});
