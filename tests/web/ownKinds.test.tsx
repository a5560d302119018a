import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AnyKind } from '#resource';
import { webOf } from '../../src/web/plugins/extend.ts';
import { usePluginFaults } from '../../src/web/plugins/faults.ts';
import { viewOf } from '../../src/web/fields/index.ts';
import { draw, open, rows } from '../support/component/office.tsx';
import { rating, tutor } from '../support/ownKinds.ts';
import { expectGone, row } from '../support/component/list.ts';
import { heard } from '../support/component/requests.ts';

const { registerField } = webOf('school');
const form = page.getByRole('dialog');
const pupils = '/admin/school/pupil';

/** How the plugin draws its kind: as plainly as can be. */
const ratingView = {
  ...viewOf('int'),
  Inline: ({
    value,
    label,
    busy,
    onSave,
  }: {
    value: unknown;
    label: string;
    busy: boolean;
    onSave(value: unknown): void;
  }) => (
    <button type="button" aria-label={label} disabled={busy} onClick={() => onSave(Number(value) + 1)}>
      {String(value as number)}
    </button>
  ),
};

beforeAll(() => {
  registerField(rating.kind, ratingView);
  registerField(tutor.kind, viewOf('belongsTo'));
  registerField('friends', viewOf('belongsToMany'));
});
beforeEach(async () => {
  const { id } = await rows('pupil').add({ called: 'Ada', rating: 3.5 });
  await rows('pupil').add({ called: 'Bob', rating: 1, tutor_id: id });
});

it("changes a value of a plugin's kind in the list", async () => {
  await open(pupils, { language: 'en' });
  await page.getByRole('button', { name: 'Rating of Ada' }).click();
  await expect.poll(async () => (await rows('pupil').list({ called: 'Ada' }))[0]).toMatchObject({ rating: 4.5 });
  await expect.element(page.getByRole('button', { name: 'Rating of Ada' })).toHaveTextContent('4.5');
  expect(heard('POST', 'school.pupil/edit')).toHaveLength(1);
  // The list does not name this one.
  await expect.element(page.getByRole('button', { name: 'Strict of Ada' })).not.toBeInTheDocument();
});

it('shows a related row by its name and offers the rows to choose from', async () => {
  await open(pupils, { language: 'en' });
  await expect.element(row('Bob').getByText('Ada', { exact: true })).toBeVisible();
  await row('Bob').getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('combobox', { name: 'Tutor' }).click();
  await expect.element(page.css('.ant-select-item-option').filter({ hasText: 'Bob' })).toBeVisible();
});

it('refuses a value by the rule of the kind before it is sent, and sends it once it is right', async () => {
  await open(pupils, { language: 'en' });
  await page.getByRole('button', { name: 'New' }).first().click();
  await form.getByLabelText('called').fill('Cid');
  await form.getByLabelText('Strict').fill('7');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(form.getByText('Please enter a whole number')).toBeVisible();
  expect(heard('POST', 'school.pupil/add')).toHaveLength(0);
  await form.getByLabelText('Strict').fill('4');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(form);
  expect((await rows('pupil').list({ called: 'Cid' }))[0]).toMatchObject({ strict: 4 });
});

it('leaves the value to the server where the rule of the kind throws, and reports that', async () => {
  const broken: AnyKind = {
    ...rating.kind,
    parse: () => {
      throw new Error('broken rule');
    },
  };
  // Whoever wrote the plugin finds the reason there.
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
  registerField(broken, ratingView);
  try {
    await open(pupils, { language: 'en' });
    await page.getByRole('button', { name: 'New' }).first().click();
    await form.getByLabelText('called').fill('Dee');
    await form.getByLabelText('Strict').fill('7');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(form.getByText('Please enter a whole number')).toBeVisible();
    expect(heard('POST', 'school.pupil/add')).toHaveLength(1);
    await draw(<Faults />);
    await expect.element(page.getByText('school rating: broken rule')).toBeVisible();
    expect(console).toHaveBeenCalledWith('[plugin school] field rating', expect.any(Error));
  } finally {
    console.mockRestore();
    registerField(rating.kind, ratingView);
  }
});

function Faults() {
  return usePluginFaults().map(({ plugin, name, reason }) => <p key={name}>{`${plugin} ${name}: ${reason}`}</p>);
}
