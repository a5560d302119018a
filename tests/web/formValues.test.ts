import { expect, it } from 'vitest';
import { isShown, type FieldManifest, type Manifest } from '#resource';
import { changedValues, initialValues } from '../../src/web/table/formValues.ts';

const field = (name: string, more: Partial<FieldManifest>): FieldManifest => ({
  name,
  kind: 'text',
  label: name,
  options: {},
  required: false,
  default: null,
  readable: true,
  writable: true,
  sortable: false,
  operators: [],
  ...more,
});
const isSuper = field('is_super', { default: 0, writable: false });
const rules = field('rule_ids', { default: [], when: { field: 'is_super', operator: 'eq', value: 0 } });
const manifest = {
  fields: { is_super: isSuper, rule_ids: rules },
  form: { sections: [{ lines: [['is_super'], ['rule_ids']] }] },
} as unknown as Manifest;

it.each([
  ['a new row', undefined, true],
  ['a row that says so', { id: 1, is_super: 0, rule_ids: [] }, true],
  ['a row that says otherwise', { id: 1, is_super: 1, rule_ids: [] }, false],
])('shows what depends on a field that this person may not change, of %s', (_what, row, shown) => {
  const start = initialValues(manifest, row as never);
  expect(isShown(rules, start)).toBe(shown);
  const sent = changedValues(manifest, start, { ...start, rule_ids: [5] }, row === undefined);
  expect(sent).toEqual(shown ? { rule_ids: [5] } : {});
});
