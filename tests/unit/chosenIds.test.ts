import { expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';
import { idsOf } from '../../src/server/table/actions/input.ts';

const model = modelOf(table('chosen', { name: f.text() }).resource({}));

it('takes a thousand ids, each of them once, and no more', () => {
  const ids = Array.from({ length: 1001 }, (_, at) => at + 1);
  expect(idsOf(model, ids.slice(1))).toEqual(ids.slice(1));
  expect(idsOf(model, ['3', 4, 3, '4'])).toEqual([3, 4]);
  expect(() => idsOf(model, ids)).toThrow(
    expect.objectContaining({ key: 'rows:tooManyRows', params: { limit: 1000 } }),
  );
});
