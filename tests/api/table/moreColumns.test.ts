import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const country = table('more_country', { name: f.text(), code: f.text() });
const writer = table('more_writer', {
  name: f.text(),
  bio: f.textarea(),
  salary: f.money(),
  pin: f.password(),
  country_id: f.belongsTo('more_country'),
  label_ids: f.belongsToMany('more_label'),
});
const label = table('more_label', { name: f.text() });
const novel = table('more_novel', {
  title: f.text({ required: true, width: 300 }),
  price: f.money({ render: 'price_bar' }),
  body: f.textarea(),
  notes: f.textarea(),
  key: f.text({ secret: true }),
  half: f.computed<string | null>({ sql: "title || '!'", scale: 'text' }),
  writer_id: f.belongsTo('more_writer'),
  label_ids: f.belongsToMany('more_label'),
});
declare module '#resource' {
  interface Tables {
    more_country: typeof country;
    more_writer: typeof writer;
    more_label: typeof label;
    more_novel: typeof novel;
  }
}
const tables = [
  country.resource({ path: 'more/country' }),
  writer.resource({ path: 'more/writer', access: { salary: { read: (caller) => caller.super } } }),
  label.resource({ path: 'more/label' }),
  novel.resource({
    path: 'more/novel',
    list: { columns: ['title', 'writer.name'] },
    access: { notes: { read: (caller) => caller.super } },
  }),
];
const ann = administrator();
const nodes = ['more/novel/index', 'more/writer/index', 'more/label/index', 'more/country/index'];
/** Lists everything, without the fields that are for super administrators. */
const bob = administrator(nodes, { id: 9 });
/** Lists novels alone. */
const eve = administrator(nodes.slice(0, 1), { id: 10 });

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const list = async (columns: unknown, caller = bob): Promise<Readonly<Record<string, unknown>>> =>
    (await fixture.gate.index(caller, fixture.model('more_novel'), { columns })).list[0]!;
  const refusal = (field: string) => ({ key: 'rows:unknownField', params: { field } });

  beforeAll(async () => {
    fixture = await openGate(await open(), tables);
    const { gate, model } = fixture;
    await gate.add(ann, model('more_country'), { name: 'France', code: 'FR' });
    await gate.add(ann, model('more_writer'), { name: 'Jules', bio: 'b'.repeat(900), salary: '9', country_id: 1 });
    await gate.add(ann, model('more_label'), { name: 'Sea' });
    await gate.add(ann, model('more_novel'), {
      title: 'Nemo',
      price: '10',
      body: 'x'.repeat(900),
      notes: 'n',
      key: 'k',
      writer_id: 1,
      label_ids: [1],
    });
  });

  it('carries long texts and fields of related rows only when they are asked for, cut like others', async () => {
    const plain = await list(undefined);
    expect(plain).not.toHaveProperty('body');
    expect(plain['writer']).toEqual({ id: 1, name: 'Jules' });
    const more = await list('body, writer.bio,writer.country_id,half,label_ids,body');
    expect(more).toMatchObject({
      body: 'x'.repeat(300),
      half: 'Nemo!',
      label_ids: [1],
      writer: { id: 1, name: 'Jules', bio: 'b'.repeat(300), country_id: 1, _cut: ['bio'] },
      _cut: ['body'],
    });
    expect(await list(['writer.bio', 'body'])).toMatchObject({ body: 'x'.repeat(300), writer: { _cut: ['bio'] } });
    // What somebody asks for is not what the next one gets.
    expect(await list(undefined)).toEqual(plain);
  });

  it.each(['notes', 'key', 'writer.salary', 'writer.pin', 'nothing', 'writer.nothing'])(
    'has no %s for those who may not read it',
    async (name) => {
      await expect(list(name)).rejects.toMatchObject(refusal(name));
      await expect(list(['body', name])).rejects.toMatchObject(refusal(name));
    },
  );

  it('has them for those who may, unless nobody may', async () => {
    expect(await list('notes,writer.salary', ann)).toMatchObject({ notes: 'n', writer: { salary: '9.00' } });
    for (const name of ['key', 'writer.pin']) await expect(list(name, ann)).rejects.toMatchObject(refusal(name));
  });

  it('shows fields of related rows to those who may list them, and what the file shows to all', async () => {
    await expect(list('writer.bio', eve)).rejects.toMatchObject(refusal('writer.bio'));
    expect((await list('writer.name', eve))['writer']).toEqual({ id: 1, name: 'Jules' });
  });

  it.each([
    ['writer.country.name', 'Writer · Country'],
    ['labels.name', 'Label ids'],
    ['writer.label_ids', 'Writer · Label ids'],
  ])('follows one relation to one row, not %s', async (path, label) => {
    await expect(list(path)).rejects.toMatchObject({ key: 'rows:notListed', params: { field: label } });
  });

  it('calls a field by its label in a refusal, for those who may read it', async () => {
    const failed = (field: string, value: string, operator: string, caller = bob) =>
      fixture.gate.index(caller, fixture.model('more_novel'), { filter: JSON.stringify({ field, operator, value }) });
    const wrong = (key: string, field: string) => ({ key, params: { field } });
    await expect(failed('price', 'dear', 'eq')).rejects.toMatchObject(wrong('rows:wrongOperand', 'Price'));
    // A period is looked at before it is known who may read the field.
    const soon = (caller: typeof bob) => failed('writer.salary', 'soon', 'PERIOD', caller);
    await expect(soon(ann)).rejects.toMatchObject(wrong('rows:wrongPeriod', 'Writer · Salary'));
    await expect(soon(bob)).rejects.toMatchObject(wrong('rows:wrongPeriod', 'writer.salary'));
  });

  it('does so where rows are counted in groups or chosen from, too', async () => {
    const { gate, model } = fixture;
    const filter = JSON.stringify({ field: 'price', operator: 'eq', value: 'dear' });
    const wrong = { key: 'rows:wrongOperand', params: { field: 'Price' } };
    await expect(gate.groups(bob, model('more_novel'), { by: 'title', filter })).rejects.toMatchObject(wrong);
    await expect(gate.select(bob, model('more_novel'), { filter })).rejects.toMatchObject(wrong);
  });

  it('refuses what are no names, and too many of them', async () => {
    await expect(list('body,')).rejects.toMatchObject({ key: 'rows:unknownField' });
    await expect(list([{ name: 'body' }])).rejects.toMatchObject({ key: 'rows:unknownField' });
    await expect(list('body,'.repeat(101))).rejects.toMatchObject({ key: 'rows:tooManyColumns' });
  });

  it('says in the manifest how wide a column is and what draws it', () => {
    const { fields } = fixture.gate.manifest(bob, fixture.model('more_novel'), 'en');
    expect([fields['title']?.width, fields['price']?.render]).toEqual([300, 'price_bar']);
    expect(fields['body']).toMatchObject({ readable: true });
    expect(fields['body']).not.toHaveProperty('width');
    expect(fields).not.toHaveProperty('notes');
  });
});
