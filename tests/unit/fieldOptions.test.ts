import { describe, expect, it } from 'vitest';
import { kindOf, parseField, parseOperand, type FieldOptions, type Operator } from '#resource';

type Options = FieldOptions & Record<string, unknown>;
const parse = (kind: string, options: Options, input: unknown): unknown => {
  const parsed = parseField(kindOf(kind), options, input);
  return 'refused' in parsed ? parsed.refused.key : parsed.value;
};

describe('an empty value', () => {
  it.each<[string, Options, unknown, unknown]>([
    ['text', {}, '', null],
    ['text', {}, '  ', null],
    ['text', { required: true }, ' \n ', 'validate:required'],
    ['text', { default: 'A' }, undefined, 'A'],
    ['text', { default: 'A' }, '', 'A'],
    ['text', { default: 'A', required: true }, undefined, 'A'],
    ['text', { default: 'A', required: true }, '', 'validate:required'],
    ['textarea', { required: true }, ' ', 'validate:contentRequired'],
    ['richText', { required: true }, '<p><br></p>', 'validate:richTextRequired'],
    ['richText', { required: true }, '<p class="x">&nbsp;</p>\n<h2></h2>', 'validate:richTextRequired'],
    ['richText', {}, '<p></p>', null],
    ['richText', { required: true }, '<p><img src="/a.png"></p>', '<p><img src="/a.png"></p>'],
    ['richText', { required: true }, '<hr>', '<hr>'],
    ['bool', { default: 1 }, undefined, 1],
    ['bool', { default: 1 }, '', 0],
    ['bool', { required: true }, null, 0],
    ['enums', { items: { a: 'A' } }, null, []],
    ['enums', { items: { a: 'A' }, default: ['a'] }, undefined, ['a']],
    ['enums', { items: { a: 'A' }, default: ['a'] }, [], []],
    ['tags', { required: true }, [], 'validate:required'],
    ['password', {}, '', null],
    ['password', { required: true }, '      ', '      '],
    ['json', { required: true }, [], []],
    ['belongsTo', {}, 0, null],
    ['belongsTo', {}, '0', null],
    ['belongsTo', { required: true }, 0, 'validate:required'],
    ['parent', {}, '0', null],
    ['int', {}, 0, 0],
  ])('%s %j: %j is %j', (kind, options, input, expected) => {
    expect(parse(kind, options, input)).toEqual(expected);
  });
});

describe('a text with a rule', () => {
  it.each<[Options, string, unknown]>([
    [{ format: 'account' }, 'Ann_1', 'Ann_1'],
    [{ format: 'account' }, 'abc', 'abc'],
    [{ format: 'account' }, 'a'.repeat(15), 'a'.repeat(15)],
    [{ format: 'account' }, 'a'.repeat(16), 'validate:account'],
    [{ format: 'account' }, 'ab', 'validate:account'],
    [{ format: 'account' }, '1abc', 'validate:account'],
    [{ format: 'account' }, '_abc', 'validate:account'],
    [{ format: 'account' }, 'ann-1', 'validate:account'],
    [{ format: 'account' }, 'ann ', 'validate:account'],
    [{ format: 'account' }, 'änn', 'validate:account'],
    [{ format: 'account' }, 'ann\n', 'validate:account'],
    [{ format: 'name' }, '王芳', '王芳'],
    [{ format: 'name' }, '阿卜杜拉·买买提', '阿卜杜拉·买买提'],
    [{ format: 'name' }, '𠮷野', '𠮷野'],
    [{ format: 'name' }, "Jean-Luc O'Neil", "Jean-Luc O'Neil"],
    [{ format: 'name' }, 'Martin Luther King Jr.', 'Martin Luther King Jr.'],
    [{ format: 'name' }, 'J. R. R. Tolkien', 'J. R. R. Tolkien'],
    [{ format: 'name' }, 'Zoë Ångström', 'Zoë Ångström'],
    [{ format: 'name' }, '王', 'validate:name'],
    [{ format: 'name' }, '王'.repeat(31), 'validate:name'],
    [{ format: 'name' }, '·王芳', 'validate:name'],
    [{ format: 'name' }, '王··芳', 'validate:name'],
    [{ format: 'name' }, '王芳1', 'validate:name'],
    [{ format: 'name' }, 'Ann <b>', 'validate:name'],
    [{ format: 'name' }, 'Ann  Lee', 'validate:name'],
    [{ format: 'name' }, '-Ann', 'validate:name'],
    [{ format: 'variable' }, '$price_1', '$price_1'],
    [{ format: 'variable' }, '1price', 'validate:variable'],
    [{ pattern: '[A-Z]{2}\\d+' }, 'AB12', 'AB12'],
    [{ pattern: 'a|b' }, 'ab', 'validate:pattern'],
    [{ min: 3 }, 'ab', 'validate:min'],
    [{ max: 3 }, '👩‍👧', '👩‍👧'],
  ])('%j: %j is %j', (options, input, expected) => {
    expect(parse('text', options, input)).toBe(expected);
  });
});

