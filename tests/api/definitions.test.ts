import { expect, it } from 'vitest';
import {
  builtInKinds,
  checkRelations,
  f,
  field,
  kindOf,
  modelOf,
  table,
  type AnyField,
  type Resource,
} from '#resource';
import admin from '../../resources/admin.ts';
import { actionShape } from '../../src/resource/actions/checkAction.ts';
import { definitionShape } from '../../src/resource/checkShapes.ts';
import { commonOptions } from '../../src/resource/fieldOptions.ts';
import type { Shape } from '../../src/resource/shape.ts';
import { builtInTraits } from '../../src/resource/traits/index.ts';
import { eachDatabase, testedDatabases } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

/** What no option, or only some, can take. */
const wrong: readonly unknown[] = [
  null,
  5,
  -1,
  0.5,
  NaN,
  Infinity,
  2 ** 60,
  '',
  ' ',
  'x',
  'fa fa-x">',
  '__proto__',
  'constructor',
  'a\0b',
  'a\ud800',
  `${'x'.repeat(99)}😀`,
  'x'.repeat(3000),
  true,
  false,
  [],
  [5],
  [null],
  ['x'],
  [[]],
  {},
  { x: 5 },
  { x: null },
  { label: '' },
  { label: 'A', icon: '">' },
  { 'zh-cn': '甲' },
  { 'zh-cn': '', en: '' },
  { 'zh-cn': '甲', en: 5 },
  () => 5,
  10n,
  Symbol('x'),
  new Date(0),
  /x/,
];
/** Names that stand for any: of a field, a realm, an action. */
const anyName: Readonly<Record<string, string>> = { access: 'title', realms: 'member' };

/** Every option of a shape, those within others by their paths. */
const optionsOf = ({ options = {}, values }: Shape, path: readonly string[] = []): string[] => [
  ...Object.entries(options).flatMap(([name, shape]) => [
    [...path, name].join('.'),
    ...optionsOf(shape, [...path, name]),
  ]),
  ...(values && path[0] !== undefined && anyName[path[0]] !== undefined
    ? optionsOf(values, [...path, anyName[path[0]]!])
    : []),
];
const definitionOptions = [
  ...optionsOf(definitionShape),
  ...Object.keys(builtInTraits).map((name) => `traits.${name}`),
  'actions.edit',
  'actions.publish',
  ...optionsOf(actionShape, ['actions', 'publish']),
];
/** What the innermost option is in, with what it cannot be without. */
const around: Readonly<Record<string, object>> = {
  directory: { label: 'Directory' },
  dashboard: { label: 'Card' },
  rows: { read: () => true },
  publish: { label: 'Publish', handler: () => {} },
};

function nested(path: string, value: unknown): Record<string, unknown> {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  return { [first]: rest.length === 0 ? value : { ...around[first], ...nested(rest.join('.'), value) } };
}

const related = modelOf(admin);

/** The message with which a definition is refused; undefined when it is taken. */
function refusalOf(make: () => Resource): string | undefined {
  try {
    const model = modelOf(make());
    checkRelations(model, [model, related]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const fields = { title: f.text(), amount: f.money() };
const options: Readonly<Record<string, object>> = {
  enum: { items: { a: 'A' } },
  enums: { items: { a: 'A' } },
  belongsTo: { to: 'admin' },
  belongsToMany: { to: 'admin' },
  computed: { sql: 'id' },
};
const isVirtual = (kind: string): boolean => ['belongsToMany', 'computed'].includes(kind);

/** Every option with every value: the definitions that are taken. Each refusal must help. */
const taken = definitionOptions.flatMap((option) =>
  wrong.flatMap((value, at): Resource[] => {
    const name = `d${definitionOptions.indexOf(option)}_${at}`;
    const make = (): Resource =>
      table(name, fields).resource({ path: `fuzz/${name}`, ...nested(option, value) } as object);
    return reported(option, refusalOf(make)) ? [] : [make()];
  }),
);
const takenFields = [...builtInKinds.keys()].flatMap((kind) =>
  [...commonOptions, ...(kindOf(kind).ownOptions ?? [])].flatMap((option) =>
    wrong.flatMap((value): AnyField[] => {
      const made = field(
        kindOf(kind),
        { ...options[kind], [option]: value },
        isVirtual(kind) ? 'virtual' : 'stored',
      ) as AnyField;
      return reported(
        option,
        refusalOf(() => table('fuzzed', { value_id: made }).resource()),
      )
        ? []
        : [made];
    }),
  ),
);

function reported(option: string, message: string | undefined): boolean {
  if (message === undefined) return false;
  const parts = option.split('.').join('|');
  expect(message, option).not.toMatch(
    /undefined \(|is not a function|is not iterable|Cannot (?:read|convert|destructure|use)|Invalid (?:array|time)/,
  );
  expect(message, option).toMatch(new RegExp(`${parts}|value_id|there is no`, 'i'));
  return true;
}

const wide = (made: readonly AnyField[], at: number): Resource =>
  table(`w${at}`, Object.fromEntries(made.map((each, place) => [`v${place}_id`, each]))).resource({
    path: `wide/w${at}`,
  });
const portions = Array.from({ length: Math.ceil(takenFields.length / 60) }, (_, at) =>
  takenFields.slice(at * 60, at * 60 + 60),
);

const nonsense = optionsOf(definitionShape)
  .filter((option) => option.includes('.'))
  .map((option) => option.replace(/[^.]+$/, 'nonsense'));
it.each([...new Set(nonsense)])('refuses %s, which there is not', (option) => {
  const refused = refusalOf(() => table('fuzzed', fields).resource(nested(option, 5) as object));
  expect(refused).toContain(`There is no "nonsense" in ${option.replace('.nonsense', '')}.`);
});

const pathsOf = (resource: Resource): string[] =>
  [modelOf(resource).path, resource.definition.otherPath ?? []].flat().map((path) => path.toLowerCase());

eachDatabase((name, _open, place) => {
  it('starts with whatever definitions it has taken, and draws their pages in every language', async () => {
    expect(taken.length).toBeGreaterThan(20);
    expect(takenFields.length).toBeGreaterThan(300);
    const tables = [...taken.filter(({ definition }) => !definition.source), ...portions.map(wide)].filter(
      (resource, at, all) =>
        at === all.findIndex((other) => pathsOf(other).some((path) => pathsOf(resource).includes(path))),
    );
    const server = await startServer(await place(), { resources: tables });
    const token = await server.signIn();
    for (const resource of tables) {
      const { controller, actions } = modelOf(resource);
      if (!actions.has('index')) continue;
      // Labels are no matter of the database.
      for (const language of name === testedDatabases[0] ? ['zh-cn', 'en'] : ['en']) {
        const headers = { 'think-lang': language };
        for (const action of ['manifest', 'index']) {
          const { json } = await server.request('GET', `/api/admin/${controller}/${action}`, { token, headers });
          expect([controller, action, json.code, json.msg]).toEqual([controller, action, 1, '']);
        }
      }
    }
    await server.close();
  });
});
