import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '#resource';
import { createApp } from '../../../src/server/app.ts';
import { ownTables } from '../../../src/server/start/ownTables.ts';
import { planSchema } from '../../../src/server/database/applySchema.ts';
import type { Loaded } from '../../../src/server/loading/loadResources.ts';
import { tablesOf } from '../../../src/server/table/tablesOf.ts';
import { placesOn, testedDatabases } from '../databases.ts';
import { quickPasswords, testConfig, textsOf } from '../testConfig.ts';
import { checkKind, pluginKinds } from './kinds.ts';
import { checkManifest } from './manifest.ts';
import { answersOf, type Answers } from './operators.ts';
import { checkNodes, checkRules } from './rights.ts';
import { checkRefusals, checkRoundTrip } from './roundTrip.ts';
import { fill, type Side } from './side.ts';

/**
 * What holds for every table, tried on each of these with random rows, on SQLite and PostgreSQL side by side: it makes
 * its columns, keeps what it is given, refuses what its kinds refuse, filters and sorts alike, and lets nobody do or see
 * more than they may. `tested` are those of the tables that it is tried on.
 */
export function testConformance({ models, plugins, faults }: Loaded, tested: readonly Model[] = models): void {
  const sides: Side[] = [];
  const makers = testedDatabases.map((name) => [name, placesOn(name)] as const);
  beforeAll(async () => {
    for (const [name, place] of makers) {
      const app = await createApp(
        { ...testConfig, ...(await place()) },
        { loaded: { models, plugins, faults }, messages: textsOf(testConfig.root), passwordCost: quickPasswords },
      );
      sides.push({ name, app, rows: new Map(), refused: new Map() });
    }
  });
  afterAll(() => Promise.all(sides.map(({ app }) => app.close())));

  it('loads every file, and has nothing left to do to the database', async () => {
    expect(faults).toEqual([]);
    for (const { app } of sides) {
      expect(app.faults).toEqual([]);
      expect((await planSchema(app.database, [...tablesOf(models), ...ownTables])).steps).toEqual([]);
    }
  });

  const kinds = pluginKinds(tested);
  it.runIf(kinds.length > 0).each(kinds)(
    'has a kind %s that takes and refuses what it says',
    (_kind, kind, options) => {
      expect(kind.samples, 'samples: { accepted: […], refused: […] }').toBeDefined();
      checkKind(kind, options);
    },
  );

  describe.each(tested.filter(({ source }) => !source).map((model) => [model.name, model] as const))(
    '%s',
    (_name, model) => {
      beforeAll(async () => {
        for (const side of sides) await fill(side, model);
      });

      it('keeps what it is given', async (context) => {
        for (const side of sides) await checkRoundTrip(side, model);
        const refused = sides.flatMap((side) => side.refused.get(model.name) ?? []);
        const isEmpty = sides.every((side) => side.rows.get(model.name)!.length === 0);
        context.skip(isEmpty && refused.length > 0, `its own rules refuse every sample: ${refused[0]}`);
      });

      it('refuses what its kinds refuse', async () => {
        for (const side of sides) await checkRefusals(side, model);
      });

      // Nobody is shown what only its plugin reads.
      const isShown = model.definition.page !== false;
      it.runIf(isShown)('filters and sorts the same on every database', async () => {
        const all: Answers[] = [];
        for (const side of sides) all.push(await answersOf(side, model));
        for (const answers of all.slice(1)) expect(answers).toEqual(all[0]);
      });

      it('opens each action by its node', async () => {
        for (const side of sides) await checkNodes(side, model);
      });

      it('hides rows and fields that somebody may not see', async () => {
        for (const side of sides) await checkRules(side, model, models);
      });

      it.runIf(isShown)('serves what its manifest says', async () => {
        for (const side of sides) await checkManifest(side, model);
      });
    },
  );
}
