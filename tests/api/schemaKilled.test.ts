import { expect, it } from 'vitest';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { evolutionAfter, evolutionBefore } from '../support/evolution.ts';
import { runChild } from '../support/runChild.ts';

const silent = (): void => {};

eachDatabase((name, _open, place) => {
  const filled = async (): Promise<Place> => {
    const where = await place();
    const database = await openDatabase(where);
    await applySchema(database, evolutionBefore, silent);
    await database.write(async ({ db }) => {
      await db.insertInto('folder').values({ title: 'f' }).execute();
      await db
        .insertInto('note')
        .values([
          { body: 'one', amount: 1, rest: 'r', folder_id: 1 },
          { body: null, amount: 2, rest: 'r', folder_id: null },
        ])
        .execute();
    });
    await database.close();
    return where;
  };
  const evolve = (where: Place, dieAt?: number): ReturnType<typeof runChild> =>
    runChild('evolve.ts', [where.dataDir, where.databaseUrl ?? '', String(dieAt ?? '')]);
  const notesIn = async (where: Place): Promise<{ notes: unknown[]; steps: number }> => {
    const database = await openDatabase(where);
    const notes = (await database.read.selectFrom('note').selectAll().orderBy('id').execute()).map((row) => ({
      ...row,
    }));
    const { steps } = await planSchema(database, evolutionAfter);
    await database.close();
    return { notes, steps: steps.length };
  };
  const old = [
    { id: 1, body: 'one', amount: 1, rest: 'r', folder_id: 1 },
    { id: 2, body: null, amount: 2, rest: 'r', folder_id: null },
  ];
  const changed = [
    { id: 1, text: 'one', amount: '1', folder_id: 1, added: 1 },
    { id: 2, text: '', amount: '2', folder_id: null, added: 1 },
  ];

  it('is as before when it is killed at any step, and finishes the next time', async () => {
    const where = await filled();
    for (let step = 1; ; step += 1) {
      const { signal, lines, errors } = await evolve(where, step);
      if (signal !== 'SIGKILL') {
        expect({ errors, notes: (await notesIn(where)).notes }).toEqual({ errors: '', notes: changed });
        expect(lines.length).toBe(step - 1);
        expect(step).toBeGreaterThan(5);
        return;
      }
      expect((await notesIn(where)).notes).toEqual(old);
    }
  });

  it('is done once when two programs start at once', async () => {
    const where = await filled();
    const both = await Promise.all([evolve(where), evolve(where)]);
    const did = both.filter(({ lines }) => lines.length > 0);
    expect(did).toHaveLength(1);
    const other = both.find((each) => each !== did[0]);
    // A folder has one server: there the second one is told so, or comes after the first.
    if (name === 'postgres') expect(other).toMatchObject({ code: 0, errors: '' });
    else if (other?.code !== 0) expect(other?.errors).toContain('database:folderInUse');
    expect(await notesIn(where)).toEqual({ notes: changed, steps: 0 });
  });
});
