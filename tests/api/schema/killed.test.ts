import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applySchema } from '../../../src/server/database/applySchema.ts';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { conversionAfter } from '../../support/conversion.ts';
import { conversionKills } from '../../support/conversionKills.ts';
import { eachDatabase } from '../../support/databases.ts';
import { schemasOf } from '../../support/versions.ts';

eachDatabase((name, _open, place) => {
  const { filled, convert, state, fresh, expectUnharmed } = conversionKills(name, place);

  // At every step: `npm run prove`.
  it('is all old or all new when it is killed at the first, the last or a middle step of a conversion', async () => {
    await expectUnharmed((steps) => [1, steps.findIndex((step) => step.includes('rows converted')) + 2, steps.length]);
  });

  it('is done once when two programs start at once', async () => {
    const where = await filled();
    const both = await Promise.all([convert(where), convert(where)]);
    const did = both.filter(({ lines }) => lines.length > 0);
    expect(did).toHaveLength(1);
    const other = both.find((each) => each !== did[0])!;
    if (name === 'postgres') expect(other).toMatchObject({ code: 0, errors: '' });
    else if (other.code !== 0) expect(other.errors).toContain('database:folderInUse');
    expect(await state(where)).toEqual(fresh);
  });

  it('converts no row that a server of the former version writes meanwhile without looking at it', async () => {
    if (name === 'sqlite') return;
    const where = await filled();
    const [former, next] = [await openDatabase(where), await openDatabase(where)];
    const write = (price: number): Promise<unknown> =>
      former.write(({ db }) =>
        sql`INSERT INTO book (title, price, version, create_time, update_time) VALUES ('late', ${price}, 1, 0, 0)`.execute(
          db,
        ),
      );
    let late: Promise<unknown> | undefined;
    await applySchema(next, schemasOf(conversionAfter), () => (late ??= write(7).catch((error: unknown) => error)));
    // It waited for the change, and found the table gone.
    expect(String(await late)).toMatch(/book/);
    await Promise.all([former.close(), next.close()]);
    expect(await state(where)).toEqual(fresh);
  });
});
