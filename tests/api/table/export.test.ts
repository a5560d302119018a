import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { f, setTimeZone, table, type Caller } from '#resource';
import { basedOn } from '../../../src/server/realms/currentRights.ts';
import { mostOfOne } from '../../../src/server/database/snapshot.ts';
import { byteStream } from '../../../src/server/table/export/byteStream.ts';
import { xlsxOf } from '../../../src/server/table/export/xlsx.ts';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { unzipped } from '../../support/unzipped.ts';

const place = table('sent_place', {
  name: f.text({ label: { 'zh-cn': '名称', en: 'Name' } }),
  area: f.decimal({ scale: 1, label: 'Area' }),
});
const mark = table('sent_mark', { name: f.text({ required: true }) });
const parcel = table('sent_parcel', {
  title: f.text({ search: true, label: { 'zh-cn': '标题', en: 'Title' } }),
  place_id: f.belongsTo('sent_place', { label: 'Place' }),
  mark_ids: f.belongsToMany('sent_mark', { label: 'Marks' }),
  status: f.enum({ open: { 'zh-cn': '待发', en: 'Open' }, sent: 'Sent' }, { default: 'open', label: 'Status' }),
  price: f.money({ min: '-100', label: 'Price' }),
  weight: f.decimal({ scale: 3, label: 'Weight' }),
  count: f.int({ label: 'Count' }),
  share: f.percent({ min: -100, label: 'Share' }),
  hot: f.bool({ label: 'Hot' }),
  due: f.datetime({ label: 'Due' }),
  day: f.date({ label: 'Day' }),
  body: f.textarea({ label: 'Body' }),
  pin: f.text({ secret: true, label: 'Pin' }),
  cost: f.int({ label: 'Cost' }),
  owner: f.int({ label: 'Owner' }),
});
const bare = table('sent_bare', { name: f.text() });
declare module '#resource' {
  interface Tables {
    sent_place: typeof place;
    sent_mark: typeof mark;
    sent_parcel: typeof parcel;
    sent_bare: typeof bare;
  }
}
const resources = [
  place.resource({
    path: 'sent/place',
    traits: { tree: true },
    rows: { read: (caller) => caller.super || { name: { ne: 'Hidden' } } },
  }),
  mark.resource({ path: 'sent/mark' }),
  parcel.resource({
    path: 'sent/parcel',
    label: { 'zh-cn': '包裹/快递', en: 'Parcels' },
    traits: { sortable: true, trash: true },
    list: { columns: ['title', 'place.name', 'price'], sort: 'id' },
    access: { cost: { read: (caller) => caller.super } },
    rows: { read: (caller) => caller.super || { owner: caller.id } },
  }),
  bare.resource({ path: 'sent/bare', actions: { export: false } }),
];

const ann = administrator('all', { language: 'zh-cn' });
const may = (...actions: string[]) => actions.map((action) => `sent/parcel/${action}`);
const bob = administrator(may('index', 'export'), { id: 9 });

