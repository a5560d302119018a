import { expect, it } from 'vitest';
import {
  f,
  fieldKind,
  refuse,
  accept,
  table,
  type AnyField,
  type AnyKind,
  type FieldOptions,
  type Resource,
} from '#resource';
import { applySchema, planSchema } from '../../../src/server/database/applySchema.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { refusalOf, schemasOf, startVersion } from '../../support/versions.ts';
import { plainText } from '../../../src/server/database/schema/sentence.ts';

type Fields = Record<string, AnyField>;
const note = (fields: Fields, dropped: readonly string[] = []): Resource =>
  table('note', fields).resource({ dropped, traits: { history: true } });
const silent = (): void => {};

eachDatabase((name, open) => {
  const filled = async (fields: Fields, ...rows: readonly Record<string, unknown>[]): Promise<Database> => {
    const database = await open();
    const version = await startVersion(database, [note(fields)]);
    for (const row of rows) await version.add('note', row);
    return database;
  };
  const values = async (database: Database, fields: Fields, ...names: string[]): Promise<unknown[]> =>
    (await startVersion(database, [note(fields)], kinds)).rows('note', ...names);
  /** A plugin's kind stays known when no field is of it any more. */
  const kinds: AnyKind[] = [];

  it('lets a line that has dropped a column drop no later one of the same name', async () => {
    const database = await filled({ title: f.text(), amount: f.int() }, { title: 'x', amount: 7 });
    await startVersion(database, [note({ title: f.text() }, ['amount'])]);
    const again = { title: f.text(), amount: f.int() };
    const second = await startVersion(database, [note(again, ['amount'])]);
    expect(second.plan.notes).toEqual([
      {
        'zh-cn': "数据表 note 的 dropped: ['amount'] 在此数据库中已生效，可以删去。",
        en: "dropped: ['amount'] of the table note has done its work here and can go.",
      },
    ]);
    await second.gate.rowsOf(second.gate.models.get('note')!).edit(1, { amount: 9 } as never);

    const changed = { title: f.text(), amount: f.datetime() };
    expect(await refusalOf(database, [note(changed, ['amount'])])).toMatch(
      /note\.amount.*f\.int.*f\.datetime.*id 1: 9/,
    );
    expect(await refusalOf(database, [note({ title: f.text() }, ['amount'])])).toMatch(
      /note\.amount would be deleted.*earlier column.*dropped: \['amount', 'amount'\]/,
    );
    expect(await values(database, again, 'amount')).toEqual([{ amount: 9 }]);
    // Without the line for one start, or with the name once more, it counts again.
    await startVersion(database, [note({ title: f.text() }, ['amount', 'amount'])]);
    expect(await values(database, again, 'amount')).toEqual([{ amount: null }]);
  });

  it('takes a line that stands in the file of a new table for one that has done its work', async () => {
    const database = await open();
    const version = await startVersion(database, [note({ amount: f.int() }, ['amount'])]);
    await version.add('note', { amount: 3 });
    expect(await refusalOf(database, [note({ title: f.text() }, ['amount'])])).toMatch(/note\.amount would be deleted/);
  });

  it('gives up the values of a column that has become of another kind where the file says so', async () => {
    const database = await filled({ amount: f.text() }, { amount: 'much' });
    expect(await refusalOf(database, [note({ amount: f.int() })])).toMatch(/dropped: \['amount'\]/);
    const second = await startVersion(database, [note({ amount: f.int({ default: 5 }) }, ['amount'])]);
    expect(await second.rows('note', 'amount')).toEqual([{ amount: 5 }]);
  });

  it.each<[string, AnyField, Record<string, unknown>]>([
    ['texts', f.text(), {}],
    ['texts whose default is nothing', f.text({ default: '' }), {}],
    ['numbers', f.int(), {}],
    ['lists', f.tags(), { value: [] }],
    ['switches that nobody has turned on', f.bool(), { value: 0 }],
  ])('does not take an empty column for a loss: %s', async (_what, value, row) => {
    const database = await filled({ title: f.text(), value }, { title: 'x', ...row }, { title: 'y' });
    const second = await startVersion(database, [note({ title: f.text() })]);
    expect(await second.rows('note', 'title')).toEqual([{ title: 'x' }, { title: 'y' }]);
  });

  it.each<[string, AnyField, Record<string, unknown>]>([
    ['a switch that is off against its default', f.bool({ default: 1 }), { value: 0 }],
    ['a number that is its default', f.int({ default: 0 }), {}],
  ])('takes %s for a value', async (_what, value, row) => {
    const database = await filled({ title: f.text(), value }, { title: 'x', ...row });
    expect(await refusalOf(database, [note({ title: f.text() })])).toMatch(/note\.value would be deleted/);
  });

  it('changes an empty column to any kind', async () => {
    const database = await filled({ title: f.text(), value: f.richText() }, { title: 'x' });
    expect(await values(database, { title: f.text(), value: f.datetime() }, 'value')).toEqual([{ value: null }]);
    expect(await values(database, { title: f.text(), value: f.parent() }, 'value')).toEqual([{ value: null }]);
  });

  const tag = table('tag', { name: f.text() }).resource();
  const customer = table('customer', { name: f.text() }).resource();
  const points = (to: string, options: object = {}): AnyField => f.belongsTo(to, options);

  it('refuses that ids of one table are taken for those of another, unless there are none or the file says which', async () => {
    const database = await open();
    const first = await startVersion(database, [note({ about_id: points('tag') }), tag, customer]);
    await first.add('tag', { name: 'red' });
    await first.add('customer', { name: 'Ada' });
    await first.add('customer', { name: 'Bob' });
    await first.add('note', { about_id: 1 });
    const other = { about_id: points('customer') };
    expect(await refusalOf(database, [note(other), tag, customer])).toMatch(
      /note\.about_id would change from f\.belongsTo\('tag'\) to f\.belongsTo\('customer'\).*id 1: 1.*convert/,
    );
    const wrong = { about_id: points('customer', { convert: () => 9 }) };
    expect(await refusalOf(database, [note(wrong), tag, customer])).toMatch(
      /id 1: 1, there is no such row in customer/,
    );
    const convert = { about_id: points('customer', { convert: (id: number) => id + 1 }) };
    const second = await startVersion(database, [note(convert), tag, customer]);
    expect(await second.rows('note', 'about_id')).toEqual([{ about_id: 2 }]);

    const empty = await open();
    await (await startVersion(empty, [note({ about_id: points('tag') }), tag, customer])).add('note', {});
    expect(await (await startVersion(empty, [note(other), tag, customer])).rows('note', 'about_id')).toEqual([
      { about_id: null },
    ]);
  });

  it('refuses the same for lists of rows, and lists that would be taken for other values', async () => {
    const database = await open();
    const first = await startVersion(database, [note({ of: f.belongsToMany('tag') }), tag, customer]);
    await first.add('tag', { name: 'red' });
    await first.add('customer', { name: 'Ada' });
    await first.add('note', { of: [1] });
    expect(await refusalOf(database, [note({ of: f.belongsToMany('customer') }), tag, customer])).toMatch(
      /note_of\.other_id would change from f\.belongsToMany\('tag'\)/,
    );
    expect(await refusalOf(database, [note({ of: f.tags() }), tag, customer])).toMatch(/note\.of was f\.belongsToMany/);
    const many = await startVersion(database, [note({ kept: f.belongsToMany('tag', { renamedFrom: 'of' }) }), tag]);
    expect(await many.rows('note', 'kept')).toEqual([{ kept: [1] }]);
  });

  it('converts with a function of the file, in the change only, and leaves empty rows empty', async () => {
    const database = await filled(
      { amount: f.int(), status: f.enum({ a: 'A', b: 'B' }) },
      { amount: 525, status: 'a' },
      { status: 'b' },
    );
    const fields = {
      amount: f.money({ convert: (cents: number) => (cents / 100).toFixed(2) }),
      status: f.enum({ x: 'X', b: 'B' }, { convert: (old) => (old === 'a' ? 'x' : old) }),
    };
    const plan = await planSchema(database, schemasOf([note(fields)]));
    expect(plan.refused).toEqual([]);
    expect(plan.steps.map(({ says }) => plainText(says)).join('\n')).toContain(
      'note: convert amount from f.int to f.money (1 rows, such as id 1: 525 to "5.25"), convert status (f.enum) (2 rows, such as id 1: "a" to "x")',
    );
    const second = await startVersion(database, [note(fields)]);
    const after = [
      { amount: '5.25', status: 'x' },
      { amount: null, status: 'b' },
    ];
    expect(await second.rows('note', 'amount', 'status')).toEqual(after);
    const third = await startVersion(database, [note(fields)]);
    expect(third.log).toEqual([]);
    expect(third.plan.notes.map(plainText)).toEqual([
      'convert of note.amount has done its work here and can go.',
      'convert of note.status has done its work here and can go.',
    ]);
    expect(await third.rows('note', 'amount', 'status')).toEqual(after);
    // A function that has done its work says nothing about the next change.
    const { convert } = fields.amount.options;
    const next = { ...fields, amount: f.decimal({ convert: convert as never }) };
    expect(await values(database, next, 'amount')).toEqual([{ amount: 5.25 }, { amount: null }]);
  });

  it('asks a function that is new though the kind stays, once, and not again when it is only edited', async () => {
    const database = await filled(
      { title: f.text(), amount: f.int() },
      { amount: 5 },
      { title: 'none' },
      { amount: 0 },
    );
    const cents = { title: f.text(), amount: f.int({ convert: (euros: number) => euros * 100 }) };
    const plan = await planSchema(database, schemasOf([note(cents)]));
    expect(plan.steps.map(({ says }) => plainText(says))).toContain(
      'note: convert amount (f.int) (2 rows, such as id 1: 5 to 500)',
    );
    expect(await refusalOf(database, [note({ ...cents, amount: f.int({ convert: () => 0.5 }) })])).toMatch(
      /note\.amount.*id 1: 5, Please enter a whole number/,
    );
    const second = await startVersion(database, [note(cents)]);
    const after = [{ amount: 500 }, { amount: null }, { amount: 0 }];
    expect(await second.rows('note', 'amount')).toEqual(after);
    const reported = await second.gate.history(administrator(), second.gate.models.get('note')!, 1);
    expect(reported[0]!.changes['amount']).toEqual({ before: null, after: '5', plain: true });

    const edited = { ...cents, amount: f.int({ convert: (old: number) => 100 * old }) };
    expect((await planSchema(database, schemasOf([note(edited)]))).notes.map(plainText)).toEqual([
      'convert of note.amount, edited since it was asked, has done its work here and can go.',
    ]);
    for (const fields of [cents, edited, edited]) expect(await values(database, fields, 'amount')).toEqual(after);
    // A column that the line has come with, or a line that went and came back.
    const fresh = { ...cents, more: f.int({ default: 1, convert: (old: number) => old + 1 }) };
    for (let times = 0; times < 2; times += 1) expect((await values(database, fresh, 'more'))[0]).toEqual({ more: 1 });
    await startVersion(database, [note({ title: f.text(), amount: f.int(), more: f.int({ default: 1 }) })]);
    expect((await values(database, fresh, 'amount', 'more'))[0]).toEqual({ amount: 50_000, more: 2 });
  });

  it('rounds where the file says so, in the line that the refusal gives', async () => {
    const database = await filled({ amount: f.decimal({ scale: 3 }) }, { amount: 1.125 }, { amount: -2.5 });
    const refusal = await refusalOf(database, [note({ amount: f.decimal() })]);
    const line = /Write (convert: .*?) in the field/.exec(refusal)![1]!;
    expect(line).toBe('convert: (old: number) => Math.round(old * 100) / 100');
    const amount = f.decimal({ convert: (old: number) => Math.round(old * 100) / 100 });
    expect(await values(database, { amount }, 'amount')).toEqual([{ amount: 1.13 }, { amount: -2.5 }]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'gives what the kind refuses',
      () => 'much',
      /2 of 2 rows \(id 1: 7, Please enter a whole number; id 2: 8, Please enter a whole number\)/,
    ],
    ['gives nothing by mistake', () => undefined, /convert gave undefined/],
    ['gives a promise', async () => 1, /Please enter a whole number/],
    ['fails', (old: number) => (old as unknown as string).trim(), /convert failed: .*trim/],
  ])('refuses rows by id when the function %s', async (_what, convert, message) => {
    const database = await filled({ amount: f.int() }, { amount: 7 }, { amount: 8 }, {});
    const fresh = { total: f.int({ renamedFrom: 'amount', convert: convert as never }) };
    const refusal = await refusalOf(database, [note(fresh)]);
    expect(refusal).toMatch(message);
    expect(refusal).toContain('convert');
  });

  it('asks a required field for a value of every converted row', async () => {
    const database = await filled({ amount: f.int({ required: true }) }, { amount: 7 }, { amount: 8 });
    const convert = (old: number): number | null => (old > 7 ? null : old);
    const wanted = note({ total: f.int({ required: true, renamedFrom: 'amount', convert }) });
    expect(await refusalOf(database, [wanted])).toMatch(/id 2: 8, This field is required/);
  });

  it('keeps order, indexes and search over what is converted', async () => {
    const database = await filled({ code: f.int({ unique: true }), title: f.tags() }, { code: 2, title: ['blue sky'] });
    const after = { code: f.text({ unique: true }), title: f.text({ search: true }) };
    const second = await startVersion(database, [note(after)]);
    await expect(second.add('note', { code: '2' })).rejects.toThrow();
    await second.add('note', { code: '3', title: 'red sky' });
    const query = { quickSearch: 'ue sk' };
    const { list } = await second.gate.index(administrator(), second.gate.models.get('note')!, query);
    expect(list.map(({ id }) => id)).toEqual([1]);
  });

  it('names values and ids where what is converted would not be unique any more', async () => {
    const database = await filled({ code: f.decimal({ unique: true }) }, { code: 1.2 }, { code: 1.4 }, { code: 3 });
    const wanted = note({ code: f.int({ unique: true, convert: (old: number) => Math.round(old) }) });
    expect(await refusalOf(database, [wanted])).toMatch(/note\.code becomes unique, but 1 .*: 1 \(ids 1 and 2\)/);
    const doubled = await filled({ code: f.money() }, { code: '1' }, { code: '2' }, { code: '1' });
    expect(await refusalOf(doubled, [note({ code: f.money({ unique: true }) })])).toMatch(
      /note\.code becomes unique, but 1 of its values occur more than once: "1\.00" \(ids 1 and 3\)\./,
    );
  });

  it('takes nothing out of a password, nor into one, whatever a function says', async () => {
    const database = await filled({ value: f.password() }, { value: 'Canary-1' });
    const refusal = await refusalOf(database, [note({ value: f.text({ convert: (hash: string) => hash }) })]);
    expect(refusal).toMatch(/note\.value.*id 1: a secret, passwords are kept as hashes only.*cannot go along/);
    expect(refusal).not.toMatch(/canary|argon/i);
    const into = f.password({ convert: (text: string) => text } as never);
    expect(() => schemasOf([note({ value: into })])).toThrow('password fields are not converted');
  });

  it('tells nothing of secrets', async () => {
    const database = await filled({ pin: f.text({ secret: true }) }, { pin: 'canary-1' }, { pin: 'canary-1' });
    for (const pin of [f.int(), f.text({ secret: true, unique: true })])
      expect(await refusalOf(database, [note({ pin })])).not.toContain('canary');
    // Nor by way of what they would become, or of what a function says that fails.
    const convert = (old: string): string => {
      throw new Error(`what is ${old}?`);
    };
    for (const key of [f.text({ renamedFrom: 'pin', secret: true, convert }), f.text({ renamedFrom: 'pin', convert })])
      expect(await refusalOf(database, [note({ key })])).not.toContain('canary');
    const colors = await filled({ pin: f.text({ secret: true }) }, { pin: '#ABC' }, { pin: '#ABC' });
    for (const pin of [f.color({ secret: true }), f.color(), f.color({ unique: true })])
      expect(await refusalOf(colors, [note({ pin })])).not.toMatch(/a?abbcc|abc/i);
    const numbers = await filled({ pin: f.text({ secret: true }) }, { pin: '7391' }, { pin: '7391' });
    for (const pin of [f.int(), f.int({ secret: true })])
      expect(JSON.stringify(await planSchema(numbers, schemasOf([note({ pin })])))).not.toContain('7391');
    expect(await refusalOf(numbers, [note({ pin: f.int({ unique: true }) })])).not.toContain('7391');
  });

  it('has the history tell values as they were, under the name of now', async () => {
    const database = await open();
    const first = await startVersion(database, [note({ amount: f.int(), gone: f.text() })]);
    const rows = first.gate.rowsOf(first.gate.models.get('note')!);
    await first.add('note', { amount: 100, gone: 'x' });
    await rows.edit(1, { amount: 250 } as never);
    const fields = { price: f.money({ renamedFrom: 'amount', convert: (old: number) => (old / 100).toFixed(2) }) };
    await startVersion(database, [note(fields, ['gone'])]);
    const last = await startVersion(database, [note({ price: f.money(), gone: f.int() })]);
    const reported = await last.gate.history(administrator(), last.gate.models.get('note')!, 1);
    expect(reported.map(({ changes }) => changes)).toEqual([
      { price: { before: '100', after: '250', plain: true } },
      { price: { before: null, after: '100', plain: true } },
    ]);
  });

  it('has the history tell values in the notation of now where they mean the same, and else as they were', async () => {
    const database = await open();
    const first = await startVersion(database, [note({ amount: f.text() })]);
    await first.add('note', { amount: 'many' });
    await first.gate.rowsOf(first.gate.models.get('note')!).edit(1, { amount: '7' } as never);
    await startVersion(database, [note({ amount: f.money() })]);
    // What is plain text stays so, whatever becomes of the field.
    const last = await startVersion(database, [note({ sum: f.money({ renamedFrom: 'amount', convert: () => '8' }) })]);
    await last.gate.rowsOf(last.gate.models.get('note')!).edit(1, { sum: '9' } as never);
    const reported = await last.gate.history(administrator(), last.gate.models.get('note')!, 1);
    expect(reported.map(({ changes }) => changes)).toEqual([
      { sum: { before: '8.00', after: '9.00' } },
      { sum: { before: 'many', after: '7', plain: true } },
      { sum: { before: null, after: 'many', plain: true } },
    ]);
  });

  const stars = fieldKind<number, FieldOptions & { half?: boolean }>({
    kind: `stars_${name}`,
    column: () => ({ type: 'integer' }),
    operators: [],
    parse: (input) => (Number(input) >= 1 && Number(input) <= 5 ? accept(Number(input)) : refuse('review:stars')),
    store: (value, { half = false }) => (half ? value * 2 : value),
    load: (value, { half = false }) => Number(value) / (half ? 2 : 1),
  });
  kinds.push(stars.kind);
  const starsField = (options: { half?: boolean } = {}): AnyField => stars(options) as AnyField;

  it('converts from and to kinds of plugins by what they read and write', async () => {
    const database = await filled({ value: starsField() }, { value: 3 }, { value: 5 });
    expect(await values(database, { value: starsField({ half: true }) }, 'value')).toEqual([
      { value: 3 },
      { value: 5 },
    ]);
    expect(await values(database, { value: f.money() }, 'value')).toEqual([{ value: '3.00' }, { value: '5.00' }]);
    expect(await values(database, { value: starsField() }, 'value')).toEqual([{ value: 3 }, { value: 5 }]);
    expect(await values(database, { value: f.int() }, 'value')).toEqual([{ value: 3 }, { value: 5 }]);
    const more = await startVersion(database, [note({ value: f.int() })]);
    await more.add('note', { value: 9 });
    // The reason is a text of the plugin, where it is installed.
    expect(await refusalOf(database, [note({ value: starsField() })])).toMatch(/id 3: 9, \S/);

    // Without the plugin nobody can read them.
    const alone = await filled({ value: starsField() }, { value: 3 });
    expect(await refusalOf(alone, [note({ value: f.int() })])).toMatch(/only the kind stars_\w+ can read it/);
  });

  /** The database as an older version has left it. */
  const forget = (database: Database): Promise<unknown> =>
    database.write(async ({ db }) => {
      const [state] = await db.selectFrom('schema_state').select('value').where('name', '=', 'tables').execute();
      const tables = (JSON.parse(String(state!.value)) as { columns: Record<string, unknown>[]; path?: string }[]).map(
        ({ path: _path, ...table }) => ({
          ...table,
          columns: table.columns.map(
            ({ encoding: _encoding, secret: _secret, converted: _converted, ...column }) => column,
          ),
        }),
      );
      const set = (key: string, value: string): Promise<unknown> =>
        db.updateTable('schema_state').set({ value }).where('name', '=', key).execute();
      await set('format', '2');
      return set('tables', JSON.stringify(tables));
    });

  it('takes over a database that did not record kinds, and knows them from then on', async () => {
    const fields = { amount: f.money(), about_id: points('tag'), tags: f.tags(), hot: f.bool(), day: f.date() };
    const database = await open();
    const first = await startVersion(database, [note(fields), tag, customer]);
    await first.add('tag', { name: 'red' });
    await first.add('customer', { name: 'Ada' });
    await first.add('note', { amount: '5.25', about_id: 1, tags: ['a'], hot: 1, day: '2024-01-02' });
    const before = await first.rows('note');
    await forget(database);
    const { notes, refused, steps } = await planSchema(database, schemasOf([note(fields), tag, customer]));
    expect({ refused, steps: steps.length, notes: notes.map(plainText) }).toEqual({
      refused: [],
      steps: 0,
      notes: [expect.stringMatching(/did not record kinds/)],
    });
    // What the columns cannot hold, and where they lead, is known in any case.
    for (const wrong of [
      { amount: f.tags() },
      { about_id: points('customer') },
      { amount: f.bool() },
      { day: f.tags() },
    ])
      expect(await refusalOf(database, [note({ ...fields, ...wrong }), tag, customer])).toMatch(/note\./);
    const second = await startVersion(database, [note(fields), tag, customer]);
    expect(await second.rows('note')).toEqual(before);
    expect((await startVersion(database, [note(fields), tag, customer])).plan.notes).toEqual([]);
    const third = { ...fields, amount: f.text() };
    expect(await (await startVersion(database, [note(third), tag, customer])).rows('note', 'amount')).toEqual([
      { amount: '5.25' },
    ]);
  });

  it('changes a kind together with the takeover only where the file says what becomes of what the column holds', async () => {
    const database = await filled({ amount: f.money() }, { amount: '5.25' });
    await forget(database);
    expect(await refusalOf(database, [note({ amount: f.text() })])).toMatch(/did not record kinds.*start once/);
    const amount = f.text({ convert: (cents) => `${Number(cents)} cents` });
    expect(await values(database, { amount }, 'amount')).toEqual([{ amount: '525 cents' }]);
  });

  it('is refused by an older version from then on', async () => {
    const database = await filled({ amount: f.money() });
    const [format] = await database.read
      .selectFrom('schema_state')
      .select('value')
      .where('name', '=', 'format')
      .execute();
    expect(Number(format!.value)).toBe(3);
    await database.write(({ db }) =>
      db.updateTable('schema_state').set({ value: '4' }).where('name', '=', 'format').execute(),
    );
    await expect(applySchema(database, schemasOf([note({ amount: f.text() })]), silent)).rejects.toThrow(
      /newer version/,
    );
  });
});
