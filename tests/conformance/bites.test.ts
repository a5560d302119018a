import { afterEach, expect, it } from 'vitest';
import { accept, fieldKind, modelOf, operatorsFor, refuse, table, type FieldKind, type Model } from '#resource';
import { createApp, type App } from '../../src/server/app.ts';
import { checkKind } from '../support/conformance/kinds.ts';
import { answersOf } from '../support/conformance/operators.ts';
import { checkRefusals, checkRoundTrip } from '../support/conformance/roundTrip.ts';
import { fill, type Side } from '../support/conformance/side.ts';
import { placesOn, testedDatabases } from '../support/databases.ts';
import { product } from '../support/product.ts';
import { testConfig } from '../support/testConfig.ts';

const samples = { accepted: [1, 2, 3], refused: [6] };
const parse = (input: unknown) => (Number(input) <= 5 ? accept(Number(input)) : refuse('validate:integer'));
const sound: FieldKind<number> = {
  kind: 'sound',
  column: () => ({ type: 'integer' }),
  operators: operatorsFor.number,
  parse,
  samples,
};
const modelWith = (kind: FieldKind<number>): Model =>
  modelOf(table('broken', { value: fieldKind<number>(kind)() }).resource());

const places = testedDatabases.map((name) => [name, placesOn(name)] as const);
const apps: App[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
async function sidesOf(model: Model): Promise<Side[]> {
  const sides: Side[] = [];
  for (const [name, place] of places) {
    const app = await createApp(
      { ...testConfig, ...(await place()) },
      { loaded: { ...product, models: [...product.models, model] } },
    );
    apps.push(app);
    sides.push({ name, app, rows: new Map(), refused: new Map() });
    await fill(sides.at(-1)!, model);
  }
  return sides;
}

it('passes a sound kind', async () => {
  const model = modelWith(sound);
  for (const side of await sidesOf(model)) {
    await checkRoundTrip(side, model);
    await checkRefusals(side, model);
    expect(Object.keys(await answersOf(side, model)).length).toBeGreaterThan(20);
  }
  checkKind(model.fields.get('value')!.kind, {});
});

it('finds a kind whose column gives back something else', async () => {
  const model = modelWith({ ...sound, load: (value) => Number(value) + 1 });
  for (const side of await sidesOf(model)) await expect(checkRoundTrip(side, model)).rejects.toThrow('value');
  expect(() => checkKind(model.fields.get('value')!.kind, {})).toThrow('equal');
});

it.each([
  ['takes what it says that it refuses', { ...sound, samples: { accepted: [1], refused: [4] } }],
  ['refuses what it says that it takes', { ...sound, samples: { accepted: [7], refused: [] } }],
  [
    'does not take its own output',
    {
      ...sound,
      parse: (input: unknown) =>
        typeof input === 'string' ? refuse('validate:integer') : accept(String(input) as unknown as number),
    },
  ],
])('finds a kind that %s', (_what, kind) => {
  expect(() => checkKind(fieldKind<number>(kind).kind, {})).toThrow(/expected/);
});
