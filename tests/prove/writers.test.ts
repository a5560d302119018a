import { expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { administrator, openGate } from '../support/gate.ts';
import { sampleTables } from '../support/sampleTables.ts';

eachDatabase((_name, open) => {
  it('loses nothing among 100 interleaved writers', async () => {
    const fixture = await openGate(await open(), sampleTables);
    const [ann, article] = [administrator(), fixture.model('article')];
    const { id } = await fixture.gate.add(ann, article, { title: 'a', views: 0 });
    const increase = async (): Promise<void> => {
      for (;;) {
        const row = await fixture.gate.read(ann, article, id);
        const change = { id, version: row.version, views: Number(row['views']) + 1 };
        const saved = await fixture.gate.edit(ann, article, change).catch((error: { key?: string }) => error);
        if (!('key' in saved)) return;
        expect(saved.key).toBe('rows:stale');
      }
    };
    await Promise.all(Array.from({ length: 100 }, increase));
    expect(await fixture.gate.read(ann, article, id)).toMatchObject({ views: 100, version: 101 });
  });
});
