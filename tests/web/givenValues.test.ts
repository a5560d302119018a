import { expect, it } from 'vitest';
import type { BulkReport, FieldManifest, Manifest } from '#resource';
import { givenValues } from '../../src/web/table/givenValues.ts';

const field = (name: string, kind: string, more: object = {}) => ({ name, kind, label: name, options: {}, ...more });
const fields = [
  field('title', 'text'),
  field('price', 'money'),
  field('hot', 'bool'),
  field('status', 'enum', { options: { items: { live: { label: 'Live' } } } }),
  field('tags', 'tags'),
  field('body', 'richText'),
  field('due', 'timestamp'),
  field('shelf_id', 'belongsTo', { relation: { name: 'shelf', title: 'name' } }),
  field('also_ids', 'belongsToMany', { relation: { name: 'also', title: 'name' } }),
] as unknown as FieldManifest[];
const manifest = {
  name: 'book',
  fields: Object.fromEntries(fields.map((each) => [each.name, each])),
} as unknown as Manifest;
const examples = [
  {
    id: 1,
    changes: {
      shelf_id: { before: null, after: 3, rows: [{ id: 3, name: 'Novels' }] },
      also_ids: { before: [], after: [3], rows: [{ id: 3, name: 'Novels' }] },
    },
  },
] as unknown as BulkReport['examples'];
const text = ((key: string, params: Record<string, unknown> = {}) =>
  key === 'bulkEdit:given' ? `${String(params['field'])}=${String(params['value'])}` : `<${key}>`) as Parameters<
  typeof givenValues
>[3];

it.each([
  [{ title: 'Emma', price: '1200.50' }, 'title=Emma<or>price=1,200.50'],
  [{ title: null }, 'title=<bulkEdit:nothing>'],
  [{ title: 'x'.repeat(50) }, `title=${'x'.repeat(40)}…`],
  [{ hot: 1 }, 'hot=<yes>'],
  [{ hot: 0 }, 'hot=<no>'],
  [{ status: 'live' }, 'status=Live'],
  [{ tags: ['a', 'b'] }, 'tags=a<or>b'],
  [{ shelf_id: 3 }, 'shelf_id=Novels'],
  [{ also_ids: [3] }, 'also_ids=Novels'],
  // What cannot be said in a few words is only named.
  [{ shelf_id: 4 }, 'shelf_id'],
  [{ body: '<p>x</p>' }, 'body'],
  [{ due: 1_700_000_000 }, 'due'],
  [{ title: 'a', price: '1', hot: 1, status: 'live' }, 'title=a<or>price=1.00<or>hot=<yes><or><moreOf>'],
])('says of %j what has been given', (values, said) => {
  expect(givenValues(manifest, values, examples, text)).toBe(said);
});
