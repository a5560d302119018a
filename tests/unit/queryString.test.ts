import fc from 'fast-check';
import qs from 'qs';
import { expect, it } from 'vitest';
import { parseQueryString } from '../../src/server/http/parseQueryString.ts';

const piece = fc.constantFrom(
  'a',
  'id=5',
  '&',
  '=',
  'page=2',
  'order=views,desc',
  '-1',
  '_',
  '.',
  '__proto__',
  'toString=',
  '+',
  '%41',
  '[',
  ']',
  '[]=1',
);

it('reads what is written plainly as it reads everything else', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect({ ...parseQueryString(text) }).toEqual({ ...qs.parse(text, { depth: 5, plainObjects: true }) });
    }),
    { numRuns: 5000 },
  );
});
