import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Code, f, Problem, table, type Caller } from '#resource';
import { addPerson } from '../../support/addPerson.ts';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const voucher = table('voucher', {
  number: f.text({ required: true, unique: true }),
  lines_seen: f.int({ default: 0 }),
});
const voucherLine = table('voucher_line', {
  voucher_id: f.belongsTo('voucher', { required: true, onDelete: 'cascade' }),
  item: f.text({ required: true, max: 20 }),
  code: f.text({ unique: true }),
  quantity: f.int({ default: 1, min: 1 }),
  price: f.money({ default: '1.00' }),
  amount: f.computed<number>({ sql: 'quantity * price' }),
  // Not among the columns of the lines.
  remark: f.text(),
  margin: f.int(),
  closed: f.bool(),
});
/** Lines that nothing follows when they are written. */
const voucherMark = table('voucher_mark', {
  voucher_id: f.belongsTo('voucher', { required: true, onDelete: 'cascade' }),
  code: f.text({ required: true, unique: true }),
});
declare module '#resource' {
  interface Tables {
    voucher: typeof voucher;
    voucher_line: typeof voucherLine;
    voucher_mark: typeof voucherMark;
  }
}

const isClerk = ({ username }: Caller): boolean => username !== 'admin';
const columns = ['item', 'code', 'quantity', 'price', 'amount', 'margin', 'closed'] as const;
const tables = [
  voucher.resource({
    path: 'trade/voucher',
    traits: { history: true },
    form: {
      layout: ['number'],
      lines: {
        voucher_line: { fields: columns, totals: ['quantity', 'amount', 'margin'], most: 20 },
        voucher_mark: { fields: ['code'] },
      },
    },
  }),
  voucherMark.resource({ path: 'trade/voucher_mark' }),
  voucherLine.resource({
    path: 'trade/voucher_line',
    traits: { sortable: true, history: true },
    // A clerk does not change what is closed, nor the margin, which they read.
    rows: { read: () => true, write: (caller) => !isClerk(caller) || { closed: 0 } },
    access: { margin: { read: (caller) => caller.username !== 'ann', write: (caller) => !isClerk(caller) } },
    hooks: {
      beforeSave({ next }) {
        if (next.item === 'forbidden') throw new Problem('rows:taken');
      },
      beforeDelete({ rows }) {
        if (rows.length === 0) throw new Error('Nothing is deleted.');
      },
      async afterSave({ row, context }) {
        const others = context.table('voucher');
        await others.edit(row.voucher_id, {
          lines_seen: await context.table('voucher_line').count({ voucher_id: row.voucher_id }),
        });
      },
    },
  }),
];

interface Line {
  readonly id: number;
  readonly version: number;
  readonly item: string;
  readonly [field: string]: unknown;
}
type Body = Readonly<Record<string, unknown>>;

