import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseJson, UnreadableBody } from '../../src/server/http/parseJson.ts';

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('parseJson', () => {
  it('reads every object that JSON can write', () => {
    // The one key that is refused comes up by chance, at any depth.
    const body = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }))
      .filter((value) => !JSON.stringify(value).includes('"__proto__"'));
    fc.assert(
      fc.property(body, fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(parseJson('{"a\\\\":"\\\\","b\\"":"}{][\\"","c":[{"a":1},{"a":2}]}')).toEqual({
      'a\\': '\\',
      'b"': '}{]["',
      c: [{ a: 1 }, { a: 2 }],
    });
    expect(parseJson(' \n')).toEqual({});
    expect(parseJson(nested(32))).toEqual(JSON.parse(nested(32)));
  });

  it.each([
    ['33 levels', nested(33)],
    ['100,000 levels', '['.repeat(100_000)],
    ['a list', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['no JSON', '{a:1}'],
    ['two values', '{}{}'],
    ['a cut text', '{"a":"b'],
    ['a cut escape', '{"a":"\\'],
    ['a cut list', '{"a":["b"'],
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice, once escaped', '{"a":1,"\\u0061" : 2}'],
    ['a key twice below', '{"b":[{"a":1,"b":{},"a":2}]}'],
    ['more than 300,000 elements', `{"a":[${'0,'.repeat(300_001)}0]}`],
    ['a prototype', '{"__proto__":{"super":true}}'],
    ['an escaped prototype', '{"a":{"__proto\\u005f_":1}}'],
  ])('refuses %s', (_name, text) => {
    expect(() => parseJson(text)).toThrow(UnreadableBody);
  });

  it.each([
    ['open strings', '\\"'],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['brackets', '{]'],
    ['commas', ','],
    ['spaces', '"" '],
  ])('looks at a megabyte of %s only once', (_name, unit) => {
    // A quadratic reader needs minutes, which the time limit of tests does not give it.
    expect(() => parseJson(unit.repeat(1_000_000 / unit.length))).toThrow(UnreadableBody);
    expect(() => parseJson(`{"a":"${'\\\\'.repeat(400_000)}`)).toThrow(UnreadableBody);
  });
});
