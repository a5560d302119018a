import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const postcard = table('postcard', { text: f.text(), owner: f.int() });
declare module '#resource' {
  interface Tables {
    postcard: typeof postcard;
  }
}
/** Everybody may write to everybody, and reads what is theirs. */
const postcards = postcard.resource({
  path: 'post/card',
  rows: { read: (caller) => ({ owner: caller.id }), add: () => true },
});
const bob = administrator(['post/card/index', 'post/card/add'], { id: 9 });

eachDatabase((_name, open) => {
  it('adds nothing for code that asks for a caller who would not see the row', async () => {
    const { gate } = await openGate(await open(), [postcards]);
    const rows = gate.rows('postcard', bob);
    expect(await rows.add({ text: 'mine', owner: 9 })).toMatchObject({ text: 'mine', owner: 9 });
    await expect(rows.add({ text: 'yours', owner: 5 })).rejects.toMatchObject({ key: 'rows:notFound' });
    expect(await gate.rows('postcard').count()).toBe(1);
  });
});
