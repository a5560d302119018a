import fc from 'fast-check';
import { sql } from 'kysely';
import {
  bindFilter,
  conditionsIn,
  f,
  looksIntoNumber,
  matches,
  placeOf,
  table,
  type Caller,
  type Filter,
  type Model,
  type ModelField,
  type Operator,
  type Place,
} from '#resource';
import type { Database } from '../../src/server/database/database.ts';
import { ownSql } from '../../src/server/table/query/rowRule.ts';
import { administrator, openGate, type TestGate } from './gate.ts';

const place = table('filter_place', {
  name: f.text({ max: 50 }),
  grade: f.int(),
  open: f.bool(),
  emblem_ids: f.belongsToMany('filter_emblem'),
});
const emblem = table('filter_emblem', {
  name: f.text({ max: 50 }),
  points: f.decimal({ scale: 3 }),
  place_id: f.belongsTo('filter_place'),
});
const town = table('filter_town', {
  name: f.text({ max: 50 }),
  rank: f.int(),
  labels: f.tags(),
  code: f.text(),
  place_id: f.belongsTo('filter_place'),
});
const village = table('filter_village', {
  title: f.text({ max: 100, search: true }),
  memo: f.textarea(),
  count: f.int(),
  amount: f.money({ min: '-1000' }),
  rate: f.percent(),
  share: f.decimal({ scale: 3 }),
  on: f.bool(),
  kind: f.enum({ small: 'Small', big: 'Big', old: 'Old' }),
  labels: f.tags(),
  colors: f.enums({ red: 'Red', blue: 'Blue', green: 'Green' }),
  day: f.date(),
  at: f.datetime(),
  clock: f.time(),
  owner: f.int(),
  note: f.text(),
  town_id: f.belongsTo('filter_town'),
  rival_id: f.belongsTo('filter_town'),
  boss_id: f.parent(),
  emblem_ids: f.belongsToMany('filter_emblem'),
  double: f.computed<number>({ sql: 'amount * 2' }),
});
declare module '#resource' {
  interface Tables {
    filter_place: typeof place;
    filter_emblem: typeof emblem;
    filter_town: typeof town;
    filter_village: typeof village;
  }
}

/** Rows with `grade` or `rank` 3, and those of others, are hidden from whoever is no super administrator; so are code, note and rival. */
const filterTables = [
  place.resource({ rows: { read: (caller) => caller.super || { grade: { ne: 3 } } } }),
  emblem.resource({ rows: { read: (caller) => caller.super || { name: { ne: 'x' } } } }),
  town.resource({
    rows: { read: (caller) => caller.super || { or: [{ rank: { lt: 3 } }, { rank: null }] } },
    access: { code: { read: (caller) => caller.super } },
  }),
  village.resource({
    list: { columns: ['title', 'memo', 'town.name'] },
    rows: { read: (caller) => caller.super || { owner: caller.id } },
    access: { note: { read: (caller) => caller.super }, rival_id: { read: (caller) => caller.super } },
  }),
];
const names = ['filter_place', 'filter_emblem', 'filter_town', 'filter_village'] as const;

/** Sees all; and who sees what the rules leave. */
export const ann = administrator();
export const bob = administrator(
  names.map((name) => `${name}/index`),
  { id: 9, username: 'bob' },
);

const words = ['a', 'A', 'ab', 'Ba', 'b', 'é', 'É', '中', '中文', '😀', '\u{e000}', '%_', '\\', '1', 'x'];
const word = fc.constantFrom(...words);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 3 });
const few = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.uniqueArray(value, { maxLength: 3 });
const id = (most: number) => fc.integer({ min: 1, max: most });
const count = fc.integer({ min: -2, max: 4 });
const amount = fc.constantFrom('-1.50', '0.00', '0.99', '1.00', '10.50');
const share = fc.constantFrom(-1.125, 0, 0.001, 1.125, 2);
const day = fc.constantFrom('0001-01-01', '2024-02-28', '2024-02-29', '2025-01-01');
const moment = fc.constantFrom(-1, 0, 1_709_136_000, 1_709_222_399, 1_709_222_400);
const clock = fc.constantFrom('00:00:00', '12:30:00', '23:59:59');
const kind = fc.constantFrom('small', 'big', 'old');
const color = fc.constantFrom('red', 'blue', 'green');
const [places, emblems, towns, villages] = [6, 8, 8, 40];

