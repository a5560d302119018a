import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, table, type Resource } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

/** Boxes come with a label, and are thrown away with all that is in them. */
const box = table('box', { name: f.text({ required: true }) });
const thing = table('thing', { name: f.text(), box_id: f.belongsTo('box', { onDelete: 'cascade' }) });
const note = table('note_on_thing', { name: f.text(), thing_id: f.belongsTo('thing', { onDelete: 'cascade' }) });
/** A drawer goes with all that is in it. */
const drawer = table('drawer', { name: f.text(), drawer_id: f.belongsTo('drawer', { onDelete: 'cascade' }) });

/** Where a sender is not known any more, a letter stays. */
const sender = table('sender', { name: f.text(), within_id: f.belongsTo('sender', { onDelete: 'null' }) });
const letter = table('posted_letter', {
  name: f.text(),
  sender_id: f.belongsTo('sender', { onDelete: 'null' }),
  helper_ids: f.belongsToMany('sender'),
});
const page = table('letter_page', { name: f.text(), sender_id: f.belongsTo('sender', { onDelete: 'cascade' }) });

declare module '#resource' {
  interface Tables {
    sender: typeof sender;
    posted_letter: typeof letter;
    letter_page: typeof page;
    box: typeof box;
    thing: typeof thing;
    note_on_thing: typeof note;
    drawer: typeof drawer;
  }
}

