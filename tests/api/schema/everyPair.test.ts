import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  builtInKinds,
  convertRaw,
  encodingOf,
  f,
  isEmpty,
  loadValue,
  parseField,
  storeValue,
  table,
  type AnyField,
  type AnyKind,
  type FieldOptions,
  type Resource,
} from '#resource';
import { planSchema } from '../../../src/server/database/applySchema.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { eachDatabase } from '../../support/databases.ts';
import { refusalOf, schemasOf, startVersion } from '../../support/versions.ts';
import { plainText } from '../../../src/server/database/schema/sentence.ts';

const items = { draft: 'Draft', live: 'Live', 0: 'Zero', 1: 'One' };

/** Every kind with a column, with every option that decides how a value is stored. */
const variants: Readonly<Record<string, AnyField>> = {
  text: f.text(),
  textarea: f.textarea(),
  richText: f.richText(),
  int: f.int(),
  decimal0: f.decimal({ scale: 0 }),
  decimal2: f.decimal(),
  decimal3: f.decimal({ scale: 3 }),
  decimal6: f.decimal({ scale: 6, min: -1 }),
  money: f.money({ min: '-1000000' }),
  percent: f.percent(),
  bool: f.bool(),
  enum: f.enum(items),
  enumFewer: f.enum({ draft: 'Draft', 1: 'One' }),
  enums: f.enums(items),
  enumsFewer: f.enums({ live: 'Live', draft: 'Draft' }),
  tags: f.tags(),
  date: f.date(),
  time: f.time(),
  datetime: f.datetime(),
  timestamp: f.timestamp(),
  year: f.year(),
  color: f.color(),
  icon: f.icon(),
  url: f.url(),
  email: f.email(),
  mobile: f.mobile(),
  mobileAny: f.mobile({ international: true }),
  idCard: f.idCard(),
  password: f.password(),
  json: f.json(),
  keyValue: f.keyValue(),
  image: f.image(),
  images: f.images(),
  file: f.file(),
  files: f.files(),
  parent: f.parent(),
  toTag: f.belongsTo('tag') as AnyField,
  toCustomer: f.belongsTo('customer') as AnyField,
  areaCity: f.area({ level: 2 }),
  area: f.area(),
  weigh: f.weigh(),
};
const virtual = ['belongsToMany', 'computed'];

const text = fc.constantFrom(
  'a',
  '12',
  '12.50',
  '-3',
  '007',
  '0',
  '1',
  'true',
  'live',
  '2024-02-29',
  '09:30:00',
  '2024-01-02T03:04:05Z',
  '2024-01-02 03:04:05',
  'a@b.cn',
  'https://a.example/x',
  '/a.png',
  '#1677ff',
  '13800138000',
  '44',
  '1e3',
  '<p>x</p>',
  '[1]',
  'fa fa-x',
  'draft,live',
);
/** Inputs of a kind; what it does not take is passed over. */
const inputs = fc.oneof(
  text,
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.integer(),
  fc.integer({ min: 0, max: 120 }),
  fc.integer({ min: 0, max: 2_000_000 }).map((units) => units / 1000),
  fc.constantFrom(0, 1, 1_704_135_845, -62_135_596_801, 253_402_300_799),
  fc.array(text, { maxLength: 3 }),
  fc.constantFrom(
    ['live', 'draft'],
    ['44', '4403'],
    ['44', '4403', '440305'],
    [{ key: 'a', value: '1' }],
    { a: [1] },
    [1, 2],
    true,
    '+14155552671',
    '11010519491231002X',
  ),
);

interface Variant {
  readonly kind: AnyKind;
  readonly options: FieldOptions;
}
const variantOf = (name: string): Variant => variants[name] as unknown as Variant;

/** What people and clients of the API read in a value, in words of this test. Undefined for nothing. */
function meaning({ kind: { kind }, options }: Variant, wire: unknown): string | undefined {
  if (wire === null || wire === undefined || (Array.isArray(wire) && wire.length === 0)) return undefined;
  const number = (value: unknown): string => `number ${Number(value)}`;
  switch (kind) {
    case 'int':
    case 'decimal':
    case 'money':
    case 'percent':
    case 'year':
    case 'weigh':
      return number(wire);
    case 'bool':
      return `switch ${String(wire)}`;
    case 'datetime':
    case 'timestamp':
      return `moment ${String(wire)}`;
    case 'belongsTo':
    case 'parent':
      return `row ${String(wire)} of ${(options as { to?: string }).to ?? 'itself'}`;
    case 'richText':
      return `html ${String(wire)}`;
    case 'password':
      return `hash ${String(wire)}`;
    case 'json':
    case 'keyValue':
      return `json ${JSON.stringify(wire)}`;
    default:
      return Array.isArray(wire)
        ? `words ${JSON.stringify(wire.map(String).toSorted((one, other) => (one < other ? -1 : 1)))}`
        : `text ${String(wire)}`;
  }
}