const rowsOf = {
  filter_place: {
    size: places,
    row: fc.record({
      name: maybe(word),
      grade: maybe(id(3)),
      open: fc.constantFrom(0, 1),
      emblem_ids: few(id(emblems)),
    }),
  },
  filter_emblem: {
    size: emblems,
    row: fc.record({ name: maybe(fc.constantFrom('a', 'B', 'x')), points: maybe(share), place_id: maybe(id(places)) }),
  },
  filter_town: {
    size: towns,
    row: fc.record({
      name: maybe(word),
      rank: maybe(id(3)),
      labels: few(word),
      code: maybe(word),
      place_id: maybe(id(places)),
    }),
  },
  filter_village: {
    size: villages,
    row: fc.record({
      title: maybe(word),
      memo: maybe(word),
      count: maybe(count),
      amount: maybe(amount),
      rate: maybe(fc.constantFrom(0, 12.5, 100)),
      share: maybe(share),
      on: fc.constantFrom(0, 1),
      kind: maybe(kind),
      labels: few(word),
      colors: few(color),
      day: maybe(day),
      at: maybe(moment),
      clock: maybe(clock),
      owner: fc.constantFrom(9, 9, 9, 1),
      note: maybe(word),
      town_id: maybe(id(towns)),
      rival_id: maybe(id(towns)),
      boss_id: maybe(id(villages)),
      emblem_ids: few(id(emblems)),
    }),
  },
} as const;
type Name = keyof typeof rowsOf;
type AnyRow = Readonly<Record<string, unknown>>;

/** What bob may not see of the row, another in each twin. */
const disguises: Record<Name, (row: AnyRow, twin: boolean) => AnyRow> = {
  filter_place: (row, twin) => (row['grade'] === 3 && twin ? { ...row, name: 'twin', open: 1, emblem_ids: [1] } : row),
  filter_emblem: (row, twin) => (row['name'] === 'x' && twin ? { ...row, points: 9, place_id: 1 } : row),
  filter_town: (row, twin) =>
    twin ? { ...row, code: 'twin', ...(row['rank'] === 3 ? { name: 'twin', labels: ['b'], place_id: 1 } : {}) } : row,
  filter_village: (row, twin) =>
    twin
      ? {
          ...row,
          note: 'twin',
          rival_id: 1,
          ...(row['owner'] === 9 ? {} : { title: 'twin', count: 4, town_id: 1, emblem_ids: [1] }),
        }
      : row,
};

/** The tables with random rows; the same seed gives the same rows, but for what bob may not see in a `twin`. */
export async function openFilterTables(database: Database, seed: number, twin = false): Promise<TestGate> {
  const fixture = await openGate(database, filterTables);
  const rows = (name: Name) => fc.sample<AnyRow>(rowsOf[name].row, { seed, numRuns: rowsOf[name].size });
  const disguised = (name: Name) => rows(name).map((row) => disguises[name](row, twin));
  const links = new Set(['place_id', 'emblem_ids', 'town_id', 'rival_id', 'boss_id']);
  const [own, linked] = [false, true].map(
    (isLink) => (row: AnyRow) => Object.fromEntries(Object.entries(row).filter(([name]) => links.has(name) === isLink)),
  );
  for (const name of names) await fixture.gate.addAll(name, disguised(name).map(own!) as never);
  for (const name of names)
    for (const [at, row] of disguised(name).entries())
      await fixture.gate.rowsOf(fixture.model(name)).edit(at + 1, withoutCircle(linked!(row), at) as never);
  return fixture;
}

/** Nobody is the boss of their boss. */
const withoutCircle = (row: AnyRow, at: number): AnyRow =>
  typeof row['boss_id'] === 'number' ? { ...row, boss_id: row['boss_id'] > at ? null : row['boss_id'] } : row;

/** Paths from a village with values that somebody may compare them with. */
const operands: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: id(villages),
  title: word,
  memo: word,
  count,
  amount,
  rate: fc.constantFrom('0', 12.5, '100.00'),
  share,
  on: fc.constantFrom(0, 1, 'true'),
  kind,
  labels: word,
  colors: color,
  day,
  at: fc.oneof(
    moment,
    day.filter((each) => each > '1000'),
  ),
  clock,
  town_id: id(towns),
  boss_id: id(villages),
  emblem_ids: id(emblems),
  double: amount,
  'town.id': id(towns),
  'town.name': word,
  'town.rank': id(3),
  'town.labels': word,
  'town.place.name': word,
  'town.place.grade': id(3),
  'town.place.open': fc.constantFrom(0, 1),
  'town.place.emblem_ids': id(emblems),
  'town.place.emblems.name': word,
  'boss.title': word,
  'boss.amount': amount,
  'boss.town.name': word,
  'boss.boss.double': amount,
  'boss.emblem_ids': id(emblems),
  'boss.emblems.points': share,
  'emblems.id': id(emblems),
  'emblems.name': word,
  'emblems.points': share,
  'emblems.place.name': word,
  'emblems.place.open': fc.constantFrom(0, 1),
  'emblems.place.emblem_ids': id(emblems),
  'emblems.place.emblems.points': share,
};
/** Paths that bob may not read. */
const closed: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  note: word,
  'town.code': word,
  'rival.name': word,
  'rival.id': id(towns),
  'boss.rival.name': word,
  'boss.note': word,
  'boss.town.code': word,
};

