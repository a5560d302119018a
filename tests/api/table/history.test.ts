import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { f, table, type FieldMap } from '#resource';
import type { HistoryEntry } from '../../../src/server/table/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const page = (fields: FieldMap) => table('page', fields).resource({ traits: { history: true } });
const boss = administrator('all', { username: 'boss' });
const clerk = administrator(
  ['content/article/index', 'content/article/history', 'files/folder/index', 'files/folder/history'],
  { id: 9, username: 'clerk' },
);

eachDatabase((_name, open) => {
  let fixture: TestGate;
  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
  });
  const add = async (name: string, values: Record<string, unknown>): Promise<number> =>
    (await fixture.gate.add(boss, fixture.model(name), values)).id;
  const changesOf = (entries: readonly HistoryEntry[]) => entries.map(({ action, changes }) => [action, changes]);

  it('keeps what happened to a column under its former name', async () => {
    const database = await open();
    const before = await openGate(database, [page({ heading: f.text(), body: f.text() })]);
    const { id } = await before.gate.add(boss, before.model('page'), { heading: 'old', body: 'text' });
    await before.gate.edit(boss, before.model('page'), { id, heading: 'newer' });
    const after = await openGate(database, [page({ title: f.text({ renamedFrom: 'heading' }), body: f.text() })]);
    await after.gate.edit(boss, after.model('page'), { id, title: 'newest' });
    expect((await after.gate.history(boss, after.model('page'), id)).map(({ changes }) => changes['title'])).toEqual([
      { before: 'newer', after: 'newest' },
      { before: 'old', after: 'newer' },
      { before: null, after: 'old' },
    ]);
  });

  it('names rows that a field referred to, but none that the caller may not see', async () => {
    const [news, hidden] = [await add('category', { name: 'News' }), await add('category', { name: 'Hidden' })];
    const [red, blue] = [await add('tag', { name: 'red' }), await add('tag', { name: 'blue' })];
    const id = await add('article', { title: 'x', category_id: news, tag_ids: [red] });
    await fixture.gate.edit(boss, fixture.model('article'), { id, category_id: hidden, tag_ids: [blue] });
    await fixture.gate.rowsOf(fixture.model('article')).edit(id, { owner: 9 } as never);
    const edited = async (caller = boss) =>
      (await fixture.gate.history(caller, fixture.model('article'), id))[1]!.changes;
    expect(await edited()).toEqual({
      category_id: {
        before: news,
        after: hidden,
        rows: [
          { id: news, name: 'News' },
          { id: hidden, name: 'Hidden' },
        ],
      },
      tag_ids: {
        before: [red],
        after: [blue],
        rows: [
          { id: red, name: 'red' },
          { id: blue, name: 'blue' },
        ],
      },
    });
    expect((await edited(clerk))['category_id']).toEqual({
      before: news,
      after: hidden,
      rows: [{ id: news, name: 'News' }],
    });
  });

  it('leaves numbers out that only say what the action says', async () => {
    const [id, other] = [await add('article', { title: 'below' }), await add('article', { title: 'above' })];
    const article = fixture.model('article');
    await fixture.gate.sortable(boss, article, { id, targetId: other });
    await fixture.gate.del(boss, article, [id]);
    await fixture.gate.restore(boss, article, [id]);
    expect(changesOf(await fixture.gate.history(boss, article, id)).slice(0, 3)).toEqual([
      ['restore', {}],
      ['del', {}],
      ['sortable', {}],
    ]);
    expect(Object.keys((await fixture.gate.history(boss, article, id))[3]!.changes)).not.toContain('weigh');
  });

  it('shows as many entries of a row as one answer may hold, the newest', async () => {
    const fields = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`text_${at}`, f.textarea()]));
    const { gate, model } = await openGate(await open(), [page(fields)]);
    const valuesOf = (turn: number) =>
      Object.fromEntries(Object.keys(fields).map((name) => [name, `${turn} `.padEnd(2000, '中')]));
    const { id } = await gate.add(boss, model('page'), valuesOf(0));
    const edits = 80;
    for (let turn = 1; turn <= edits; turn += 1) await gate.edit(boss, model('page'), { id, ...valuesOf(turn) });
    const entries = await gate.history(boss, model('page'), id);
    expect(Buffer.byteLength(JSON.stringify(entries))).toBeLessThan(4 * 1024 * 1024 + 1000);
    expect(entries.length).toBeGreaterThan(20);
    const last = entries.map(({ changes }) => String(changes['text_0']!.after).split(' ')[0]);
    expect(last).toEqual(Array.from(entries, (_, at) => String(edits - at)));
  });

  describe('of long values', () => {
    const long = table('long', {
      text: f.textarea({ max: 65_535 }),
      html: f.richText(),
      words: f.tags({ limit: 5000, max: 50 }),
      data: f.json({ max: 200_000 }),
      pin: f.textarea({ max: 65_535, secret: true }),
    });
    let own: TestGate;
    beforeAll(async () => {
      own = await openGate(await open(), [long.resource({ traits: { history: true, trash: true } })]);
    });
    const model = () => own.model('long');
    const sizes = async (): Promise<number[]> =>
      (
        await sql<{ size: number }>`SELECT length(changes) AS size FROM row_history ORDER BY id`.execute(
          own.database.read,
        )
      ).rows.map(({ size }) => Number(size));
    const lastChange = async (id: number, field: string) =>
      (await own.gate.history(boss, model(), id))[0]!.changes[field];

    it('grows by a few thousand characters an edit, however long the values are', async () => {
      const letters = ['a', '😀', '中'];
      const { id } = await own.gate.add(boss, model(), {
        text: 'z'.repeat(65_000),
        html: `<p>${'z'.repeat(60_000)}</p>`,
      });
      for (let turn = 0; turn < 12; turn += 1) {
        const letter = letters[turn % 3]!;
        await own.gate.edit(boss, model(), {
          id,
          text: letter.repeat(60_000),
          html: `<p>${letter.repeat(60_000)}</p>`,
          words: Array.from({ length: 3000 }, (_, at) => `${letter}${turn}-${at}`),
          data: { [letter]: letter.repeat(60_000) },
          pin: `canary ${letter.repeat(60_000)}`,
        });
      }
      await own.gate.del(boss, model(), [id]);
      await own.gate.destroy(boss, model(), [id]);
      const all = await sizes();
      expect(all).toHaveLength(15);
      for (const size of all) expect(size).toBeLessThan(20_000);
      const stored = await sql<{ changes: string }>`SELECT changes FROM row_history`.execute(own.database.read);
      expect(JSON.stringify(stored.rows)).not.toContain('canary');
    });

    it('shows what has changed within them, and what stood around it', async () => {
      const filler = '😀'.repeat(20_000);
      const { id } = await own.gate.add(boss, model(), { text: `${filler}old word${filler}` });
      expect((await lastChange(id, 'text'))!.after).toMatch(/^(?:😀){1000}…$/u);
      await own.gate.edit(boss, model(), { id, text: `${filler}new word${filler}` });
      const around = '😀'.repeat(30);
      expect(await lastChange(id, 'text')).toEqual({
        before: `…${around}old word${'😀'.repeat(27)}…`,
        after: expect.stringContaining(`${around}new word😀`) as string,
        cut: true,
      });
      await own.gate.edit(boss, model(), { id, text: 'short' });
      expect(await lastChange(id, 'text')).toMatchObject({ after: 'short', cut: true });
      await own.gate.edit(boss, model(), { id, text: 'shorter' });
      expect(await lastChange(id, 'text')).toEqual({ before: 'short', after: 'shorter' });
    });

    it('shows of lists what went and what came', async () => {
      const words = Array.from({ length: 1000 }, (_, at) => `word ${at}`);
      const { id } = await own.gate.add(boss, model(), { words });
      await own.gate.edit(boss, model(), { id, words: [...words.slice(1), 'another'] });
      expect(await lastChange(id, 'words')).toEqual({ before: ['word 0'], after: ['another'], cut: true });
    });
  });
});