describe('options of other kinds', () => {
  it.each<[string, Options, unknown, unknown]>([
    ['mobile', { international: true }, '13800138000', '+8613800138000'],
    ['mobile', { international: true }, '+1 (415) 555-2671', '+14155552671'],
    ['mobile', { international: true }, '+0155552671', 'validate:mobile'],
    ['mobile', { international: true }, '+8612345', 'validate:mobile'],
    ['mobile', { international: true }, '4155552671', 'validate:mobile'],
    ['money', { min: '-100' }, '-100', '-100.00'],
    ['money', { min: '-100' }, '-0.05', '-0.05'],
    ['money', { min: '-100' }, '-100.01', 'validate:atLeast'],
    ['money', { max: '9.99' }, '10', 'validate:atMost'],
    ['percent', { max: 200 }, 150.5, 150.5],
    ['decimal', { scale: 0 }, '7', 7],
    ['decimal', { scale: 0 }, '7.5', 'validate:decimals'],
    ['decimal', { scale: 6 }, 0.000001, 0.000001],
    ['date', { min: '2024-01-01' }, '2023-12-31', 'validate:atLeast'],
    ['date', { max: '2024-01-01' }, '2024-01-02', 'validate:atMost'],
    ['area', { level: 1 }, ['44', '4403'], 'validate:tooMany'],
    ['datetime', {}, '0050-06-01 00:00:00', -60_576_249_600 - 29_143],
  ])('%s %j: %j is %j', (kind, options, input, expected) => {
    expect(parse(kind, options, input)).toBe(expected);
  });
});

describe('an operand of a filter', () => {
  it.each<[string, Options, Operator, unknown, unknown]>([
    ['text', { format: 'account' }, 'LIKE', '%_\\', '%_\\'],
    ['text', {}, 'eq', 'x'.repeat(256), 'validate:max'],
    ['email', {}, 'LIKE', 'example', 'example'],
    ['email', {}, 'eq', 'A@EXAMPLE.com', 'A@example.com'],
    ['email', {}, 'eq', 'nobody', 'nobody'],
    ['mobile', {}, 'eq', '138-0013-8000', '13800138000'],
    ['mobile', {}, 'LIKE', '13800138000', '13800138000'],
    ['mobile', {}, 'LIKE', '-', '-'],
    ['int', { max: 5 }, 'gt', '100', 100],
    ['decimal', { max: 5 }, 'gt', '100.5', 10_050],
    ['money', {}, 'lt', '-12.3', -1230],
    ['money', {}, 'eq', '12.345', 'validate:cents'],
    ['percent', {}, 'gt', 100.5, 10_050],
    ['date', {}, 'RANGE', '2024-01-02 23:59:59', '2024-01-02'],
    ['date', {}, 'eq', '2024-02-30', 'validate:date'],
    ['enum', { items: { a: 'A' } }, 'IN', 'b', 'validate:choice'],
    ['enums', { items: { a: 'A' } }, 'FIND_IN_SET', 'a', 'a'],
    ['tags', {}, 'FIND_IN_SET', ' a ', 'a'],
    ['area', {}, 'FIND_IN_SET', '4403', '4403'],
    ['belongsTo', {}, 'IN', '7', 7],
    ['belongsToMany', {}, 'FIND_IN_SET', '7', 7],
    ['bool', {}, 'eq', 'true', 1],
    ['computed', { scale: 2 }, 'gt', '1.5', 150],
    ['computed', { scale: 'text' }, 'eq', 'a', 'a'],
  ])('%s %j %s %j is %j', (kind, options, operator, input, expected) => {
    const operand = parseOperand(kindOf(kind), options, input, operator);
    expect('refused' in operand ? operand.refused.key : operand.value).toBe(expected);
  });
});
