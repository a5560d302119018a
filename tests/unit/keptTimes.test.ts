import { expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';

const fields = modelOf(
  table('kept', {
    name: f.text(),
    seen_at: f.timestamp(),
    noted_at: f.timestamp({ label: 'Noted', index: true }),
    chosen_at: f.timestamp({ readonly: false }),
    at: f.datetime(),
  }).resource(),
).fields;

it('a timestamp is the server’s unless its file gives it away; a datetime is people’s', () => {
  const readonly = ['seen_at', 'noted_at', 'chosen_at', 'at'].map((name) => fields.get(name)!.readonly);
  expect(readonly).toEqual([true, true, false, false]);
  expect(fields.get('noted_at')!.options).toMatchObject({ label: 'Noted', index: true });
});