eachDatabase((name, _open, place) => {
  const { servers } = securityServers(place);
  const start = async (resources: readonly Resource[], now?: () => number): Promise<TestServer> => {
    servers.push(await startServer(await place(), { resources, ...(now && { now }) }));
    return servers.at(-1)!;
  };
  /** With each new box comes a label that is in it. */
  const startBoxes = async () => {
    const boxes = box.resource({
      path: 'post/box',
      hooks: {
        async afterSave({ row, prev, context }) {
          if (!prev) await context.table('thing').add({ name: 'label', box_id: row.id });
        },
      },
    });
    const resources = [boxes, thing.resource({ path: 'post/thing' }), note.resource({ path: 'post/note' })];
    // All within the same second: what came first is not told by the clock.
    const server = await start(resources, () => 1_800_000_000);
    return { server, gate: server.app.gate };
  };

  it('undoes an import, but for what somebody has changed since', async () => {
    const server = await start(sampleTables);
    const { run, step, settled } = importer(server, 'content.article', await server.signIn());
    const { gate } = server.app;
    await gate.rows('article').add({ title: 'one', price: '1' });
    await gate.rows('article').add({ title: 'two', price: '2' });
    await gate.rows('article').add({ title: 'three', price: '3' });
    const { id } = await run('id,title,price\n1,eins,10\n2,zwei,20\n3,three,30\n,vier,40\n,fünf,50\n');
    await gate.rows('article').edit(2, { title: 'deux' });
    const [fifth] = await gate.rows('article').list({ title: 'fünf' });
    await gate.rows('article').edit(fifth!.id, { title: 'cinq' });
    expect((await step(id, 'undo')).json).toMatchObject({ code: 1 });
    const undone = await settled(id);
    expect(undone).toMatchObject({ state: 'undone', undone: 3, kept: 2 });
    expect(undone.errors.map(({ line, message }) => [line, message])).toEqual([
      [6, 'Somebody has changed this record since the import'],
      [3, 'Somebody has changed this record since the import'],
    ]);
    const rows = await gate.rows('article').list({}, { sort: 'id' });
    expect(rows.map((row) => [row.id, row.title, row.price])).toEqual([
      [1, 'one', '1.00'],
      [2, 'deux', '2.00'],
      [3, 'three', '3.00'],
      [fifth!.id, 'cinq', '50.00'],
    ]);
    expect((await step(id, 'undo')).json).toMatchObject({ code: 0 });
  });

  it('puts back later what was refused for a right that was lacking, and begins with none at all', async () => {
    const server = await start(sampleTables);
    const { gate } = server.app;
    await gate.rows('tag').add({ name: 'one' });
    const allow = async (...actions: readonly string[]): Promise<void> => {
      const names = ['content', 'content/tag', ...actions.map((action) => `content/tag/${action}`)];
      const rules = await gate.rows('admin_rule').list({ name: { in: names } });
      const [group] = await gate.rows('admin_group').list({ name: 'Group of clerk' });
      await gate.rows('admin_group').edit(group!.id, { rule_ids: rules.map(({ id }) => id) });
    };
    await addPerson(gate, 'clerk', 'Clerk-1234', []);
    await allow('index', 'add', 'edit', 'import');
    const mine = importer(server, 'content.tag', await server.signIn('clerk', 'Clerk-1234'));
    const { id } = await mine.run('id,name\n1,first\n,two\n,three\n');
    await allow('index', 'import');
    expect((await mine.step(id, 'undo')).json).toMatchObject({ code: 401 });
    await allow('index', 'edit', 'import');
    await mine.step(id, 'undo');
    const half = await mine.settled(id);
    expect(half).toMatchObject({ state: 'undone', undone: 1, kept: 2, again: 2 });
    expect(half.errors.map(({ line, message }) => [line, message])).toEqual(
      [4, 3].map((line) => [line, "You don't have permission to do this"]),
    );
    await allow('index', 'del', 'import');
    const [three] = await gate.rows('tag').list({ name: 'three' });
    await gate.rows('tag').del([three!.id]);
    await mine.step(id, 'undo');
    // What somebody else has deleted since is nowhere to be put back.
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 1, kept: 1, again: 0 });
    expect((await gate.rows('tag').list()).map((row) => row.name)).toEqual(['one']);
    expect((await mine.step(id, 'undo')).json).toMatchObject({ code: 0 });
    expect(await server.app.database.read.selectFrom('row_import_portion').selectAll().execute()).toEqual([]);
  });

  it('deletes what it has added for good, so that the same file can be imported once more', async () => {
    const crate = table('crate', { name: f.text({ required: true, unique: true }) });
    const server = await start([crate.resource({ path: 'post/crate', traits: { trash: true, history: true } })]);
    const { gate } = server.app;
    const mine = importer(server, 'post.crate', await server.signIn());
    const { id } = await mine.run('name\none\ntwo\n');
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
    const { rows } = await sql`SELECT name FROM crate`.execute(server.app.database.read);
    expect(rows).toEqual([]);
    expect(await mine.run('name\none\ntwo\n')).toMatchObject({ state: 'done', added: 2, failed: 0 });
    expect(await gate.rowsOf(gate.modelOf('crate')).count()).toBe(2);
  });

  it('keeps a row with which something would go that somebody has added or changed since', async () => {
    const { server, gate } = await startBoxes();
    const mine = importer(server, 'post.box', await server.signIn());
    const { id } = await mine.run('name\none\ntwo\nthree\n');
    const things = gate.rows('thing');
    const [, two, three] = await gate.rows('box').list({}, { sort: 'id' });
    const [label] = await things.list({ box_id: three!.id });
    await things.add({ name: 'a letter', box_id: two!.id });
    await things.edit(label!.id, { name: 'another label' });
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 1, kept: 2 });
    expect(await gate.rows('box').list({}, { sort: 'id' })).toMatchObject([{ name: 'two' }, { name: 'three' }]);
    expect(await things.list({}, { sort: 'id' })).toMatchObject(
      ['label', 'another label', 'a letter'].map((name) => ({ name })),
    );
  });

  it('keeps a row with which something further below would go that somebody has added since', async () => {
    const { server, gate } = await startBoxes();
    const mine = importer(server, 'post.box', await server.signIn());
    const { id } = await mine.run('name\none\ntwo\n');
    const [, two] = await gate.rows('box').list({}, { sort: 'id' });
    const [label] = await gate.rows('thing').list({ box_id: two!.id });
    await gate.rows('note_on_thing').add({ name: 'written since', thing_id: label!.id });
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 1, kept: 1 });
    expect(await gate.rows('box').list({})).toMatchObject([{ name: 'two' }]);
    expect(await gate.rows('note_on_thing').list({})).toMatchObject([{ name: 'written since' }]);
  });

  it('keeps a row of an import with which another of it would go that somebody has changed, or has put something below', async () => {
    const drawers = drawer.resource({
      path: 'post/drawer',
      hooks: {
        async beforeSave({ prev, next, context }) {
          const [above] = prev ? [] : await context.table('drawer').list({ name: next.name!.split(' in ')[1] ?? '' });
          if (above) next.drawer_id = above.id;
        },
      },
    });
    const server = await start([drawers], () => 1_800_000_000);
    const rows = server.app.gate.rows('drawer');
    const mine = importer(server, 'post.drawer', await server.signIn());
    const { id } = await mine.run('name\na\nx in a\nb\nx in b\nc\nx in c\n');
    const [a, inA, b, inB, c, inC] = await rows.list({}, { sort: 'id' });
    expect([inA, inB, inC].map((row) => row!.drawer_id)).toEqual([a, b, c].map((row) => row!.id));
    await rows.edit(inA!.id, { name: 'changed' });
    await rows.add({ name: 'added', drawer_id: inB!.id });
    await mine.step(id, 'undo');
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 2, kept: 4 });
    const names = (await rows.list({}, { sort: 'id' })).map((row) => row.name);
    expect(names).toEqual(['a', 'changed', 'b', 'x in b', 'added']);
  });

  const senders = [
    sender.resource({ path: 'post/sender' }),
    letter.resource({ path: 'post/letter' }),
    page.resource({ path: 'post/page' }),
  ];

  it('keeps a row that somebody has named since, or put something below, also within the same second', async () => {
    const server = await start(senders, () => 1_800_000_000);
    const { gate } = server.app;
    await gate.rows('sender').add({ name: 'old' });
    const mine = importer(server, 'post.sender', await server.signIn());
    const { id } = await mine.run('id,name,within_id\n,a,\n,b,\n,c,\n,d,\n1,older,\n,e,1\n,f,\n');
    const [, a, b, c, d, , f] = await gate.rows('sender').list({}, { sort: 'id' });
    await gate.rows('posted_letter').add({ name: 'from a', sender_id: a!.id });
    const { id: other } = await gate.rows('posted_letter').add({ name: 'helped by b' });
    await gate.rows('posted_letter').edit(other, { helper_ids: [b!.id, 1] });
    await gate.rows('letter_page').add({ name: 'below c', sender_id: c!.id });
    await gate.rows('sender').edit(d!.id, { within_id: f!.id });
    // It stays in any case: that it was changed is why.
    await gate.rows('letter_page').add({ name: 'below d', sender_id: d!.id });
    await mine.step(id, 'undo');
    const undone = await mine.settled(id);
    expect(undone).toMatchObject({ state: 'undone', undone: 2, kept: 5 });
    const named = 'Somebody has since added or changed a record that belongs to this one, or refers to it';
    expect(undone.errors.map(({ line, message }) => [line, message])).toEqual([
      [8, named],
      [5, 'Somebody has changed this record since the import'],
      ...[4, 3, 2].map((line) => [line, named]),
    ]);
    const left = await gate.rows('sender').list({}, { sort: 'id' });
    expect(left.map((row) => row.name)).toEqual(['old', 'a', 'b', 'c', 'd', 'f']);
    expect(left[4]).toMatchObject({ within_id: f!.id });
    const letters = await gate.rows('posted_letter').list({}, { sort: 'id' });
    expect(letters).toMatchObject([{ sender_id: a!.id }, { helper_ids: [1, b!.id] }]);
    expect(await gate.rows('letter_page').count()).toBe(2);
  });

  it.runIf(name === 'postgres')('keeps a row below which something is just being put', async () => {
    // Its hooks keep it out of batches, in which rows are locked anyway.
    const hooked = sender.resource({ path: 'post/sender', hooks: { beforeSave() {} } });
    const server = await start([hooked, ...senders.slice(1)]);
    const { database } = server.app;
    const mine = importer(server, 'post.sender', await server.signIn());
    const { id } = await mine.run('name\none\n');
    const [one] = await server.app.gate.rows('sender').list();
    await database.write(async ({ db }) => {
      await sql`INSERT INTO letter_page (name, sender_id, version, create_time, update_time)
        VALUES ('just now', ${one!.id}, 1, 2000000000, 2000000000)`.execute(db);
      expect((await mine.step(id, 'undo')).json.code).toBe(1);
      await expect.poll(() => waitingTransactions(database)).toBe(1);
    });
    expect(await mine.settled(id)).toMatchObject({ state: 'undone', undone: 0, kept: 1 });
    expect(await server.app.gate.rows('letter_page').list()).toMatchObject([{ name: 'just now', sender_id: one!.id }]);
  });
});
