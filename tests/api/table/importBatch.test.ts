import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { f, Problem, table } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer, type Importer } from '../../support/imports.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

// On PostgreSQL, lines are written without waiting for each: nothing of that may be seen.
const rack = table('rack', { name: f.text({ required: true }), owner: f.int() });
const folio = table('folio', {
  code: f.text({ required: true, unique: true, max: 20 }),
  name: f.text(),
  copies: f.int(),
  owner: f.int(),
  rack_id: f.belongsTo('rack'),
});
const crew = table('crew', { name: f.text(), is_open: f.bool(), boss_id: f.belongsTo('crew') });
const numbered = table('numbered', { name: f.text(), number: f.int({ readonly: true }), former: f.text() });
const portrait = table('portrait', { name: f.text(), cover: f.image(), count: f.int() });

declare module '#resource' {
  interface Tables {
    rack: typeof rack;
    folio: typeof folio;
    crew: typeof crew;
    numbered: typeof numbered;
    portrait: typeof portrait;
  }
}

/** Folios whose change stands. */
const committed: number[] = [];
const resources = [
  rack.resource({ path: 'lib/rack', rows: { read: (by) => by.super || { owner: 0 } } }),
  folio.resource({
    path: 'lib/folio',
    traits: { history: true },
    hooks: { afterCommit: ({ ids }) => void committed.push(...ids) },
    rows: { read: () => true, write: (by) => by.super || { owner: 0 }, add: (by) => by.super || { owner: 0 } },
  }),
  crew.resource({
    path: 'lib/crew',
    rows: { read: () => true, write: (by) => by.super || { or: [{ boss_id: null }, { 'boss.is_open': 1 }] } },
  }),
  numbered.resource({
    path: 'lib/numbered',
    traits: { history: true },
    hooks: {
      /** Needs to see all that was written before it, and refuses a name that another row has by now. */
      async beforeSave({ next, prev, context }) {
        const rows = await context.table('numbered').list({});
        if (rows.some(({ id, name }) => id !== prev?.id && name === next.name)) throw new Problem('rows:taken');
        if (!prev) next.number = rows.length + 1;
        else next.former = rows.find(({ id }) => id === prev.id)!.name;
      },
    },
  }),
  portrait.resource({ path: 'lib/portrait' }),
];
/** Whenever a cover changes, all other albums count it: somebody else's code, between the lines. */
const counting = definePlugin({
  name: 'counting',
  watch: [
    {
      kinds: ['image'],
      async changed({ id, context }) {
        const portraits = context.table('portrait');
        for (const other of await portraits.list({ id: { ne: id } }))
          await portraits.edit(other.id, { count: (other.count ?? 0) + 1 });
      },
    },
  ],
});

