import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Code, f, table, type Caller, type Resource } from '#resource';
import { dropTables } from '../../../src/server/database/schema/dropTables.ts';
import type { HistoryEntry } from '../../../src/server/table/gate.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { administrator } from '../../support/gate.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { schemasOf, startVersion } from '../../support/versions.ts';

const claim = table('claim', { number: f.text({ required: true }), note: f.text() });
const claimItem = table('claim_item', {
  claim_id: f.belongsTo('claim', { required: true, onDelete: 'cascade' }),
  name: f.text({ required: true }),
  count: f.int({ default: 1 }),
  cost: f.money({ default: '0' }),
  owner: f.text({ default: 'all' }),
});
/** Lines of a table that has no history of its own. */
const claimMark = table('claim_mark', {
  claim_id: f.belongsTo('claim', { required: true, onDelete: 'cascade' }),
  name: f.text({ required: true }),
});
declare module '#resource' {
  interface Tables {
    claim: typeof claim;
    claim_item: typeof claimItem;
    claim_mark: typeof claimMark;
  }
}

const isBound = ({ username }: Caller): boolean => username === 'bound';
const tables = [
  claim.resource({
    path: 'trade/claim',
    traits: { history: true },
    form: { layout: ['number', 'note'], lines: { claim_item: {}, claim_mark: {} } },
  }),
  claimItem.resource({
    path: 'trade/claim_item',
    traits: { sortable: true, history: true, trash: true },
    rows: { read: (caller) => !isBound(caller) || { owner: 'all' } },
    access: { cost: { read: ({ username }) => username !== 'blind' } },
  }),
  claimMark.resource({ path: 'trade/claim_mark' }),
];
type Body = Readonly<Record<string, unknown>>;
interface Line {
  readonly id: number;
  readonly name: string;
}
const reading = ['claim/index', 'claim/history', 'claim_item/index', 'claim_item/history', 'claim_mark/index'].map(
  (node) => `trade/${node}`,
);