const models = (fixture: TestGate): ReadonlyMap<string, Model> => fixture.gate.models;
const villagePlace = (fixture: TestGate, path: string): Place =>
  placeOf(models(fixture), fixture.model('filter_village'), path)!;

/** Those that are offered, and those by which numbers are looked into. */
const operatorsOf = (field: ModelField): readonly Operator[] => [
  ...field.kind.operators,
  ...(['LIKE', 'NOT LIKE'] as const).filter((operator) => looksIntoNumber(operator, field)),
];
const part = fc.constantFrom('0', '1', '.5', '2.', '-', '00', 'a');

/** Any filter that villages can be asked for; with `hidden`, also by what bob may not read. */
export function anyFilter(fixture: TestGate, hidden = false): fc.Arbitrary<Filter> {
  const condition = fc
    .constantFrom(...Object.entries({ ...operands, ...(hidden ? closed : {}) }))
    .chain(([field, value]) =>
      fc
        .constantFrom(...operatorsOf(villagePlace(fixture, field).field))
        .chain((operator) =>
          operandOf(operator, /LIKE$|WITH$/.test(operator) ? fc.oneof(value, part) : value).map((operand): Filter => ({
            field,
            operator,
            value: operand,
          })),
        ),
    );
  const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: condition },
      { weight: 2, arbitrary: fc.array(tie('tree'), { maxLength: 4 }).map((and): Filter => ({ and })) },
      { weight: 2, arbitrary: fc.array(tie('tree'), { maxLength: 4 }).map((or): Filter => ({ or })) },
      { weight: 2, arbitrary: tie('tree').map((not): Filter => ({ not })) },
    ),
  }));
  return tree;
}

function operandOf(operator: Operator, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (operator.endsWith('NULL')) return fc.constant(true);
  // A period with its ends: which they are at what time is for `period.test.ts`.
  if (/RANGE$|PERIOD$/.test(operator))
    return fc.oneof(fc.tuple(value, value), fc.tuple(value, fc.constant(null)), fc.tuple(fc.constant(''), value));
  return operator.endsWith('IN') || operator === 'FIND_IN_SET' ? fc.array(value, { maxLength: 3 }) : value;
}

/** Ids of the villages that the database answers. */
export async function foundIds(fixture: TestGate, caller: Caller, filter: Filter): Promise<unknown> {
  const query = { filter: JSON.stringify(filter), order: 'id,asc', limit: 1000 };
  const { list, total } = await fixture.gate.index(caller, fixture.model('filter_village'), query);
  return { ids: list.map((row) => row['id']), total };
}

/** Ids of the villages that a rule of this filter opens. */
export async function openedIds(fixture: TestGate, filter: Filter): Promise<unknown> {
  const { gate, database } = fixture;
  const rule = ownSql({ dialect: database.dialect, models: gate.models }, fixture.model('filter_village'), filter, 't');
  const { rows } = await sql<{ id: number }>`SELECT id FROM filter_village AS t WHERE ${rule} ORDER BY id`.execute(
    database.read,
  );
  return { ids: rows.map(({ id }) => Number(id)), total: rows.length };
}

/** Fields for which there are operands above that only come from outside, such as a day for a moment. */
const spelt = /(?:^|\.)(?:at|rate|on|open)$/;

/** A filter as a rule may have it: by columns only, with values of their fields. */
export const isRule = (fixture: TestGate, filter: Filter): boolean =>
  conditionsIn(filter).every(({ field, operator }) => {
    const { column, sql: expression } = villagePlace(fixture, field).field;
    return (column || expression) && !spelt.test(field) && operator !== 'FIND_IN_SET';
  });

/** The same in memory, over the rows that the caller sees. */
export async function evaluatorFor(
  fixture: TestGate,
  caller: Caller,
  bind = (filter: Filter) => bindFilter(filter, (path) => villagePlace(fixture, path)),
): Promise<(filter: Filter) => unknown> {
  const rows = new Map<string, Map<unknown, AnyRow>>();
  for (const name of names) {
    const { list } = await fixture.gate.index(caller, fixture.model(name), { limit: 1000, order: 'id,asc' });
    rows.set(name, new Map(list.map((row) => [row['id'], row])));
  }
  return (filter) => {
    const bound = bind(filter);
    const ids = [...rows.get('filter_village')!.values()]
      .filter((row) =>
        matches(bound, row, {
          language: caller.language,
          related(from, { via, to }) {
            const ids = [from[via.name] ?? []].flat() as unknown[];
            return ids.flatMap<AnyRow>((each) => rows.get(to.name)!.get(each) ?? []);
          },
        }),
      )
      .map((row) => row['id']);
    return { ids, total: ids.length };
  };
}