const path = 'trade/voucher/';
const lineNodes = ['index', 'add', 'edit', 'del', 'sortable'].map((action) => `trade/voucher_line/${action}`);
const nodes = [`${path}index`, `${path}add`, `${path}edit`, ...lineNodes];

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let admin: string;
  let round = 0;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    server = await startServer(await place(), { resources: tables });
    admin = await server.signIn();
  });
  afterAll(() => server.close());

  const post = async (action: string, body: Body, token = admin, headers = {}) =>
    (await server.request('POST', `/api/admin/trade.voucher/${action}`, { body, token, headers })).json;
  const vouchers = () => server.app.gate.rows('voucher');
  const lineRows = () => server.app.gate.rows('voucher_line');
  const linesOf = async (id: number): Promise<Line[]> =>
    (await lineRows().list({ voucher_id: id }, { sort: '-weigh' })) as never;
  /** Somebody with these nodes. */
  const person = async (name: string, own: readonly string[]): Promise<string> => {
    if (!tokens.has(name)) {
      await addPerson(server.app.gate, name, 'Person-123', own);
      tokens.set(name, await server.signIn(name, 'Person-123'));
    }
    return tokens.get(name)!;
  };
  const clerk = () => person('clerk', nodes);
  const numberOf = () => `B${(round += 1)}`;
  /** A voucher with these items. */
  const made = async (...items: string[]): Promise<{ id: number; version: number; lines: Line[] }> => {
    const { code, data, msg } = await post('add', {
      number: numberOf(),
      lines: { voucher_line: { save: items.map((item) => ({ item })), order: items.map(() => null) } },
    });
    expect(code, msg).toBe(Code.success);
    const { id, version } = data['row'] as Line;
    return { id, version, lines: await linesOf(id) };
  };
  const edit = (id: number, wishes: Body, token = admin) =>
    post('edit', { id, lines: { voucher_line: wishes } }, token);
  const errorsIn = (answer: { data: Body }): unknown => answer.data['errors'];
  const everything = async (): Promise<string> => JSON.stringify([await vouchers().list(), await lineRows().list()]);

  /** Nothing at all may come of what is refused. */
  async function refused(job: () => Promise<{ code: number; msg: string; data: Body }>) {
    const before = await everything();
    const answer = await job();
    expect(answer.code, answer.msg).not.toBe(Code.success);
    expect(await everything()).toBe(before);
    return answer;
  }

  describe('lines within a row', () => {
    it('are added with it in their order, changed, deleted and sorted in one call, with hooks and history', async () => {
      const { id, lines } = await made('pen', 'ink', 'nib');
      expect(lines.map(({ item }) => item)).toEqual(['pen', 'ink', 'nib']);
      expect(lines[0]).toMatchObject({ quantity: 1, price: '1.00', amount: 1 });
      expect(await vouchers().get(id)).toMatchObject({ lines_seen: 3 });
      const [pen, ink, nib] = lines as [Line, Line, Line];
      const answer = await post('edit', {
        id,
        number: `${numberOf()} changed`,
        lines: {
          voucher_line: {
            save: [
              { id: pen.id, version: pen.version, quantity: 3, price: '2.50' },
              { item: 'paper', voucher_id: id },
            ],
            del: [{ id: ink.id, version: ink.version }],
            order: [nib.id, null, pen.id],
          },
        },
      });
      expect(answer.code, answer.msg).toBe(Code.success);
      const after = await linesOf(id);
      expect(after.map(({ item }) => item)).toEqual(['nib', 'paper', 'pen']);
      expect(after[2]).toMatchObject({ quantity: 3, price: '2.50', amount: 7.5, id: pen.id });
      expect(answer.data['row']).toMatchObject({ number: expect.stringContaining('changed') as string });
      const history = await server.request('GET', '/api/admin/trade.voucher_line/history', {
        query: { id: pen.id },
        token: admin,
      });
      const entries = history.json.data['list'] as { action: string; username: string; changes: Body }[];
      expect(entries.find(({ action }) => action === 'edit')).toMatchObject({
        username: 'admin',
        changes: { quantity: { before: 1, after: 3 } },
      });
    });

    it('sort among themselves only', async () => {
      const one = await made('a', 'b');
      const other = await made('c', 'd');
      const ids = ({ lines }: { lines: Line[] }) => lines.map((each) => each.id);
      expect((await edit(one.id, { order: ids(one).toReversed() })).code).toBe(Code.success);
      expect((await linesOf(one.id)).map(({ item }) => item)).toEqual(['b', 'a']);
      expect(await linesOf(other.id)).toEqual(other.lines);
    });

    it('are one with a row that is sent again under its key', async () => {
      const body = { number: numberOf(), lines: { voucher_line: { save: [{ item: 'pen' }] } } };
      const headers = { 'Idempotency-Key': `key ${body.number}` };
      const first = await post('add', body, admin, headers);
      const again = await post('add', body, admin, headers);
      const { id } = first.data['row'] as Line;
      expect((again.data['row'] as Line).id).toBe(id);
      expect(await linesOf(id)).toHaveLength(1);
      // With other lines it is another addition.
      const other = { ...body, lines: { voucher_line: { save: [{ item: 'ink' }] } } };
      await refused(() => post('add', other, admin, headers));
    });

    it('are told of by the place of each that is wrong, and nothing is written', async () => {
      const { id, lines } = await made('pen', 'ink');
      const answer = await refused(() =>
        post('edit', {
          id,
          number: numberOf(),
          lines: {
            voucher_line: {
              save: [
                { item: 'right' },
                { item: '', quantity: 0 },
                { id: lines[0]!.id, version: lines[0]!.version, price: '1.234' },
                { item: 'forbidden' },
              ],
            },
          },
        }),
      );
      expect(Object.keys(errorsIn(answer) as Body)).toEqual([
        'lines.voucher_line.1.item',
        'lines.voucher_line.1.quantity',
        'lines.voucher_line.2.price',
        'lines.voucher_line.3',
      ]);
    });

    it('are unique among each other, and the ones behind a taken one are looked at too', async () => {
      await edit((await made()).id, { save: [{ item: 'first', code: 'C1' }] });
      const { id } = await made();
      const save = [{ item: 'a', code: 'C1' }, { item: 'b', code: 'C2' }, { item: 'c', code: 'C2' }, { item: '' }];
      const answer = await refused(() => edit(id, { save }));
      expect(Object.keys(errorsIn(answer) as Body)).toEqual([
        'lines.voucher_line.0.code',
        expect.stringMatching(/^lines\.voucher_line\.2/) as string,
        'lines.voucher_line.3.item',
      ]);
      const own = await made('own');
      const [line] = own.lines;
      const taken = await refused(() => edit(own.id, { save: [{ id: line!.id, version: line!.version, code: 'C1' }] }));
      expect(Object.keys(errorsIn(taken) as Body)).toEqual(['lines.voucher_line.0.code']);
    });

    it('are told of by their places too where nothing follows what is written', async () => {
      const { id } = await made();
      const rows = () => server.app.gate.rows('voucher_mark');
      const mark = (save: readonly Body[]) => post('edit', { id, lines: { voucher_mark: { save } } });
      expect((await mark([{ code: 'M1' }, { code: 'M2' }, { code: 'M3' }])).code).toBe(Code.success);
      const [, second, third] = await rows().list({ voucher_id: id }, { sort: 'id' });
      const answer = await refused(() =>
        mark([
          { id: second!.id, version: 1, code: 'M1' },
          { id: third!.id, version: 1, code: 'M1' },
        ]),
      );
      expect(Object.keys(errorsIn(answer) as Body)).toEqual(['lines.voucher_mark.0.code', 'lines.voucher_mark.1.code']);
    });

    it('are compared with what others have made of them, and nothing is written', async () => {
      const { id, lines } = await made('pen', 'ink', 'nib');
      const [pen, ink, nib] = lines as [Line, Line, Line];
      await lineRows().edit(pen.id, { quantity: 9 });
      await lineRows().edit(ink.id, { quantity: 8 });
      await lineRows().del([nib.id]);
      const answer = await refused(() =>
        edit(id, {
          save: [
            { id: pen.id, version: pen.version, quantity: 2 },
            { id: nib.id, version: nib.version, quantity: 2 },
            { item: 'new' },
          ],
          del: [{ id: ink.id, version: ink.version }],
        }),
      );
      expect(answer.code).toBe(Code.stale);
      expect(answer.data['lines']).toEqual({
        voucher_line: {
          [pen.id]: expect.objectContaining({ quantity: 9 }) as unknown,
          [ink.id]: expect.objectContaining({ quantity: 8 }) as unknown,
          [nib.id]: null,
        },
      });
      // What others have changed elsewhere in the line is no matter.
      expect((await edit(id, { save: [{ id: pen.id, version: pen.version, item: 'pencil' }] })).code).toBe(1);
      expect((await linesOf(id)).find((each) => each.id === pen.id)).toMatchObject({ quantity: 9, item: 'pencil' });
    });

    it('of another row, or none at all, are as if they were gone', async () => {
      const mine = await made('pen');
      const other = await made('ink');
      const { id, version } = other.lines[0]!;
      for (const wishes of [
        { save: [{ id, version, item: 'stolen' }] },
        { save: [{ id, item: 'stolen' }] },
        { del: [{ id, version }] },
        { del: [{ id }] },
        { del: [{ id: 987_654 }] },
        { save: [{ id: 987_654, item: 'x' }] },
      ])
        expect((await refused(() => edit(mine.id, wishes))).code).toBe(Code.stale);
      await edit(mine.id, { order: [id, mine.lines[0]!.id] });
      expect(await linesOf(other.id)).toEqual(other.lines);
      // Nor does one of its own go to another.
      const { id: own, version: its } = mine.lines[0]!;
      for (const line of [
        { id: own, version: its, voucher_id: other.id },
        { item: 'x', voucher_id: other.id },
      ])
        expect(errorsIn(await refused(() => edit(mine.id, { save: [line] })))).toHaveProperty([
          'lines.voucher_line.0.voucher_id',
        ]);
    });

    it('have no other fields than those that are declared, and no line is there twice', async () => {
      const { id, lines } = await made('pen');
      const line = { id: lines[0]!.id, version: lines[0]!.version };
      const hostile = '{"item":"x","__proto__":{"a":1},"constructor":1,"lines":{}}';
      const wrong: [wishes: Body, place: string][] = [
        [{ save: [{ item: 'x', remark: 'y' }] }, 'lines.voucher_line.0.remark'],
        [{ save: [{ item: 'x', constructor: 1 }] }, 'lines.voucher_line.0.constructor'],
        [{ save: [{ item: 'x', lines: {} }] }, 'lines.voucher_line.0.lines'],
        [{ save: [line, line] }, 'lines.voucher_line.1'],
        [{ save: [line], del: [line] }, 'lines.voucher_line.0'],
        [{ del: [line, line] }, 'lines.voucher_line'],
        [{ save: [{ ...line, id: '1' }] }, 'lines.voucher_line.0.id'],
        [{ save: [{ ...line, id: -1 }] }, 'lines.voucher_line.0.id'],
        [{ save: 'x' }, 'lines.voucher_line'],
        [{ save: [null] }, 'lines.voucher_line'],
        [{ del: [line.id] }, 'lines.voucher_line'],
        [{ order: [line.id, line.id] }, 'lines.voucher_line'],
        [{ order: [null] }, 'lines.voucher_line'],
        [{ order: ['x'] }, 'lines.voucher_line'],
        [{ order: { length: 1 } }, 'lines.voucher_line'],
        [{ order: 'x' }, 'lines.voucher_line'],
        [{ drop: [] }, 'lines.voucher_line.drop'],
      ];
      for (const [wishes, place] of wrong)
        expect(errorsIn(await refused(() => edit(id, wishes))), JSON.stringify(wishes)).toHaveProperty([place]);
      const twice = await refused(() => edit(id, { del: [line, line] }));
      expect(errorsIn(twice)).toEqual({ 'lines.voucher_line': 'This line appears twice' });
      // No client of ours gets that far with such a key.
      const body = JSON.parse(`{"id":${id},"lines":{"voucher_line":{"save":[${hostile}]}}}`) as Body;
      const { gate } = server.app;
      await expect(gate.edit(administrator(), gate.models.get('voucher')!, body)).rejects.toMatchObject({
        errors: expect.objectContaining({
          ['lines.voucher_line.0.__proto__']: expect.anything() as unknown,
        }) as unknown,
      });
      for (const all of [{ voucher: {} }, { constructor: {} }, [], 'x', { voucher_line: [] }])
        expect(errorsIn(await refused(() => post('edit', { id, lines: all })))).toBeTypeOf('object');
      const computed = await refused(() => edit(id, { save: [{ ...line, version: 99 }] }));
      expect(errorsIn(computed)).toHaveProperty(['lines.voucher_line.0.version']);
    });

    it('are bounded, in one call and for one row', async () => {
      const { id } = await made('pen');
      const many = (count: number) => Array.from({ length: count }, (_, at) => ({ item: `i${at}` }));
      await refused(() => edit(id, { save: many(10_000) }));
      expect((await refused(() => edit(id, { save: many(21) }))).msg).toMatch(/20/);
      await refused(() => edit(id, { del: many(21).map((_, at) => ({ id: at + 1 })) }));
      await refused(() => edit(id, { order: many(21).map((_, at) => at + 1) }));
      expect((await edit(id, { save: many(19) })).code).toBe(Code.success);
      expect((await refused(() => edit(id, { save: many(1) }))).msg).toMatch(/20/);
      expect(await linesOf(id)).toHaveLength(20);
    });
  });

  describe('the rights of their own table', () => {
    let stock: Awaited<ReturnType<typeof made>>;
    beforeEach(async () => {
      stock = await made('pen', 'ink');
    });
    const wishes = (): Record<string, Body> => {
      const [{ id, version }, other] = stock.lines as [Line, Line];
      return {
        add: { save: [{ item: 'new' }] },
        edit: { save: [{ id, version, quantity: 5 }] },
        del: { del: [{ id, version }] },
        sortable: { order: [other.id, id] },
      };
    };

    it.each(['add', 'edit', 'del', 'sortable'])('hold for %s', async (action) => {
      const without = await person(
        `no ${action}`.replace(' ', '_'),
        nodes.filter((node) => node !== `trade/voucher_line/${action}`),
      );
      for (const [name, wish] of Object.entries(wishes())) {
        const job = () => edit(stock.id, wish, without);
        if (name === action) expect((await refused(job)).code).toBe(Code.forbidden);
      }
      expect((await edit(stock.id, wishes()[action]!, await clerk())).code).toBe(Code.success);
    });

    it('are of no use without those of the row', async () => {
      const without = await person(
        'no_voucher',
        nodes.filter((node) => node !== `${path}edit`),
      );
      for (const wish of Object.values(wishes()))
        expect((await refused(() => edit(stock.id, wish, without))).code).toBe(Code.forbidden);
    });

    it('keep their rules of rows and fields', async () => {
      const { id } = stock.lines[0]!;
      const { version } = await lineRows().edit(id, { closed: 1 });
      const token = await clerk();
      const closed = await refused(() => edit(stock.id, { save: [{ id, version, quantity: 2 }] }, token));
      expect(closed.code).toBe(Code.forbidden);
      expect(errorsIn(closed)).toHaveProperty(['lines.voucher_line.0']);
      // Nor is it opened by who may not change it as it is.
      await refused(() => edit(stock.id, { save: [{ id, version, closed: 0 }] }, token));
      await refused(() => edit(stock.id, { del: [{ id, version }] }, token));
      // It stays where it is, whatever moves around it.
      const [, ink] = stock.lines as [Line, Line];
      await edit(stock.id, { order: [ink.id, id] }, token);
      expect((await linesOf(stock.id)).map(({ item }) => item)).toEqual(['pen', 'ink']);
      const margin = { id: ink.id, version: ink.version, margin: 5 };
      expect(errorsIn(await refused(() => edit(stock.id, { save: [margin] }, token)))).toHaveProperty([
        'lines.voucher_line.0.margin',
      ]);
      expect((await edit(stock.id, { save: [margin] })).code).toBe(Code.success);
    });

    it('are those of the commit', async () => {
      const token = await person('leaver', nodes);
      const [group] = await server.app.gate.rows('admin_group').list({ name: 'Group of leaver' });
      const rules = (await server.app.gate
        .rows('admin_rule')
        .list({ name: { in: nodes.filter((node) => node !== 'trade/voucher_line/edit') } })) as { id: number }[];
      const { gate, database } = server.app;
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let held: Promise<void> = Promise.resolve();
      // Whoever changes the row waits behind this transaction, on PostgreSQL for the row.
      await new Promise<void>((started) => {
        held = database.write(async (write) => {
          await gate.rowsIn('voucher', write).edit(stock.id, { lines_seen: 99 });
          started();
          await released;
          await gate.rowsIn('admin_group', write).edit(group!.id, { rule_ids: rules.map(({ id }) => id) });
        });
      });
      const job = edit(stock.id, wishes()['edit']!, token);
      release();
      await held;
      expect((await job).code).toBe(Code.forbidden);
      expect(await linesOf(stock.id)).toEqual(stock.lines);
    });

    it('decide which lines a manifest has', () => {
      const { gate } = server.app;
      const linesFor = (own: readonly string[]) =>
        gate.manifest(administrator(own), gate.models.get('voucher')!, 'en').lines;
      expect(linesFor(nodes)).toEqual([
        {
          table: 'voucher_line',
          path: 'trade/voucher_line',
          label: 'Voucher line',
          field: 'voucher_id',
          columns: ['item', 'code', 'quantity', 'price', 'amount', 'closed'],
          totals: ['quantity', 'amount'],
          computed: { amount: 'quantity * price' },
          most: 20,
        },
      ]);
      expect(linesFor(nodes.filter((node) => node !== 'trade/voucher_line/index'))).toEqual([]);
    });
  });
});
