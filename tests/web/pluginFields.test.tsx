import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { webOf } from '../../src/web/plugins/extend.ts';
import { usePluginFaults } from '../../src/web/plugins/faults.ts';
import { registerField as drawAsBefore, viewOf } from '../../src/web/fields/index.ts';
import { expectGone, row } from '../support/component/list.ts';
import { heard } from '../support/component/requests.ts';
import { draw, open, rows } from '../support/component/office.tsx';
import '../support/gallery.ts';

const sketches = '/admin/gallery/sketch';
const form = page.getByRole('dialog');
const save = form.getByRole('button', { name: 'Save', exact: true });

beforeEach(async () => {
  await rows('sketch').add({ title: 'Irises', painter: 'Vincent' });
  // Whoever wrote a plugin finds its faults there.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const faults = async (): Promise<string[]> => {
  await draw(<Faults />);
  const list = page.css('li.fault');
  await expect.element(list.first()).toBeVisible();
  return list.elements().map(({ textContent }) => textContent);
};
function Faults() {
  return (
    <ul>
      {usePluginFaults().map(({ plugin, part, name, reason }) => (
        <li className="fault" key={`${plugin} ${part} ${name}`}>{`${plugin} ${part} ${name}: ${reason}`}</li>
      ))}
    </ul>
  );
}

it('draws one field of one table in its own way, in the list and in the form, and nothing else of its kind', async () => {
  const { registerTableField } = webOf('studio');
  registerTableField('sketch', 'painter', {
    Cell: ({ value, table, field }) => <mark>{`${table}.${field.name} ${String(value)}`}</mark>,
    Input: ({ value, onChange, id }) => (
      <select id={id} value={String(value)} onChange={(event) => onChange?.(event.target.value)}>
        <option>Vincent</option>
        <option>Berthe</option>
      </select>
    ),
    width: 300,
  });
  await open(sketches, { language: 'en' });
  await expect.element(row('Irises').css('mark')).toHaveTextContent('sketch.painter Vincent');
  expect(page.css('tbody mark').elements()).toHaveLength(1);
  expect(page.getByRole('columnheader', { name: 'Painter' }).element().getBoundingClientRect().width).toBeGreaterThan(
    290,
  );
  await row('Irises').getByRole('button', { name: 'Edit' }).click();
  await form.getByLabelText('Painter').selectOptions('Berthe');
  await save.click();
  await expect.element(row('Irises').css('mark')).toHaveTextContent('sketch.painter Berthe');
  // Filters use the operators of the kind, and its input.
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.element(page.getByRole('search').getByRole('textbox', { name: 'Painter' })).toBeVisible();
});

it('shows its cell in a record too, and the cell of the kind where it fails to show all of a value', async () => {
  const { registerTableField } = webOf('archive');
  registerTableField('sketch', 'estimate', {
    Whole: () => {
      throw new Error('no room');
    },
  });
  const [sketch] = await rows('sketch').list({ title: 'Irises' });
  await rows('sketch').edit(sketch!.id, { estimate: '12.5' });
  await open(`${sketches}/${sketch!.id}`, { language: 'en' });
  // Drawn by the test before, in lists.
  await expect.element(page.getByRole('article').css('mark')).toHaveTextContent('sketch.painter Vincent');
  await expect.element(page.css('.record dd').filter({ hasText: '12.50' })).toBeVisible();
  expect(await faults()).toContainEqual(expect.stringContaining('sketch.estimate: no room'));
});

it('shows what is drawn of a relation in a record, without a link beneath', async () => {
  const before = viewOf('belongsTo');
  webOf('studio').registerField('belongsTo', { Cell: ({ value }) => <mark>{`Shelf ${String(value)}`}</mark> });
  try {
    const shelf = await rows('shelf').add({ name: 'Novels' });
    const book = await rows('book').add({ title: 'Emma', price: '3', shelf_id: shelf.id });
    await open(`/admin/library/book/${book.id}`, { language: 'en' });
    await expect.element(page.css('.record dd mark')).toHaveTextContent(`Shelf ${shelf.id}`);
  } finally {
    drawAsBefore('belongsTo', before);
  }
});

it('replaces a part of a kind of ours and leaves its other parts', async () => {
  const before = viewOf('decimal');
  webOf('studio').registerField('decimal', { Input: ({ id }) => <output id={id}>no number</output> });
  try {
    expect(viewOf('decimal')).toMatchObject({ Cell: before.Cell, width: before.width });
    await open(sketches, { language: 'en' });
    await row('Irises').getByRole('button', { name: 'Edit' }).click();
    await expect.element(form.getByText('no number')).toBeVisible();
  } finally {
    drawAsBefore('decimal', before);
  }
});

it('lets the first of two plugins by name have what both bring, whichever came first, and names both', async () => {
  const drawn = (name: string) => ({ Cell: () => <mark>{name}</mark> });
  webOf('beta').registerTableField('sketch', 'title', { ...drawn('beta'), Input: () => <output>beta</output> });
  webOf('alpha').registerTableField('sketch', 'title', drawn('alpha'));
  webOf('gamma').registerTableField('sketch', 'title', drawn('gamma'));
  await open(sketches, { language: 'en' });
  await expect.element(page.css('tbody tr[data-row-key] mark').filter({ hasText: 'alpha' })).toBeVisible();
  await row('alpha').getByRole('button', { name: 'Edit' }).click();
  // What nobody else brings stays.
  await expect.element(form.css('output').filter({ hasText: 'beta' })).toBeVisible();
  const reported = await faults();
  const reason = (second: string): string =>
    `${second} conflict Cell of sketch.title: "alpha" and "${second}" both bring it; that of "alpha" holds.`;
  expect(reported).toContain(reason('beta'));
  expect(reported).toContain(reason('gamma'));
  expect(reported.filter((each) => each.startsWith('alpha'))).toEqual([]);
});

it('tells administrators of a field that the table does not have, with the one that was meant', async () => {
  webOf('careless').registerTableField('sketch', 'tilte' as 'title', { width: 100 });
  await open(sketches, { language: 'en' });
  await expect.element(page.css('tbody tr[data-row-key]').first()).toBeVisible();
  expect(await faults()).toContain('careless missing sketch.tilte: Did you mean "title"?');
});

it('draws the field as its kind where the plugin throws, keeps what was typed, and saves it', async () => {
  webOf('shaky').registerTableField('sketch', 'estimate', {
    Input: ({ id, value, onChange }) => {
      if (value === '75') throw new Error('the input broke');
      return <input id={id} value={String(value ?? '')} onChange={(event) => onChange?.(event.target.value)} />;
    },
  });
  webOf('shaky').registerTableField('sketch', 'sold', {
    Cell: () => {
      throw new Error('the cell broke');
    },
    Inline: () => {
      throw new Error('the editor broke');
    },
  });
  await open(sketches, { language: 'en' });
  await row('alpha').getByRole('button', { name: 'Edit' }).click();
  await form.getByLabelText('Estimate').fill('75');
  await expect.element(form.getByLabelText('Estimate')).toHaveValue('75.00');
  await form.getByLabelText('Painter').selectOptions('Berthe');
  await save.click();
  await expectGone(form);
  expect((await rows('sketch').list())[0]).toMatchObject({ painter: 'Berthe', estimate: '75.00' });
  expect(heard('POST', 'sketch/edit')).toHaveLength(1);
  const reported = await faults();
  expect(reported).toContain('shaky tableField sketch.estimate: the input broke');
  expect(reported).toContain('shaky tableField sketch.sold: the editor broke');
});
