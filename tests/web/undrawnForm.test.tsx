import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Manifest } from '#resource';
import type { ListRow } from '../../src/web/fields/view.ts';
import { useEditing } from '../../src/web/table/useEditing.ts';
import { draw } from '../support/component/office.tsx';

const name = { name: 'name', kind: 'text', options: {}, default: null, writable: true, readable: true };
const manifest = { fields: { name }, form: { sections: [{ lines: [['name']] }] } } as unknown as Manifest;
const nobody = async (): Promise<ListRow> => ({ id: 1 });
const asked: boolean[] = [];

/** A form whose inputs are still being fetched. */
function Early() {
  const source = { id: undefined, loaded: undefined, retry: () => {}, add: nobody, edit: nobody };
  const { isDirty } = useEditing(manifest, source, () => {});
  return <button onClick={() => asked.push(isDirty())}>Ask</button>;
}

// What asks is the bar of open pages, after each click: a library of forms complains of values that no input has.
it('says that nothing is unsaved before its inputs are there, and asks none of them', async () => {
  await draw(<Early />);
  await page.getByRole('button', { name: 'Ask' }).click();
  expect(asked).toEqual([false]);
});
