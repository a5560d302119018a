import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { administrator, openGate, type TestGate } from '../support/gate.ts';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';

const ann = administrator();
// Sees rows of nobody (owner 0) too, but changes only those of their own.
const bob = administrator(
  ['index', 'add', 'del', 'destroy', 'restore'].map((action) => `content/article/${action}`),
  { id: 9, username: 'bob' },
);

eachDatabase((_name, open) => {
  let fixture: TestGate;
  let own: number[];
  const article = () => fixture.model('article');
  const add = async (owner: number): Promise<number> => {
    const { id } = await fixture.gate.add(ann, article(), { title: `of ${owner}` });
    await fixture.gate.rowsOf(article()).edit(id, { owner } as never);
    return id;
  };
  const states = async () =>
    (await sql`SELECT id, delete_time IS NULL AS alive FROM article ORDER BY id`.execute(fixture.database.read)).rows;
  const foreign: Record<string, () => Promise<number>> = {
    'a row that is not there': async () => 99_999,
    'a row of somebody else': () => add(7),
    'a row that one may only read': () => add(0),
  };

  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
  });
  beforeEach(async () => {
    own = [await add(9), await add(9)];
  });

  it('deletes, restores and destroys nothing when one row of a list is not theirs, and does not say why', async () => {
    const { gate } = fixture;
    const answers: Record<string, unknown[]> = { del: [], restore: [], destroy: [] };
    const refused = async (action: string, job: Promise<unknown>): Promise<void> => {
      const { key, params, options } = (await job.catch((error: unknown) => error)) as Record<string, unknown>;
      answers[action]!.push({ key, params, options });
    };
    for (const other of Object.values(foreign)) {
      const id = await other();
      const before = await states();
      await refused('del', gate.del(bob, article(), [...own, id]));
      expect(await states()).toEqual(before);
      await gate.del(bob, article(), own);
      if (id !== 99_999) await gate.del(ann, article(), [id]);
      const trashed = await states();
      await refused('restore', gate.restore(bob, article(), [id, ...own]));
      await refused('destroy', gate.destroy(bob, article(), [id, ...own]));
      expect(await states()).toEqual(trashed);
      await gate.restore(bob, article(), own);
    }
    for (const [action, given] of Object.entries(answers)) {
      expect(given).toHaveLength(3);
      expect(given, action).toEqual(given.map(() => given[0]));
      expect(given[0], action).toMatchObject({ key: action === 'restore' ? 'rows:noneRestored' : 'rows:noneDeleted' });
    }
  });

  it('tells no more of a foreign row when an own one of the list is in use', async () => {
    await fixture.gate.add(ann, fixture.model('comment'), { text: 'x', article_id: own[0] });
    for (const other of Object.values(foreign))
      await expect(fixture.gate.del(bob, article(), [own[0], await other()])).rejects.toMatchObject({
        key: 'rows:noneDeleted',
      });
  });

  it('deletes all of a list that is theirs', async () => {
    expect(await fixture.gate.del(bob, article(), [...own, own[0]])).toEqual({ count: 2 });
    expect(await fixture.gate.restore(bob, article(), own)).toBe(2);
  });
});
