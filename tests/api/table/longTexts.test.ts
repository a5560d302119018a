import { beforeAll, expect, it } from 'vitest';
import { accept, f, fieldKind, operatorsFor, table } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const ann = administrator();
const plainField = fieldKind<string>({
  kind: 'plain',
  column: () => ({ type: 'text' }),
  operators: operatorsFor.presence,
  parse: (input) => accept(String(input)),
});
const storedField = fieldKind<{ text: string }>({
  kind: 'stored',
  column: () => ({ type: 'text' }),
  operators: operatorsFor.presence,
  parse: (input) => accept(input as { text: string }),
  store: (value) => JSON.stringify(value),
  load: (value) => JSON.parse(String(value)) as { text: string },
});

const author = table('long_author', { name: f.text({ max: 5000 }), bio: f.textarea() });
const essay = table('long_essay', {
  title: f.text({ required: true, max: 5000 }),
  short: f.text(),
  plain: f.textarea(),
  html: f.richText(),
  data: f.json(),
  pairs: f.keyValue(),
  words: f.tags(),
  pictures: f.images(),
  papers: f.files(),
  link: f.url(),
  worked_out: f.computed<string | null>({ sql: 'trim(title)', scale: 'text' }),
  special: plainField(),
  loaded: storedField(),
  unseen: f.textarea(),
  author_id: f.belongsTo('long_author'),
  reader_ids: f.belongsToMany('long_author'),
});
const node = table('long_node', { name: f.text({ max: 5000 }) });
declare module '#resource' {
  interface Tables {
    long_author: typeof author;
  }
}
const resources = [
  author.resource({ path: 'test/author' }),
  essay.resource({
    path: 'test/essay',
    list: {
      columns: [
        'title',
        'short',
        'plain',
        'html',
        'data',
        'pairs',
        'words',
        'pictures',
        'papers',
        'link',
        'worked_out',
        'special',
        'loaded',
        'author.bio',
      ],
    },
  }),
  node.resource({ path: 'test/node', traits: { tree: true } }),
];

const face = '👩';
const long = face.repeat(3000);
const address = (place: number): string => `https://example.com/${place}/${'a'.repeat(1500)}`;
const values = {
  title: long,
  short: face.repeat(255),
  plain: long,
  html: `<p>1 &lt; 2 &amp; 3</p>${'<p><strong>bold</strong> word</p>'.repeat(300)}`,
  data: { text: 'x'.repeat(2000) },
  pairs: Array.from({ length: 60 }, (_, place) => ({ key: `k${place}`, value: 'v,"'.repeat(10) })),
  words: Array.from({ length: 50 }, (_, place) => `word,"${place} ${face.repeat(10)}`),
  pictures: Array.from({ length: 20 }, (_, place) => address(place)),
  papers: Array.from({ length: 20 }, (_, place) => address(place)),
  link: address(1),
  special: long,
  loaded: { text: 'x'.repeat(2000) },
  unseen: long,
};

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const first = async (name: string, query = {}): Promise<Readonly<Record<string, unknown>>> =>
    (await fixture.gate.index(ann, fixture.model(name), query)).list[0]!;

  beforeAll(async () => {
    fixture = await openGate(await open(), resources);
    const { gate, model } = fixture;
    await gate.add(ann, model('long_author'), { name: long, bio: long });
    await gate.add(ann, model('long_essay'), { ...values, author_id: 1, reader_ids: [1] });
    await gate.add(ann, model('long_node'), { name: long });
  });

  it('carries texts of every kind cut in a list, and says which', async () => {
    const row = await first('long_essay');
    const part = face.repeat(300);
    expect(row).toMatchObject({
      title: part,
      short: values.short,
      plain: part,
      data: JSON.stringify(values.data).slice(0, 300),
      worked_out: part,
      special: part,
      loaded: null,
      link: values.link,
      author: { id: 1, name: part, bio: part, _cut: ['name', 'bio'] },
      reader_ids: [1],
      reader_ids_rows: [{ id: 1, name: part, _cut: ['name'] }],
    });
    const cut = [
      'title',
      'plain',
      'html',
      'data',
      'pairs',
      'words',
      'pictures',
      'papers',
      'worked_out',
      'special',
      'loaded',
    ];
    expect(new Set(row['_cut'] as string[])).toEqual(new Set(cut));
    for (const name of ['pairs', 'words', 'pictures', 'papers'] as const) {
      const elements = row[name] as unknown[];
      expect(elements.length, name).toBeGreaterThan(1);
      expect(elements, name).toEqual(values[name].slice(0, elements.length));
    }
    expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThan(30_000);
  });

  it('makes of long HTML a text that is whole HTML again', async () => {
    const { html } = await first('long_essay');
    expect(html).toMatch(/^1 &lt; 2 &amp; 3 bold word bold word/);
    const length = [...(html as string).replaceAll(/&\w+;/g, '.')].length;
    expect(length).toBeGreaterThan(290);
    expect(length).toBeLessThanOrEqual(300);
    // The column's beginning ends within a tag, a character reference and a text.
    for (let shift = 0; shift < 17; shift += 1) {
      const shifted = `<p>${'x'.repeat(shift)}${'<em>e</em>&amp;'.repeat(300)}</p>`;
      await fixture.gate.edit(ann, fixture.model('long_essay'), { id: 1, html: shifted });
      expect((await first('long_essay'))['html']).toMatch(/^x*(?:e&amp;)+e?$/);
    }
    await fixture.gate.edit(ann, fixture.model('long_essay'), { id: 1, html: values.html });
  });

  it('leaves out a long text that the list does not show', async () => {
    expect(await first('long_essay')).not.toHaveProperty('unseen');
  });

  it('has no mark where nothing was cut', async () => {
    const { gate, model } = fixture;
    await gate.add(ann, model('long_essay'), { title: face.repeat(300), words: ['a'] });
    const row = await first('long_essay', { order: 'id,desc' });
    expect(row).toMatchObject({ title: face.repeat(300), words: ['a'] });
    expect(row).not.toHaveProperty('_cut');
  });

  it('gives all of it with the row', async () => {
    const row = await fixture.gate.read(ann, fixture.model('long_essay'), 1);
    expect(row).toMatchObject({ ...values, worked_out: long });
    expect(row).not.toHaveProperty('_cut');
  });

  it('cuts in trees and in rows to choose from', async () => {
    const { gate, model } = fixture;
    const part = face.repeat(300);
    expect(await first('long_node')).toMatchObject({ name: part, _cut: ['name'], children: [] });
    expect(await gate.select(ann, model('long_node'), {})).toMatchObject({ options: [{ name: part, _cut: ['name'] }] });
    expect(await gate.select(ann, model('long_author'), {})).toMatchObject({ list: [{ name: part, _cut: ['name'] }] });
  });
});