const numeric = (value: string): string =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? `number ${Number(value)}` : value;
const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\r?\n/g, '<br />');

/** Whether what is read now says what was read before, in a kind that says things in another way. */
function saysTheSame(before: string, after: string): boolean {
  if (before === after) return true;
  const [was, ...oldParts] = before.split(' ');
  const [is, ...newParts] = after.split(' ');
  const [old, now] = [oldParts.join(' '), newParts.join(' ')];
  const say = `${was!} ${is!}`;
  switch (say) {
    case 'number text':
    case 'text number':
      return numeric(old) === numeric(now) && numeric(old).startsWith('number');
    case 'switch number':
    case 'number switch':
    case 'switch text':
    case 'text switch':
      return old === now || (old === 'true' && now === '1') || (old === 'false' && now === '0');
    case 'row number':
      return old.startsWith(`${now} of `);
    case 'text text':
      return old.trim().toLowerCase() === now.toLowerCase() || now === `+86${old}` || old === `+86${now}`;
    case 'moment text':
      return Date.parse(now) / 1000 === Number(old) && now.endsWith('Z');
    case 'text moment':
      return /(?:Z|[+-]\d\d:\d\d)$/.test(old) && Date.parse(old.replace(' ', 'T')) / 1000 === Number(now);
    case 'number words':
      return (JSON.parse(now) as string[]).map(numeric).join() === before;
    case 'text words':
      return JSON.stringify([old.trim()]) === now || JSON.stringify([old]) === now;
    case 'words text':
    case 'words number':
      return JSON.stringify([now]) === old;
    case 'number html':
      return numeric(now.slice(3, -4)) === before;
    case 'text html':
    case 'switch html':
    case 'words html':
      return now === `<p>${escaped(was === 'words' ? (JSON.parse(old) as string[]).join() : old)}</p>`;
    case 'moment html':
      return Date.parse(now.slice(3, -4)) / 1000 === Number(old);
    default:
      return sameJson(was!, old, is!, now);
  }
}

/** JSON holds what was there as it was on the wire, and gives it back. */
function sameJson(was: string, old: string, is: string, now: string): boolean {
  const [other, json] = was === 'json' ? [`${is} ${now}`, old] : [`${was} ${old}`, now];
  if (was !== 'json' && is !== 'json') return false;
  const held = JSON.parse(json) as unknown;
  if (typeof held === 'boolean') return other === `switch ${Number(held)}`;
  if (typeof held === 'number')
    return [`number ${held}`, `text ${held}`, `switch ${held}`, `words ["${held}"]`, `html <p>${held}</p>`].includes(
      other,
    );
  if (typeof held === 'string')
    return (
      [`text ${held}`, `words ${JSON.stringify([held])}`, `html <p>${escaped(held)}</p>`].includes(other) ||
      numeric(held) === other ||
      (['0', '1', 'true', 'false'].includes(held) && other.startsWith('switch')) ||
      saysTheSame(`text ${held}`, other)
    );
  if (Array.isArray(held) && held.every((each) => typeof each === 'string'))
    return (
      other === `words ${JSON.stringify(held.toSorted())}` ||
      (held.length === 1 && saysTheSame(`text ${held[0]}`, other))
    );
  return false;
}

/** Another one tries other values. */
const seed = Number(process.env['SCHEMA_SEED'] ?? 7);

/** Values of the kind, never the same twice; of one that only a file can fill, none. */
function valuesOf(name: string, most = 5): unknown[] {
  const { kind, options } = variantOf(name);
  if (['belongsTo', 'parent'].includes(kind.kind)) return [1, 2];
  const found = new Map<string, unknown>();
  for (const input of fc.sample(inputs, { seed, numRuns: most * 80 })) {
    if (isEmpty(input) || found.size >= most) continue;
    const parsed = parseField(kind, options, input);
    if ('value' in parsed && !isEmpty(parsed.value)) found.set(JSON.stringify(parsed.value), input);
  }
  return [...found.values()];
}

