import { expect, it } from 'vitest';
import { f, table } from '#resource';
import product from '../../examples/changes.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startVersion } from '../../support/versions.ts';

const item = table('item', {
  title: f.text({ required: true }),
  price: f.int(),
  weight: f.decimal({ scale: 3 }),
  deposit: f.int(),
  status: f.enum({ draft: 'Draft', live: 'Live' }, { default: 'draft' }),
  old_number: f.text(),
}).resource({ path: 'shop/item' });

eachDatabase((_name, open) => {
  it('changes a table as docs/tables.md says', async () => {
    const database = await open();
    const before = await startVersion(database, [item]);
    await before.add('item', { title: 'Pen', price: 525, weight: 0.125, deposit: 7, status: 'draft', old_number: 'x' });
    const after = await startVersion(database, [product]);
    expect(await after.rows('product', 'name', 'price', 'weight', 'deposit', 'status')).toEqual([
      { name: 'Pen', price: '5.25', weight: 0.13, deposit: '7.00', status: 'hidden' },
    ]);
    const later = await startVersion(database, [product]);
    expect(later.log).toEqual([]);
    expect(later.plan.notes).toHaveLength(6);
  });
});
