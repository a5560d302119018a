import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, Invalid, table } from '#resource';
import { administrator, openGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const ann = administrator();
const found = {
  only: f.text({ max: 4000, unique: true }),
  found: f.text({ max: 4000, index: true }),
  free: f.text({ max: 4000 }),
};
const letter = table('page_letter', found).resource({ path: 'test/letter' });
const sorted = table('page_sorted', { name: f.text({ max: 4000, pinyin: false }) }).resource({
  path: 'test/sorted',
  list: { sort: 'name' },
});
const many = Array.from({ length: 300 }, (_, at) => `text_${at}`);
const broad = table('page_broad', Object.fromEntries(many.map((name) => [name, f.text()]))).resource({
  path: 'test/broad',
});

/** Nothing makes it any shorter. */
const noise = (length: number, seed: string): string => {
  let text = '';
  for (let turn = 0; text.length < length; turn += 1)
    text += createHash('sha512').update(`${seed} ${turn}`).digest('base64');
  return text.slice(0, length);
};

eachDatabase((name, open) => {
  const takes = name === 'sqlite';

  it('names the text that is too long for an index of the database, in a form and in bulk', async () => {
    const fixture = await openGate(await open(), [letter, sorted]);
    const [letters, names] = [fixture.model('page_letter'), fixture.model('page_sorted')];
    const errorsOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
      const failure = await work.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return [];
      expect(failure).toBeInstanceOf(Invalid);
      const { errors } = failure as Invalid;
      for (const error of Object.values(errors))
        expect(error).toEqual({ key: 'validate:tooLongIndexed', params: { limit: 2600 } });
      return Object.keys(errors);
    };
    const long = noise(4000, 'long');
    expect(await errorsOf(fixture.gate.add(ann, letters, { free: long, only: 'x' }))).toEqual([]);
    expect(await errorsOf(fixture.gate.add(ann, letters, { only: long, free: long }))).toEqual(['only']);
    expect(await errorsOf(fixture.gate.edit(ann, letters, { id: 1, found: long }))).toEqual(['found']);
    expect(await errorsOf(fixture.gate.add(ann, names, { name: long }))).toEqual(['name']);
    // As much as there is room for; what could be made shorter is refused alike.
    expect(await errorsOf(fixture.gate.add(ann, letters, { only: noise(2600, 'a'), found: 'x'.repeat(2600) }))).toEqual(
      [],
    );
    expect(await errorsOf(fixture.gate.add(ann, letters, { found: '宽'.repeat(900) }))).toEqual(['found']);
    const bulk = fixture.gate.bulkEdit(ann, letters, { choice: [1], values: { found: noise(4000, 'bulk') } });
    expect(await errorsOf(bulk)).toEqual(['found']);
    // What stood there before there was an index may stay.
    const { database } = fixture;
    await database.write(({ db }) => sql`UPDATE page_letter SET "only" = ${'y'.repeat(3000)} WHERE id = 1`.execute(db));
    expect(await errorsOf(fixture.gate.edit(ann, letters, { id: 1, only: 'y'.repeat(3000), free: 'new' }))).toEqual([]);
  });

  it('says so where all the texts of a record are too much together', async () => {
    const fixture = await openGate(await open(), [broad]);
    const values = Object.fromEntries(many.map((each) => [each, noise(250, each)]));
    const added = fixture.gate.add(ann, fixture.model('page_broad'), values);
    if (takes) await added;
    else await expect(added).rejects.toMatchObject({ key: 'rows:tooLong' });
    await fixture.gate.add(ann, fixture.model('page_broad'), { text_0: 'short' });
  });
});