eachDatabase((_name, open, place) => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await startServer(await place(), { resources: tables });
    admin = await server.signIn();
  });
  afterAll(() => server.close());

  const post = async (action: string, body: Body) => {
    const { json } = await server.request('POST', `/api/admin/trade.claim/${action}`, { body, token: admin });
    expect(json.code, json.msg).toBe(Code.success);
    return json.data['row'] as { id: number; version: number; update_time: number };
  };
  const historyOf = async (id: number, token = admin): Promise<HistoryEntry[]> => {
    const { json } = await server.request('GET', '/api/admin/trade.claim/history', {
      query: { id: String(id) },
      token,
    });
    expect(json.code, json.msg).toBe(Code.success);
    return json.data['list'] as HistoryEntry[];
  };
  /** What is told of lines, the newest first: which, what, and the values after it. */
  const linesIn = (entries: readonly HistoryEntry[]): [name: unknown, action: string, after: Body][] =>
    entries.flatMap(({ line, action, changes }) => {
      if (!line) return [];
      const after = Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change.after]));
      return [[line.row['name'], action, after] as const];
    }) as never;
  const items = () => server.app.gate.rows('claim_item');
  const itemsOf = (id: number) => items().list({ claim_id: id }, { sort: '-weigh' });
  /** A claim with these items. */
  const made = async (...names: string[]) => {
    const save = names.map((name) => ({ name }));
    const { id } = await post('add', { number: 'N', lines: { claim_item: { save, order: names.map(() => null) } } });
    return { id, items: await itemsOf(id) };
  };

  it('tells of lines that were added, changed, moved and deleted within a record, with what names them', async () => {
    const { id, items: rows } = await made('pen', 'ink');
    const [pen, ink] = [rows[0]!, rows[1]!];
    await post('edit', {
      id,
      number: 'N2',
      lines: {
        claim_item: {
          save: [{ id: pen.id, version: pen.version, count: 3 }, { name: 'nib' }],
          del: [{ id: ink.id, version: ink.version }],
          order: [null, pen.id],
        },
        claim_mark: { save: [{ name: 'seen' }] },
      },
    });
    const entries = await historyOf(id);
    expect(linesIn(entries)).toEqual([
      ['seen', 'add', { claim_id: id, name: 'seen' }],
      ['nib', 'add', { claim_id: id, name: 'nib', count: 1, cost: '0.00', owner: 'all' }],
      ['pen', 'edit', { count: 3 }],
      ['ink', 'del', {}],
      ['ink', 'add', { claim_id: id, name: 'ink', count: 1, cost: '0.00', owner: 'all' }],
      ['pen', 'add', { claim_id: id, name: 'pen', count: 1, cost: '0.00', owner: 'all' }],
    ]);
    // Nothing is told twice, and the record itself is told of as ever.
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    expect(entries.filter(({ line }) => !line).map(({ action }) => action)).toEqual(['edit', 'add']);
    expect(entries.find(({ line }) => line?.table === 'claim_item' && line.row.id === pen.id)).toMatchObject({
      username: 'admin',
      line: { table: 'claim_item', row: { id: pen.id, name: 'pen' } },
    });
    // A line is given back on its own page only.
    const edited = entries.find(({ line, action }) => line && action === 'edit')!;
    expect(edited).not.toHaveProperty('unrestorable');
    const restore = { body: { id, entry: edited.id }, token: admin };
    expect((await server.request('POST', '/api/admin/trade.claim/restoreValues', restore)).json.code).toBe(
      Code.failure,
    );
    // Other records' lines are none of it.
    expect(linesIn(await historyOf((await made('other')).id)).map(([name]) => name)).toEqual(['other']);
  });

  it('tells of lines wherever they are changed, and of one that goes to another record in both', async () => {
    const [one, other] = [await made('pen'), await made()];
    const { id } = one.items[0]!;
    await items().increment(id, { count: 4 });
    await items().edit(id, { claim_id: other.id });
    await items().edit(id, { name: 'pencil' });
    const before = linesIn(await historyOf(one.id)).map(([, action, after]) => [action, after]);
    expect(before.slice(0, 2)).toEqual([
      ['edit', { claim_id: other.id }],
      ['edit', { count: 5 }],
    ]);
    // Each under the name that it had then.
    expect(linesIn(await historyOf(other.id))).toEqual([
      ['pencil', 'edit', { name: 'pencil' }],
      ['pen', 'edit', { claim_id: other.id }],
    ]);
  });

  it('is not crowded out by lines: the record’s own entries are there, and whoever sorts lines makes one', async () => {
    const { id, items: rows } = await made(...Array.from({ length: 60 }, (_, at) => `item ${at}`));
    await post('edit', { id, number: 'kept' });
    for (let turn = 0; turn < 3; turn += 1) for (const row of rows) await items().edit(row.id, { count: turn + 2 });
    const order = rows.map((row) => row.id);
    await post('edit', { id, lines: { claim_item: { order: order.toReversed() } } });
    const entries = await historyOf(id);
    expect(entries.filter(({ line }) => !line).map(({ action }) => action)).toEqual(['edit', 'add']);
    expect(entries.filter(({ line }) => line)).toHaveLength(200);
    expect(entries.filter(({ action }) => action === 'sortable')).toHaveLength(1);
    expect(entries.map((entry) => entry.id)).toEqual(
      entries.map((entry) => entry.id).toSorted((one, other) => other - one),
    );
  });

  it('says nothing of places that lines were given by others that came or went', async () => {
    const { id, items: rows } = await made('pen', 'ink', 'nib');
    const [pen, ink, nib] = rows as unknown as [Line, Line, Line];
    const sorted = async () => (await historyOf(id)).filter(({ action }) => action === 'sortable').length;
    expect(await sorted()).toBe(0);
    const save = [{ name: 'paper' }];
    await post('edit', { id, lines: { claim_item: { save, order: [pen.id, ink.id, nib.id, null] } } });
    expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['pen', 'ink', 'nib', 'paper']);
    await post('edit', { id, lines: { claim_item: { del: [{ id: pen.id }], order: [ink.id, nib.id] } } });
    expect(await sorted()).toBe(0);
    const own = { query: { id: String(nib.id) }, token: admin };
    const { json } = await server.request('GET', '/api/admin/trade.claim_item/history', own);
    expect((json.data['list'] as HistoryEntry[]).map(({ action }) => action)).toEqual(['add']);
    await post('edit', { id, lines: { claim_item: { save: [{ name: 'glue' }], order: [nib.id, null, ink.id] } } });
    expect(await sorted()).toBe(1);
    const glue = (await itemsOf(id)).find(({ name }) => name === 'glue')!;
    const ofGlue = { query: { id: String(glue.id) }, token: admin };
    const told = (await server.request('GET', '/api/admin/trade.claim_item/history', ofGlue)).json.data['list'];
    expect((told as HistoryEntry[]).map(({ action }) => action)).toEqual(['add']);
  });

  it('tells of those that many were added with', async () => {
    const { id } = await made();
    const marks = [1, 2].map((at) => ({ claim_id: id, name: `mark ${at}` }));
    await server.app.gate.addAll('claim_mark', marks);
    expect(linesIn(await historyOf(id)).map(([name, action]) => [name, action])).toEqual([
      ['mark 2', 'add'],
      ['mark 1', 'add'],
    ]);
  });

  it('moves the time of a record whose lines have changed, and of no other, in nobody’s way', async () => {
    const { id, items: rows } = await made('pen', 'ink');
    const timeOf = async (): Promise<number> => (await server.app.gate.rows('claim').get(id))!.update_time;
    const setBack = () =>
      server.app.database.write(({ db }) => sql`UPDATE claim SET update_time = 1000 WHERE id = ${id}`.execute(db));
    const [pen, ink] = [rows[0]!, rows[1]!];
    const edit = async (wishes: Body) => {
      await setBack();
      const row = await post('edit', { id, lines: { claim_item: wishes } });
      expect(row).toMatchObject({ version: 1, update_time: await timeOf() });
      return row.update_time;
    };
    expect(await edit({ save: [{ id: pen.id, version: pen.version, count: 1 }], order: [pen.id, ink.id] })).toBe(1000);
    expect(await edit({ save: [{ id: pen.id, version: pen.version, count: 2 }] })).toBeGreaterThan(1000);
    expect(await edit({ save: [{ name: 'nib' }] })).toBeGreaterThan(1000);
    expect(await edit({ order: [ink.id, pen.id] })).toBeGreaterThan(1000);
    expect(await edit({ del: [{ id: ink.id }] })).toBeGreaterThan(1000);
    await setBack();
    // What is refused leaves the time as it was.
    const body = { id, lines: { claim_item: { save: [{ name: 'nib' }, { name: '' }] } } };
    expect((await server.request('POST', '/api/admin/trade.claim/edit', { body, token: admin })).json.code).toBe(0);
    expect(await timeOf()).toBe(1000);
  });

  describe('to whom', () => {
    const person = async (name: string, nodes: readonly string[]): Promise<string> => {
      await addPerson(server.app.gate, name, 'Person-123', nodes);
      return server.signIn(name, 'Person-123');
    };
    const tokens = new Map<string, string>();
    const without = (node: string): string[] => reading.filter((each) => each !== node);
    let id: number;
    beforeAll(async () => {
      const claimed = await made('shown', 'hidden', 'gone');
      id = claimed.id;
      const hidden = claimed.items[1]!;
      await items().edit(hidden.id, { owner: 'boss' });
      await items().del([claimed.items[2]!.id]);
      await post('edit', { id, lines: { claim_mark: { save: [{ name: 'mark' }] } } });
    });
    const told = async (token: string): Promise<string[]> =>
      [...new Set(linesIn(await historyOf(id, token)).map(([name]) => String(name)))].toSorted();

    it('all, where the caller may read the lines and their history', async () => {
      expect(await told(await person('reader', reading))).toEqual(['gone', 'hidden', 'mark', 'shown']);
    });
    it('none of a table that they may not list', async () => {
      expect(await told(await person('noItems', without('trade/claim_item/index')))).toEqual(['mark']);
      expect(await told(await person('noMarks', without('trade/claim_mark/index')))).toEqual([
        'gone',
        'hidden',
        'shown',
      ]);
    });
    it('none where the lines have a history of their own that they may not read', async () => {
      expect(await told(await person('noHistory', without('trade/claim_item/history')))).toEqual(['mark']);
    });
    it('only lines that a rule opens to them now', async () => {
      const token = await person('bound', reading);
      tokens.set('bound', token);
      expect(await told(token)).toEqual(['mark', 'shown']);
      expect(JSON.stringify(await historyOf(id, token))).not.toMatch(/hidden|gone/);
    });
    it('nothing of lines in the trash, where a rule holds them and they may not bring lines back', async () => {
      const { id: other, items: rows } = await made('binned');
      await items().del([rows[0]!.id]);
      const names = async (token: string) => linesIn(await historyOf(other, token)).map(([name]) => name);
      expect(await names(await person('binReader', reading))).toEqual(['binned', 'binned']);
      tokens.set('bound', tokens.get('bound') ?? (await person('bound', reading)));
      expect(await names(tokens.get('bound')!)).toEqual([]);
    });
    it('only fields that they may read', async () => {
      const entries = linesIn(await historyOf(id, await person('blind', reading)));
      expect(entries.find(([name, action]) => name === 'shown' && action === 'add')![2]).toEqual({
        claim_id: id,
        name: 'shown',
        count: 1,
        owner: 'all',
      });
    });
  });

  describe('over time', () => {
    const bill = (personal = false): Resource =>
      table('bill', { person: f.text(), owner: f.int() }).resource({
        traits: { history: true },
        form: { layout: ['person'], lines: { bill_line: {} } },
        ...(personal && { personal: { realm: 'admin', field: 'owner', erase: { person: '—' } } }),
      } as never);
    const billLine = table('bill_line', {
      bill_id: f.belongsTo('bill', { required: true }),
      word: f.text(),
    }).resource();
    const invoice = table('invoice', { person: f.text(), owner: f.int() }, { renamedFrom: 'bill' }).resource({
      traits: { history: true },
      form: { layout: ['person'], lines: { invoice_line: {} } },
    } as never);
    const invoiceLine = table(
      'invoice_line',
      { bill_id: f.belongsTo('invoice', { required: true }), text: f.text({ renamedFrom: 'word' }) },
      { renamedFrom: 'bill_line' },
    ).resource();

    it('has room for the record’s own entries however long those of its lines are', async () => {
      const texts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`text_${at}`, f.textarea()]));
      const long = table('bill_line', { bill_id: f.belongsTo('bill', { required: true }), ...texts }).resource();
      const { gate, add } = await startVersion(await open(), [bill(), long]);
      await add('bill', { person: 'Ann', owner: 1 });
      await add('bill_line', { bill_id: 1 });
      for (let turn = 0; turn < 60; turn += 1) {
        const values = Object.fromEntries(Object.keys(texts).map((name) => [name, `${turn} `.padEnd(2000, '中')]));
        await gate.rowsOf(gate.modelOf('bill_line')).edit(1, values as never);
      }
      const entries = await gate.history(administrator(), gate.modelOf('bill'), 1);
      expect(entries.length).toBeLessThan(50);
      expect(entries.at(-1)).toMatchObject({ action: 'add', changes: { person: { after: 'Ann' } } });
      expect(entries.at(-1)).not.toHaveProperty('line');
    });

    it('keeps telling under the new names of the tables and fields', async () => {
      const database = await open();
      const first = await startVersion(database, [bill(), billLine]);
      await first.add('bill', { person: 'Ann', owner: 1 });
      await first.add('bill_line', { bill_id: 1, word: 'pen' });
      const second = await startVersion(database, [invoice, invoiceLine]);
      const model = second.gate.models.get('invoice')!;
      const entries = await second.gate.history(administrator(), model, 1);
      expect(entries.map(({ line, changes }) => [line?.table, line?.row['text'], changes['text']?.after])).toEqual([
        ['invoice_line', 'pen', 'pen'],
        [undefined, undefined, undefined],
      ]);
    });

    it('is rid of what was told with a table that is dropped, though its lines stay', async () => {
      const database = await open();
      const first = await startVersion(database, [bill(), billLine]);
      await first.add('bill', { person: 'Ann', owner: 1 });
      await first.add('bill_line', { bill_id: 1, word: 'pen' });
      const loose = [table('bill_line', { word: f.text() }).resource({ dropped: ['bill_id'] })];
      await startVersion(database, loose);
      await dropTables(database, ['bill'], schemasOf(loose), async () => {});
      const owners = await sql`SELECT row_id FROM row_history_owner`.execute(database.read);
      expect(owners.rows).toEqual([]);
      const told = await sql`SELECT DISTINCT table_name FROM row_history`.execute(database.read);
      expect(told.rows).toEqual([{ table_name: 'bill_line' }]);
    });

    it('is rid of lines with their table', async () => {
      const database = await open();
      const first = await startVersion(database, [bill(), billLine]);
      await first.add('bill', { person: 'Ann', owner: 1 });
      await first.add('bill_line', { bill_id: 1, word: 'pen' });
      const alone = [table('bill', { person: f.text(), owner: f.int() }).resource({ traits: { history: true } })];
      await startVersion(database, alone);
      await dropTables(database, ['bill_line'], schemasOf(alone), async () => {});
      const told = await sql`SELECT DISTINCT table_name FROM row_history`.execute(database.read);
      expect(told.rows).toEqual([{ table_name: 'bill' }]);
      expect((await sql`SELECT row_id FROM row_history_owner`.execute(database.read)).rows).toEqual([]);
    });

    it('forgets lines together with the record that was a person’s', async () => {
      const database = await open();
      const { gate, add } = await startVersion(database, [bill(true), billLine]);
      await add('bill', { person: 'Ann', owner: 1 });
      await add('bill', { person: 'Bob', owner: 2 });
      await add('bill_line', { bill_id: 1, word: 'of Ann' });
      await add('bill_line', { bill_id: 2, word: 'of Bob' });
      await gate.personal.erase({ realm: 'admin', id: 1 }, async () => {});
      const kept = await sql`SELECT changes FROM row_history`.execute(database.read);
      expect(JSON.stringify(kept.rows)).toContain('of Bob');
      expect(JSON.stringify(kept.rows)).not.toMatch(/of Ann|"Ann/);
      const owners = await sql<{ row_id: number }>`SELECT row_id FROM row_history_owner`.execute(database.read);
      expect(owners.rows.map((row) => Number(row.row_id))).toEqual([2]);
    });
  });
});