interface Entry {
  readonly rows: number;
  readonly isWhole: boolean;
  readonly by: number;
  readonly query: unknown;
}

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const entries: Entry[] = [];
  const ask = (caller: Caller, query: Record<string, unknown> = {}, name = 'sent_parcel') =>
    fixture.gate.exporting(caller, fixture.model(name), query);
  const headersOf = async (caller: Caller, query: Record<string, unknown> = {}): Promise<Headers> => {
    const { headers, body } = await ask(caller, query);
    await body!.cancel();
    return headers;
  };
  const csv = async (caller: Caller, query: Record<string, unknown> = {}): Promise<string[][]> => {
    const text = Buffer.from(await (await ask(caller, query)).arrayBuffer()).toString();
    expect(text.startsWith('\ufeff')).toBe(true);
    return text.slice(1).split('\r\n').slice(0, -1).map(cellsOf);
  };
  /** One column of an export. */
  const column = async (label: string, caller: Caller = ann, query: Record<string, unknown> = {}) => {
    const [head, ...lines] = await csv(caller, query);
    const at = head!.indexOf(label);
    expect(at).toBeGreaterThanOrEqual(0);
    return lines.map((cells) => cells[at]);
  };

  beforeAll(async () => {
    setTimeZone('Asia/Shanghai');
    fixture = await openGate(await open(), resources, {
      exported: async ({ isWhole, caller, detail: { rows, query } }) => {
        entries.push({ rows, isWhole, by: caller.id, query });
      },
    });
    const { gate } = fixture;
    await gate.addAll('sent_place', [{ name: 'China' }, { name: '广东', area: 7.5 }, { name: 'Hidden' }]);
    await gate.rows('sent_place').edit(2, { pid: 1 } as never);
    await gate.addAll('sent_mark', [{ name: 'red' }, { name: '=blue' }]);
    await gate.addAll('sent_parcel', [
      {
        title: '=1+1',
        place_id: 2,
        mark_ids: [1, 2],
        price: '-5.20',
        weight: -1.5,
        count: 9007199254740991,
        share: -12.5,
        hot: 1,
        due: 1_700_000_000,
        day: '2024-02-29',
        body: 'a\r\nb',
        pin: 'canary',
        cost: 77,
        owner: 9,
      },
      { title: '-5.20', place_id: 3, status: 'sent', price: '12345678901.10', count: -3, body: '"x", y', owner: 9 },
      { title: '＝cmd', body: '\t=1', owner: 4 },
      { title: '王家村', body: 'a & <b> _x000D_ \u0001', owner: 9 },
    ]);
  });

  it('is refused without the right, where the table leaves it out, and without the list', async () => {
    const refusal = { key: 'rows:forbidden' };
    await expect(ask(administrator(may('index')))).rejects.toMatchObject(refusal);
    await expect(ask(administrator(may('export')))).rejects.toMatchObject(refusal);
    await expect(ask(ann, {}, 'sent_bare')).rejects.toMatchObject(refusal);
    await expect(ask(bob, { trash: 1 })).rejects.toMatchObject(refusal);
    await expect(ask(ann, { format: 'constructor' })).rejects.toMatchObject({ key: 'rows:unknownFormat' });
    await expect(ask(bob, { order: 'cost,asc' })).rejects.toMatchObject({ key: 'rows:unknownField' });
  });

  it('has the columns that the caller may read, in their language, those of the list first', async () => {
    const [head] = await csv(ann);
    expect(head!.slice(0, 4)).toEqual(['ID', '标题', 'Place', 'Price']);
    expect(head).toContain('Cost');
    expect(head).not.toContain('Pin');
    expect(head).not.toContain('version');
    expect(head).not.toContain('weigh');
    const [his] = await csv(bob);
    expect(his!.slice(0, 4)).toEqual(['ID', 'Title', 'Place', 'Price']);
    expect(his).not.toContain('Cost');
    expect(JSON.stringify(await csv(bob))).not.toMatch(/canary|77/);
  });

  it('has the columns that are asked for, in their order, those of related rows too', async () => {
    const [head, first] = await csv(ann, { only: 'price,place.area,status,place.name', columns: 'body' });
    expect(head).toEqual(['Price', 'Place · Area', 'Status', 'Place']);
    expect(first).toEqual(['-5.20', '7.5', '待发', (await column('Place'))[0]]);
    expect((await csv(bob, { only: ['hot'] })).map((cells) => cells.length)).toEqual([1, 1, 1, 1]);
    expect(await csv(bob, { only: '' })).toEqual(await csv(bob));
    for (const only of ['cost', 'pin', 'title,nothing', 'place.constructor', 'mark.name', 'place.pid.name'])
      await expect(ask(bob, { only })).rejects.toMatchObject({ name: 'Problem' });
  });

  it('writes values as people read them, and numbers exactly', async () => {
    expect(await column('Price')).toEqual(['-5.20', '12345678901.10', '', '']);
    expect(await column('Weight')).toEqual(['-1.500', '', '', '']);
    expect(await column('Count')).toEqual(['9007199254740991', '-3', '', '']);
    expect(await column('Share')).toEqual(['-12.5%', '', '', '']);
    expect(await column('Status')).toEqual(['待发', 'Sent', '待发', '待发']);
    expect(await column('Due')).toEqual(['2023-11-15 06:13:20', '', '', '']);
    expect(await column('Day')).toEqual(['2024-02-29', '', '', '']);
    expect(await column('Marks')).toEqual(['red, =blue', '', '', '']);
    expect(await column('Place')).toEqual(['China / 广东', 'Hidden', '', '']);
  });

  it('escapes what spreadsheets take for a formula by the kind of the field, not by its looks', async () => {
    expect(await column('标题')).toEqual(["'=1+1", "'-5.20", "'＝cmd", '王家村']);
    expect(await column('Body')).toEqual(['a\nb', '"x", y', "'\t=1", 'a & <b> _x000D_ \u0001']);
  });

  it('has exactly the rows of the list in its order: filter, search, chosen rows, row rules', async () => {
    expect(await column('ID', ann, { order: 'title,desc' })).toEqual(
      (await fixture.gate.index(ann, fixture.model('sent_parcel'), { order: 'title,desc' })).list.map(({ id }) =>
        String(id),
      ),
    );
    expect(await column('ID', ann, { search: [{ field: 'status', operator: '=', val: 'sent' }] })).toEqual(['2']);
    expect(await column('ID', ann, { quickSearch: '王家村' })).toEqual(['4']);
    expect(await column('ID', ann, { initValue: '4,1', order: 'id,desc', limit: 1 })).toEqual(['4', '1']);
    expect(await column('ID', bob)).toEqual(['1', '2', '4']);
    expect(await column('ID', bob, { initValue: '3' })).toEqual([]);
    expect(await column('Place', bob)).toEqual(['China / 广东', '3', '']);
  });

  it('gives the head alone where there are no rows, and says how many there will be', async () => {
    const answer = await ask(ann, { quickSearch: 'nothing' });
    expect(answer.headers.get('x-total-count')).toBe('0');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .toString()
        .split('\r\n'),
    ).toHaveLength(2);
    expect((await headersOf(bob)).get('x-total-count')).toBe('3');
  });

  it('calls the file as the table is called, with the day', async () => {
    const name = (await headersOf(ann)).get('content-disposition')!;
    expect(decodeURIComponent(name)).toMatch(/filename\*=UTF-8''包裹 快递 \d{4}-\d\d-\d\d\.csv$/);
    expect((await headersOf(bob, { format: 'xlsx' })).get('content-disposition')).toMatch(
      /^attachment; filename="Parcels \d{4}-\d\d-\d\d\.xlsx"$/,
    );
  });

  it('makes a workbook in which text is never a formula and numbers are numbers', async () => {
    const parts = unzipped(Buffer.from(await (await ask(ann, { format: 'xlsx' })).arrayBuffer()));
    expect([...parts.keys()]).toContain('[Content_Types].xml');
    expect(parts.get('xl/workbook.xml')).toContain('name="包裹 快递"');
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    expect(sheet).not.toContain('<f>');
    expect(sheet).toMatch(/<c r="B2" s="2" t="inlineStr"><is><t xml:space="preserve">=1\+1</);
    expect(sheet).toMatch(/<c r="D2" s="6"><v>-5\.20<\/v>/);
    // Excel would round it.
    expect(sheet).toContain('<t xml:space="preserve">9007199254740991</t>');
    expect(sheet).toContain('<v>45245.2592592592');
    expect(sheet).toContain('<v>45351</v>');
    expect(sheet).toContain('a &amp; &lt;b&gt; _x005F_x000D_ _x0001_<');
  });

  describe('while it is sent', () => {
    beforeAll(async () => {
      await fixture.gate.addAll(
        'sent_parcel',
        Array.from({ length: 3000 }, (_, at) => ({ title: `parcel ${at} `, body: 'x'.repeat(300), owner: 12 })),
      );
    });
    const cid = administrator(may('index', 'export'), { id: 12 });

    it('is of one moment', async () => {
      const reader = (await ask(cid)).body!.getReader();
      await reader.read();
      await fixture.gate.addAll('sent_parcel', [{ title: 'later', owner: 12 }]);
      let text = '';
      for (let next = await reader.read(); !next.done; next = await reader.read())
        text += Buffer.from(next.value).toString();
      expect(text).toContain('parcel 2999 ');
      expect(text).not.toContain('later');
    });

    it('breaks off once the rights are withdrawn', async () => {
      let decides = 'before';
      const changing: Caller = basedOn(
        { ...cid },
        {
          states: new Map(),
          session: undefined,
          decides: () => 'before',
          at: async () =>
            basedOn(
              { ...cid },
              {
                states: new Map([['admin', decides]]),
                session: undefined,
                decides: () => decides,
                at: async () => cid,
                runExclusive: (job) => job(),
              },
            ),
          runExclusive: (job) => job(),
        },
      );
      const reader = (await ask(changing)).body!.getReader();
      await reader.read();
      decides = 'after';
      entries.length = 0;
      await expect(drained(reader)).rejects.toMatchObject({ key: 'server:forbidden' });
      expect(entries).toEqual([{ rows: expect.any(Number) as number, isWhole: false, by: 12, query: {} }]);
      expect(entries[0]!.rows).toBeLessThan(3000);
    });

    it('lets go of its connection when it is cancelled, and tells how far it came', async () => {
      entries.length = 0;
      for (let times = 0; times < mostOfOne * 3; times += 1) {
        const reader = (await ask(cid, { order: 'id,desc' })).body!.getReader();
        await reader.read();
        await reader.cancel();
      }
      expect(entries).toHaveLength(mostOfOne * 3);
      expect(entries.every(({ isWhole, rows }) => !isWhole && rows > 0 && rows < 3000)).toBe(true);
      // Where texts may be long, few are in memory at a time.
      expect(Math.max(...entries.map(({ rows }) => rows))).toBeLessThan(100);
    });

    it('is one of few of the same person', async () => {
      const open = await Promise.all(Array.from({ length: mostOfOne }, () => ask(cid)));
      await expect(ask(cid)).rejects.toMatchObject({ key: 'database:crowded' });
      await Promise.all(open.map(({ body }) => body!.cancel()));
      await (await ask(cid)).body!.cancel();
    });

    it('tells who has exported how many of which', async () => {
      entries.length = 0;
      await csv(bob, { quickSearch: '王家村' });
      expect(entries).toEqual([{ rows: 1, isWhole: true, by: 9, query: { quickSearch: '王家村' } }]);
    });
  });
});

