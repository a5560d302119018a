import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { f, table } from '#resource';
import { leaveKeys } from '../../../src/server/database/pinyin/keepKeys.ts';
import { sortKey } from '../../../src/server/database/pinyin/sortKey.ts';
import { byPinyin, chineseNames } from '../../support/chineseNames.ts';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const team = table('pinyin_team', { name: f.text({ required: true }) });
const person = table('pinyin_person', {
  name: f.text({ search: true }),
  name_en: f.text(),
  label: f.text({ translated: { en: 'name_en' } }),
  code: f.text({ pinyin: false }),
  team_id: f.belongsTo('pinyin_team'),
});
declare module '#resource' {
  interface Tables {
    pinyin_team: typeof team;
    pinyin_person: typeof person;
  }
}
const resources = [
  team.resource({ path: 'test/team' }),
  person.resource({
    path: 'test/person',
    traits: { trash: true, history: true },
    list: { columns: ['name', 'label', 'code', 'team.name'] },
  }),
];
const ann = administrator();
const [reader, chinese] = [administrator('all', { language: 'en' }), administrator('all', { language: 'zh-cn' })];

/** Nothing, signs and figures, Latin letters of both sizes, then Chinese names. */
const before = ['#1', '10', '9', 'Apple', 'apple pie', 'Banana', 'zoo'];
const people = [...new Set(chineseNames(120))];
const sorted = [...before, ...people.toSorted(byPinyin)];

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const model = (name = 'pinyin_person') => fixture.model(name);
  const page = async (query: Record<string, unknown>, caller = ann) =>
    (await fixture.gate.index(caller, model(), { limit: 200, order: 'name,asc', ...query })).list;
  const names = async (query: Record<string, unknown> = {}, column = 'name', caller = ann) =>
    (await page(query, caller)).map((row) => row[column]);
  /** Every key that the database has is that of its text. */
  const keysAreRight = async (): Promise<number> => {
    const { rows } = await sql<{ name: string | null; key: string | null }>`
      SELECT name, _pinyin_name AS key FROM pinyin_person`.execute(fixture.database.read);
    for (const { name, key } of rows) expect(key).toBe(name === null ? null : sortKey(name));
    return rows.length;
  };
  const run = (statement: ReturnType<typeof sql>) =>
    fixture.database.write(({ db, touch }) => {
      touch('pinyin_person');
      return statement.execute(db);
    });

  beforeEach(async () => {
    fixture = await openGate(await open(), resources);
  });

  describe('a list sorted by a Chinese column', () => {
    // A stride that no number of rows is a multiple of mixes them.
    const mixed = sorted.map((_, at) => sorted[(at * 37) % sorted.length]!);
    beforeEach(() => fixture.gate.addAll('pinyin_person', [{}, ...mixed.map((name) => ({ name })), {}]));

    it('is in the order of pinyin, with empty values first upwards and last downwards', async () => {
      expect(await names()).toEqual([null, null, ...sorted]);
      expect(await names({ order: 'name,desc' })).toEqual([...sorted.toReversed(), null, null]);
      expect(await keysAreRight()).toBe(sorted.length + 2);
    });

    it.each(['asc', 'desc'])('is the same on every page, in whatever order these are asked for (%s)', async (way) => {
      const order = `name,${way}`;
      const all = (await page({ order })).map(({ id }) => id);
      const pages = Array.from({ length: Math.ceil(all.length / 7) }, (_, at) => at + 1);
      for (const number of [...pages.toSorted((one, other) => ((one * 5) % 19) - ((other * 5) % 19)), ...pages]) {
        const rows = await page({ order, page: number, limit: 7 });
        expect(rows.map(({ id }) => id)).toEqual(all.slice((number - 1) * 7, number * 7));
        expect(Object.keys(rows[0]!).filter((name) => name.includes('pinyin'))).toEqual([]);
      }
    });

    it('has equal keys in the order of their ids on every page', async () => {
      await fixture.gate.addAll(
        'pinyin_person',
        Array.from({ length: 20 }, (_, at) => ({ name: at % 2 === 0 ? 'SAME' : 'same' })),
      );
      const all = (await page({})).map(({ id }) => id);
      const same = (await page({ search: [{ field: 'name', operator: 'IN', val: ['SAME', 'same'] }] })).map(
        ({ id }) => id,
      );
      expect(same).toEqual(same.toSorted((one, other) => Number(one) - Number(other)));
      for (const number of [18, 2, 19, 17, 3, 18])
        expect((await page({ page: number, limit: 7 })).map(({ id }) => id)).toEqual(
          all.slice((number - 1) * 7, number * 7),
        );
    });
  });

  it('stays sorted by what is written by an edit, many edits at once, their undoing, and a way back from the trash', async () => {
    const { gate } = fixture;
    const add = async (name: string) => Number((await gate.add(ann, model(), { name }))!['id']);
    const [one, two, three] = [await add('曾先生'), await add('阿姨'), await add('陈小姐')];
    expect(await names()).toEqual(['阿姨', '陈小姐', '曾先生'].toSorted(byPinyin));
    await gate.edit(ann, model(), { id: one, name: '白先生' });
    expect(await names()).toEqual(['阿姨', '白先生', '陈小姐']);
    await gate.edit(ann, model(), { id: one, name: null });
    expect(await names()).toEqual([null, '阿姨', '陈小姐']);
    const { undo } = await gate.bulkEdit(ann, model(), { choice: [one, two], values: { name: '张三' } });
    expect(await names()).toEqual(['陈小姐', '张三', '张三']);
    await keysAreRight();
    await gate.undoEdit(ann, model(), undo);
    expect(await names()).toEqual([null, '阿姨', '陈小姐']);
    await gate.del(ann, model(), [two]);
    await gate.restore(ann, model(), [two]);
    expect(await names()).toEqual([null, '阿姨', '陈小姐']);
    await gate.rows('pinyin_person').edit(three, { name: 'ABC' });
    expect(await names()).toEqual([null, 'ABC', '阿姨']);
    expect(await keysAreRight()).toBe(3);
  });

  it('has its keys from the gate, whether or not the database would make them', async () => {
    const { gate, database } = fixture;
    await database.write(({ db }) => leaveKeys(db, database.dialect));
    await gate.addAll('pinyin_person', [{ name: '张三' }, { name: 'Ann' }, { name: '李四' }]);
    await gate.add(ann, model(), { name: '王五' });
    await gate.edit(ann, model(), { id: 1, name: '阿三' });
    await gate.edit(ann, model(), { id: 2, name: null });
    expect(await keysAreRight()).toBe(4);
    await run(sql`UPDATE pinyin_person SET name = ${'别人'} WHERE id = 3`);
    await expect(keysAreRight()).rejects.toThrow();
  });

  it('is sorted by a related column, in lists and for code, and by translations for their readers', async () => {
    const { gate } = fixture;
    for (const name of ['曾组', '阿组', 'Beta', 'alpha']) await gate.add(ann, model('pinyin_team'), { name });
    await gate.addAll('pinyin_person', [
      { team_id: 1, label: '张', name_en: 'Zhang' },
      { team_id: 2, label: '曾', name_en: 'adam' },
      { team_id: 3, label: '阿', name_en: 'Bob' },
      { team_id: 4, label: '陈' },
    ]);
    expect((await page({ order: 'team.name,asc' })).map(({ team_id: id }) => id)).toEqual([4, 3, 2, 1]);
    const rows = await gate.rows('pinyin_person').list({}, { sort: '-team.name' });
    expect(rows.map(({ team_id: id }) => id)).toEqual([1, 2, 3, 4]);
    const inChinese = ['张', '曾', '阿', '陈'].toSorted(byPinyin);
    expect(await names({ order: 'label,asc' }, 'label', chinese)).toEqual(inChinese);
    expect(await names({ order: 'label,asc' }, 'label', reader)).toEqual(['adam', 'Bob', 'Zhang', '陈']);
  });

  it('is sorted by bytes where the file says so', async () => {
    await fixture.gate.addAll('pinyin_person', [
      { code: '阿' },
      { code: 'b' },
      { code: '张' },
      { code: 'A' },
      { code: 'B' },
    ]);
    expect(await names({ order: 'code,asc' }, 'code')).toEqual(['A', 'B', 'b', '张', '阿']);
  });

  it('finds by equality what is equal, however keys are', async () => {
    const { gate } = fixture;
    await gate.addAll(
      'pinyin_person',
      ['Ann', 'ann', '安', null].map((name) => ({ name })),
    );
    const found = (operator: string, val: unknown) =>
      names({ order: 'id,asc', search: [{ field: 'name', operator, val }] });
    expect(await found('eq', 'ann')).toEqual(['ann']);
    expect(await found('eq', '安')).toEqual(['安']);
    expect(await found('IN', ['Ann', '安', 'none'])).toEqual(['Ann', '安']);
    expect(await found('ne', 'ann')).toEqual(['Ann', '安', null]);
    expect(await found('NOT IN', ['ann', '安'])).toEqual(['Ann', null]);
    expect(await gate.rows('pinyin_person').count({ name: 'Ann' })).toBe(1);
  });

  it('has the keys of rows that others write into the database', async () => {
    const texts = [
      ...chineseNames(3000).map((name, at) => (at % 4 === 0 ? `${name}Ab${at}` : name)),
      '',
      'Plain ASCII',
      'ÄÖÜ',
      'Ж가あ🙂𠀀〇',
      '\u4dc0䶿一\u9fff',
      '  ',
      "it's",
      'x'.repeat(700),
      '王'.repeat(700),
    ];
    await run(sql`INSERT INTO pinyin_person (name, version)
      VALUES ${sql.join(texts.map((text) => sql`(${text}, 1)`))}`);
    expect(await keysAreRight()).toBe(texts.length);
    await run(sql`INSERT INTO pinyin_person (version) VALUES (1)`);
    await run(sql`UPDATE pinyin_person SET name = ${'张'} || name || 'Zz' WHERE id % 2 = 0`);
    await run(sql`UPDATE pinyin_person SET name = NULL WHERE id % 5 = 0`);
    await run(sql`UPDATE pinyin_person SET name = upper(name) WHERE id % 3 = 0`);
    await run(sql`UPDATE pinyin_person SET name = ${'回来'} WHERE id % 10 = 0`);
    expect(await keysAreRight()).toBe(texts.length + 1);
  });

  it('shows its keys to nobody', async () => {
    const { gate } = fixture;
    const row = await gate.add(ann, model(), { name: '张三' });
    const id = Number(row!['id']);
    await gate.edit(ann, model(), { id, name: '李四' });
    const shown = JSON.stringify([
      row,
      await page({}),
      await gate.read(ann, model(), id),
      await gate.history(ann, model(), id),
      await gate.rows('pinyin_person').list(),
      (await sql`SELECT changes FROM row_history`.execute(fixture.database.read)).rows,
    ]);
    expect(shown).toContain('李四');
    expect(shown).not.toMatch(/_pinyin/);
    expect(shown).not.toContain(sortKey('李四'));
    for (const field of ['_pinyin_name', 'pinyin_name'])
      await expect(page({ order: `${field},asc` })).rejects.toMatchObject({ key: 'rows:unknownField' });
  });
});
