import { expect, it } from 'vitest';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { eachDatabase } from '../support/databases.ts';
import { runChild } from '../support/runChild.ts';

const note = {
  name: 'note',
  columns: [{ name: 'body', type: 'text', nullable: true, default: null }],
  indexes: [],
  searchColumns: ['body'],
} as const;

eachDatabase((_name, _open, place) => {
  it('keeps every acknowledged row when the server is killed, twice over', async () => {
    const where = await place();
    const acknowledged: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const database = await openDatabase(where);
      await applySchema(database, [note], () => {});
      const ids = new Set((await database.read.selectFrom('note').select('id').execute()).map(({ id }) => id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      await database.close();
      const { lines, signal } = await runChild(
        'writeForever.ts',
        [where.dataDir, where.databaseUrl ?? ''],
        (line, kill) => {
          if (Number(line) % (97 + round * 50) === 0) kill();
        },
      );
      expect(signal).toBe('SIGKILL');
      acknowledged.push(...lines.map(Number));
    }
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
  });
});