async function drained(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let next = await reader.read(); !next.done;) next = await reader.read();
}

/** The cells of a line of CSV. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );

it('names no sheet as Excel keeps for itself', async () => {
  async function* pages() {
    yield [[{ text: 'Title', is: 'text' as const }]];
  }
  const named = async (title: string) => {
    const bytes = await buffer(xlsxOf(pages(), title));
    return unzipped(bytes).get('xl/workbook.xml');
  };
  expect(await named('History')).toContain('name="History 1"');
  expect(await named('History of parcels')).toContain('name="History of parcels"');
});

it('goes on in a next sheet, which has the head too, where one is as long as Excel reads', async () => {
  const longest = 1_048_576;
  const cell = (text: string) => [{ text, is: 'text' as const }];
  async function* pages() {
    yield [cell('Title')];
    yield Array.from({ length: longest }, (_, at) => (at < longest - 2 ? [] : cell(`parcel ${at}`)));
  }
  const parts = unzipped(await buffer(xlsxOf(pages(), 'Parcels')));
  const [first, second] = [1, 2].map((number) => parts.get(`xl/worksheets/sheet${number}.xml`)!);
  expect(first!.slice(first!.lastIndexOf('<row '))).toContain(`<row r="${longest}"><c r="A${longest}"`);
  expect([...second!.matchAll(/>([^<>]+)<\/t>/g)].map(([, text]) => text)).toEqual(['Title', `parcel ${longest - 1}`]);
  expect(parts.get('xl/workbook.xml')).toContain('name="Parcels 2"');
});

it('ends once, and without a fault, where who reads goes away while more is made', async () => {
  const asked = Promise.withResolvers<void>();
  const made = Promise.withResolvers<Uint8Array>();
  async function* bytes() {
    asked.resolve();
    yield await made.promise;
  }
  const told: unknown[] = [];
  const close = async (): Promise<void> => void told.push('closed');
  const reader = byteStream(bytes(), { close, failed: (error) => told.push(error) }).getReader();
  const read = reader.read();
  await asked.promise;
  const cancelled = reader.cancel();
  made.resolve(new Uint8Array(1));
  await cancelled;
  expect(await read).toEqual({ done: true, value: undefined });
  expect(told).toEqual(['closed']);
});