eachDatabase((name, _open, place) => {
  const { servers } = securityServers(place);
  const begin = async (path: string): Promise<[TestServer, Importer]> => {
    const server = await startServer(await place(), { resources, plugins: [counting] });
    servers.push(server);
    return [server, importer(server, path, await server.signIn())];
  };
  /** Somebody whom the rules for rows hold. */
  const clerkOf = async (server: TestServer, what: string): Promise<Importer> => {
    const nodes = ['index', 'import', 'add', 'edit'].map((node) => `lib/${what}/${node}`);
    await addPerson(server.app.gate, 'clerk', 'Clerk-1234', nodes);
    return importer(server, `lib.${what}`, await server.signIn('clerk', 'Clerk-1234'));
  };
  const numbers = Array.from({ length: 100 }, (_, at) => at + 1);
  const file = (head: string, line: (n: number) => string): string => [head, ...numbers.map(line), ''].join('\n');
  const keptOf = async ({ app }: TestServer, what: string): Promise<Record<string, unknown>[]> => {
    const { rows } = await sql<Record<string, unknown>>`SELECT row_id, action FROM row_history
      WHERE table_name = ${what} ORDER BY id`.execute(app.database.read);
    return rows.map((row) => ({ ...row, row_id: Number(row['row_id']) }));
  };

  it('leaves out a line that only the database refuses, with its history, and no other one', async () => {
    const [server, mine] = await begin('lib.folio');
    const books = server.app.gate.rows('folio');
    const { id } = await mine.check(`${file('code,name', (n) => `K${n},name ${n}`)},wrong\n`);
    const taken = await books.add({ code: 'K51', name: 'quicker' });
    committed.length = 0;
    await mine.step(id, 'run', { skip: true });
    const done = await mine.settled(id);
    expect(done).toMatchObject({ state: 'done', added: 99, edited: 0, same: 0, failed: 2 });
    expect(done.errors).toMatchObject([{ line: 52, column: 'code', message: 'Already in use. Please choose another' }]);
    const added = (await books.list({}, { sort: 'id', limit: 200 })).filter((row) => row.id !== taken.id);
    expect(added.map(({ code, name: text }) => [code, text])).toEqual(
      numbers.filter((n) => n !== 51).map((n) => [`K${n}`, `name ${n}`]),
    );
    const kept = await keptOf(server, 'folio');
    expect(kept).toEqual([taken, ...added].map((row) => ({ row_id: row.id, action: 'add' })));
    expect(committed).toEqual(added.map((row) => row.id));
    // What comes later has an id of its own.
    const later = await books.add({ code: 'later' });
    expect(added.map((row) => row.id)).not.toContain(later.id);
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 99, kept: 0 });
    expect((await books.list({}, { sort: 'id' })).map(({ code }) => code)).toEqual(['K51', 'later']);
  });

  it('says in a check of each line what a form would say, whatever becomes of those around it', async () => {
    const [server] = await begin('lib.folio');
    const { gate } = server.app;
    const mine = await clerkOf(server, 'folio');
    await gate.addAll('rack', [
      { name: 'a', owner: 0 },
      { name: 'hidden', owner: 5 },
    ]);
    await gate.addAll('folio', [{ code: 'there', owner: 0 }]);
    const odd: Record<number, string> = {
      10: 'there,1',
      20: `${'x'.repeat(30)},1`,
      30: 'K30,99',
      31: 'K30,1',
      40: 'K40,2',
      60: 'K5,1',
    };
    const found = await mine.check(file('code,rack_id,owner', (n) => `${odd[n] ?? `K${n},1`},0`));
    expect(found).toMatchObject({ state: 'checked', added: 95, edited: 0, same: 0, failed: 5 });
    expect(found.errors.map(({ line, column }) => [line, column])).toEqual([
      [11, 'code'],
      [21, 'code'],
      [31, 'rack_id'],
      [41, 'rack_id'],
      [61, 'code'],
    ]);
    expect(await gate.rows('folio').count()).toBe(1);
    expect(await keptOf(server, 'folio')).toHaveLength(1);
  });

  it('takes a name for the row that has it now, also when lines are written again', async () => {
    const [server, mine] = await begin('lib.crew');
    const crews = server.app.gate.rows('crew');
    await server.app.gate.addAll('crew', [{ name: 'Ann' }, { name: 'gone' }]);
    const lines = ['id,name,boss_id', '1,Ann of old,', ',Ann,', ',Bob,Ann', '2,other,', '9,wrong,', ''];
    const { id } = await mine.check(lines.join('\n'));
    await crews.del([2]);
    await mine.step(id, 'run', { skip: true });
    expect(await mine.settled(id)).toMatchObject({ state: 'done', added: 2, edited: 1, failed: 2 });
    const [ann] = await crews.list({ name: 'Ann' });
    expect(await crews.list({ name: 'Bob' })).toMatchObject([{ boss_id: ann!.id }]);
  });

  it('takes the refusal of one line for no other one, however many lines are under way', async () => {
    const [server, mine] = await begin('lib.folio');
    await server.app.gate.addAll('folio', [{ code: 'K9' }]);
    for (let shift = 0; shift < 6; shift += 1) {
      const wrong = Array.from({ length: shift }, () => `${'x'.repeat(30)},wrong\n`).join('');
      const found = await mine.check(file(`code,name\n${wrong}K0,first`, (n) => `K${n},name ${n}`));
      const lines = found.errors.map(({ line }) => line - shift).filter((line) => line > 1);
      expect([found.added, lines]).toEqual([100, [11]]);
    }
  });

  it('holds each line to the rules for rows as they are after it', async () => {
    const [server] = await begin('lib.folio');
    const { gate } = server.app;
    await gate.addAll(
      'folio',
      numbers.map((n) => ({ code: `B${n}`, owner: n === 7 ? 3 : 0 })),
    );
    const mine = await clerkOf(server, 'folio');
    const line = (n: number): string => (n > 50 ? `,N${n},${n === 60 ? 4 : 0}` : `${n},C${n},${n === 20 ? 5 : 0}`);
    const found = await mine.check(file('id,code,owner', line));
    expect(found).toMatchObject({ added: 49, edited: 48, failed: 3 });
    expect(found.errors.map(({ line: at }) => at)).toEqual([8, 21, 61]);
    await mine.step(found.id, 'run', { skip: true });
    expect(await mine.settled(found.id)).toMatchObject({ state: 'done', added: 49, edited: 48, failed: 3 });
    const owners = (await gate.rows('folio').list({}, { limit: 200 })).filter(({ owner }) => owner !== 0);
    expect(owners.map(({ code }) => code)).toEqual(['B7']);
  });

  it('asks whether a row is open by what the lines before it have made of others', async () => {
    const [server] = await begin('lib.crew');
    const { gate } = server.app;
    await gate.addAll('crew', [{ name: 'boss', is_open: 1 }]);
    await gate.addAll(
      'crew',
      [2, 3].map((n) => ({ name: `crew ${n}`, is_open: 1, boss_id: 1 })),
    );
    const mine = await clerkOf(server, 'crew');
    await gate.addAll('crew', [{ name: 'other boss', is_open: 1 }]);
    // The last one would be open again with the boss that its line gives it.
    const { id } = await mine.check('id,name,is_open,boss_id\n2,two,1,4\n1,boss,0,\n3,three,1,4\n99,wrong,1,\n');
    await mine.step(id, 'run', { skip: true });
    const done = await mine.settled(id);
    expect(done).toMatchObject({ state: 'done', edited: 2, failed: 2, errors: [{ line: 4 }] });
    expect((await gate.rows('crew').list({}, { sort: 'id' })).map((row) => row.name)).toEqual([
      'boss',
      'two',
      'crew 3',
      'other boss',
    ]);
  });

  it('shows hooks the rows as the lines before have left them', async () => {
    const [server, mine] = await begin('lib.numbered');
    const rows = server.app.gate.rows('numbered');
    expect(await mine.run(file('name', (n) => `name ${n}`))).toMatchObject({ state: 'done', added: 100 });
    const added = await rows.list({}, { sort: 'id', limit: 200 });
    expect(added.map(({ number }) => number)).toEqual(numbers);
    // Each takes the name that the one before it has given up.
    const edits = added.map(({ id }, at) => `${id},${at === 0 ? 'new' : `name ${at}`}`);
    const { id } = await mine.check(['id,name', ...edits, ''].join('\n'));
    expect(await mine.state(id)).toMatchObject({ edited: 1, failed: 99 });
    expect(await mine.run(`id,name\n${added[0]!.id},new\n`)).toMatchObject({ state: 'done', edited: 1 });
    expect(await rows.list({ id: added[0]!.id })).toMatchObject([{ name: 'new', former: 'name 1' }]);
  });

  it('shows who watches values the same, and keeps what they change', async () => {
    const [server, mine] = await begin('lib.portrait');
    const rows = server.app.gate.rows('portrait');
    await server.app.gate.addAll(
      'portrait',
      [1, 2, 3].map((n) => ({ name: `album ${n}`, count: 0 })),
    );
    const { errors, ...done } = await mine.run('id,name,cover\n1,one,/1.png\n2,two,\n3,three,/3.png\n');
    expect(errors).toEqual([]);
    expect(done).toMatchObject({ state: 'done', edited: 3 });
    const albums = await rows.list({}, { sort: 'id' });
    expect(albums.map((row) => [row.name, row.count, row.version])).toEqual([
      ['one', 1, 3],
      ['two', 2, 4],
      ['three', 1, 3],
    ]);
  });

  // SQLite has one writer at a time.
  it.runIf(name === 'postgres')('writes to rows as others leave them who were quicker', async () => {
    const [server, mine] = await begin('lib.folio');
    const { gate, database } = server.app;
    await gate.addAll(
      'folio',
      numbers.map((n) => ({ code: `B${n}`, copies: 1 })),
    );
    const { id } = await mine.check(`${file('id,name', (n) => `${n},name ${n}`)}999,wrong\n`);
    await database.write(async (write) => {
      const books = gate.rowsIn('folio', write);
      await books.edit(20, { copies: 7 });
      await books.del([30]);
      await mine.step(id, 'run', { skip: true });
      await expect.poll(() => waitingTransactions(database)).toBe(1);
    });
    const done = await mine.settled(id);
    expect(done).toMatchObject({ state: 'done', edited: 99, failed: 2, errors: [{ line: 31 }] });
    const books = await gate.rows('folio').list({}, { sort: 'id', limit: 200 });
    expect(books.map((row) => [row.id, row.name, row.copies, row.version])).toEqual(
      numbers.filter((n) => n !== 30).map((n) => [n, `name ${n}`, n === 20 ? 7 : 1, n === 20 ? 3 : 2]),
    );
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 99, kept: 0 });
    expect(await gate.rows('folio').count({ name: null })).toBe(99);
  });
});