const others: readonly Resource[] = [
  table('tag', { name: f.text() }).resource(),
  table('customer', { name: f.text() }).resource(),
];
const ids = (name: string): string => `${name.replaceAll(/[A-Z0-9]/g, (letter) => `_${letter.toLowerCase()}`)}_id`;
const names = Object.keys(variants);
/** Kinds that are tried on one database. */
const few = 6;

it('knows every kind that has a column', () => {
  const known = new Set([...Object.values(variants).map(({ kind }) => kind.kind), ...virtual]);
  expect([...builtInKinds.keys()].filter((kind) => !known.has(kind))).toEqual([]);
});

it.each(names)('a single value of %s is kept in its meaning or refused, whatever the others are', (from) => {
  const { kind, options } = variantOf(from);
  const was = encodingOf(kind, options);
  for (const value of valuesOf(from, 60)) {
    const parsed = parseField(kind, options, value) as { value: unknown };
    const raw = storeValue(kind, options, parsed.value);
    for (const to of names) {
      const target = variantOf(to);
      const result = convertRaw({ from: was, kind: target.kind, options: target.options }, raw);
      if ('refused' in result) continue;
      const [before, after] = [meaning({ kind, options }, parsed.value), meaning(target, result.wire)];
      const nothing = [undefined, 'switch 0'];
      const holds =
        before === undefined || after === undefined
          ? nothing.includes(before) && nothing.includes(after)
          : saysTheSame(before, after);
      expect(holds, `${to}: ${before} became ${after}`).toBe(true);
      expect(loadValue(target.kind, target.options, result.raw)).toEqual(result.wire);
    }
  }
});

eachDatabase((database, open) => {
  let place: Database;
  let tried = 0;
  /** A fresh one for every few kinds: each start looks at all tables that were made before it. */
  const begin = async (): Promise<void> => {
    place = await open();
    const version = await startVersion(place, others);
    for (const name of ['red', 'blue']) for (const { name: other } of others) await version.add(other, { name });
  };

  describe.each(names)(`values of %s, on ${database}`, (from) => {
    beforeAll(async () => {
      if (tried % few === 0) await begin();
      tried += 1;
    });

    it('mean in every other kind what they meant, or the start is refused and changes nothing', async () => {
      const t = `t_${ids(from)}`;
      // A column for each kind that this one could become, all with the same values.
      const before = table(t, Object.fromEntries(names.map((to) => [ids(to), variants[from]!]))).resource();
      const first = await startVersion(place, [before, ...others]);
      // Rows to refer to.
      for (let row = 0; row < 2; row += 1) await first.add(t, {});
      const values = valuesOf(from);
      for (const value of [...values, undefined])
        await first.add(t, value === undefined ? {} : Object.fromEntries(names.map((to) => [ids(to), value])));
      const read = await first.gate.rowsOf(first.gate.models.get(t)!).list({}, { sort: 'id' as never });
      const hidden = variantOf(from).kind.kind === 'password';

      const wanted = (saved: readonly string[]): Resource =>
        table(
          t,
          Object.fromEntries(names.map((to) => [ids(to), saved.includes(to) ? variants[to]! : variants[from]!])),
        ).resource();
      const refused = (await planSchema(place, schemasOf([wanted(names), ...others]))).refused.map(plainText);
      const isRefused = (to: string): boolean => refused.some((sentence) => sentence.startsWith(`${t}.${ids(to)} `));
      expect(refused.filter((sentence) => !names.some((to) => sentence.startsWith(`${t}.${ids(to)} `)))).toEqual([]);
      if (refused.length > 0) await refusalOf(place, [wanted(names), ...others]);

      const saved = names.filter((to) => !isRefused(to));
      expect(saved).toContain(from);
      const second = await startVersion(place, [wanted(saved), ...others]);
      const after = await second.gate.rowsOf(second.gate.models.get(t)!).list({}, { sort: 'id' as never });
      for (const to of hidden ? [] : saved) {
        for (const [at, row] of after.entries()) {
          const was = meaning(variantOf(from), (read[at] as Record<string, unknown>)[ids(to)]);
          const is = meaning(variantOf(to), (row as Record<string, unknown>)[ids(to)]);
          const nothing = [undefined, 'switch 0'];
          const holds =
            was === undefined || is === undefined
              ? nothing.includes(was) && nothing.includes(is)
              : saysTheSame(was, is);
          expect(holds, `${from} to ${to}, seed ${seed}: ${was} became ${is}`).toBe(true);
        }
      }
      expect((await startVersion(place, [wanted(saved), ...others])).log).toEqual([]);
    });
  });
});
