import { beforeEach, expect, it, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { FormField, ResourceRecord, webOf, type FormSectionProps } from '../../src/web/plugins/extend.ts';
import { fieldViewOf } from '../../src/web/fields/index.ts';
import { shaped } from '../../src/web/table/manifestShapes.ts';
import type { FieldManifest, Manifest } from '#resource';
import appraisal from '../examples/plugins/appraisal/web.tsx';
import { expectGone, row } from '../support/component/list.ts';
import { heard } from '../support/component/requests.ts';
import { open, rows } from '../support/component/office.tsx';
import '../support/gallery.ts';

appraisal.register();

const paintings = '/admin/gallery/painting';
const form = page.getByRole('dialog');
const save = form.getByRole('button', { name: 'Save', exact: true });
const tab = (name: string): Locator => form.getByRole('tab', { name });
const edit = async (phone = false): Promise<void> => {
  await open(paintings, { language: 'en', phone });
  const place = phone ? page.css('.row-cards li') : row('Irises');
  await place.getByRole('button', { name: 'Edit' }).click();
};
const painting = async () => (await rows('painting').list())[0]!;

beforeEach(() => rows('painting').add({ title: 'Irises', price: '80', grade: 3, condition: 'Good' }));

it('puts fields that a plugin adds where it says: in the list behind another, in the form behind another and on a tab', async () => {
  await open(paintings, { language: 'en' });
  await expect.element(row('Irises')).toBeVisible();
  const heads = page
    .css('thead th')
    .elements()
    .map(({ textContent }) => textContent.trim());
  expect(heads.slice(2, 4)).toEqual(['Title', 'Grade']);
  const grade = page.getByRole('columnheader', { name: 'Grade' }).element();
  expect(grade.getBoundingClientRect().width).toBeGreaterThanOrEqual(170);
  await expect.poll(() => row('Irises').css('.ant-rate-star-full').elements()).toHaveLength(3);
  await row('Irises').getByRole('button', { name: 'Edit' }).click();
  await expect.element(tab('General')).toHaveAttribute('aria-selected', 'true');
  const labels = form
    .css('.ant-form-item-label label')
    .elements()
    .map(({ textContent }) => textContent.trim());
  expect(labels.slice(0, 3)).toEqual(['Title', 'Grade', 'Painter']);
  await expect.element(form.getByLabelText('Estimate')).not.toBeVisible();
  await tab('Appraisal').click();
  await expect.element(form.getByLabelText('Estimate')).toBeVisible();
  expect(form.getByLabelText('Estimate').elements()).toHaveLength(1);
});

it('saves what the section holds with all other fields in one request', async () => {
  await edit();
  await form.getByLabelText('Title', { exact: true }).fill('Blue irises');
  await tab('Appraisal').click();
  await expect.element(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: /priced/i }).click();
  await expectGone(form.getByRole('alert'));
  await form.getByLabelText('Condition').fill('Very good');
  await save.click();
  await expectGone(form);
  expect(await painting()).toMatchObject({ title: 'Blue irises', estimate: '80.00', condition: 'Very good' });
  expect(heard('POST', 'painting/edit')).toHaveLength(1);
});

it('checks what the section holds, and brings its tab to the front with the field that is refused', async () => {
  await edit();
  await tab('Appraisal').click();
  await form.getByLabelText('Condition').fill('x'.repeat(501));
  await tab('General').click();
  await save.click();
  await expect.element(tab('Appraisal')).toHaveAttribute('aria-selected', 'true');
  await expect.element(form.css('.ant-form-item-explain-error').filter({ hasText: '500' })).toBeVisible();
  await expect.element(form.getByLabelText('Condition')).toHaveFocus();
  expect(heard('POST', 'painting/edit')).toHaveLength(0);
  await form.getByLabelText('Condition').fill('Fine');
  await save.click();
  await expectGone(form);
  expect(await painting()).toMatchObject({ condition: 'Fine' });
});

it('asks before what was put into the section is lost', async () => {
  await edit();
  await tab('Appraisal').click();
  await form.getByRole('button', { name: /priced/i }).click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .element(page.css('.ant-modal-confirm-title').filter({ hasText: 'Discard unsaved changes?' }))
    .toBeVisible();
});

it('works on a phone', async () => {
  await edit(true);
  await tab('Appraisal').click();
  await form.getByLabelText('Condition').fill('Torn');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await save.click();
  await expectGone(form);
  expect(await painting()).toMatchObject({ condition: 'Torn' });
});

it('stands beside the fields where there is room, and below them where there is none', async () => {
  webOf('frame').registerFormSection({
    name: 'size',
    table: 'sketch',
    label: 'Size',
    place: 'beside',
    fields: ['tall'],
    load: async () => ({ default: () => <FormField name="tall" /> }),
  });
  await rows('sketch').add({ title: 'Hand' });
  const places = async (phone: boolean) => {
    await open('/admin/gallery/sketch', { language: 'en', phone });
    await (phone ? page.css('.row-cards li') : row('Hand')).getByRole('button', { name: 'Edit' }).click();
    await expect.element(form.getByLabelText('Height')).toBeVisible();
    return [form.getByRole('region', { name: 'Size' }), form.getByLabelText('Title')].map((place) =>
      place.element().getBoundingClientRect(),
    ) as [DOMRect, DOMRect];
  };
  const [size, title] = await places(false);
  expect(size.left).toBeGreaterThan(title.right);
  const [sizeBelow, titleAbove] = await places(true);
  expect(sizeBelow.top).toBeGreaterThan(titleAbove.bottom);
});

it('shows its fields as the form would where the section throws, keeps what was typed and saves it', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Shaky = ({ values }: FormSectionProps) => {
    if (values['painter'] === 'Edgar') throw new Error('the section broke');
    return <FormField name="painter" />;
  };
  webOf('shaky').registerFormSection({
    name: 'broken',
    table: 'sketch',
    fields: ['painter'],
    load: async () => ({ default: Shaky }),
  });
  await rows('sketch').add({ title: 'Hand' });
  await open('/admin/gallery/sketch', { language: 'en' });
  await row('Hand').getByRole('button', { name: 'Edit' }).click();
  await form.getByLabelText('Title').fill('Left hand');
  await form.css('#painter').fill('Edgar');
  await expect.element(form.css('#painter')).toHaveValue('Edgar');
  await save.click();
  await expectGone(form);
  expect((await rows('sketch').list())[0]).toMatchObject({ title: 'Left hand', painter: 'Edgar' });
  expect(reported).toHaveBeenCalledWith('[plugin shaky] section sketch/broken', expect.any(Error));
});

it('shows the values of its fields in a record, and nothing to change them by', async () => {
  const { id } = await painting();
  webOf('reader').registerPage('library/record', async () => ({
    default: () => <ResourceRecord resource="gallery/painting" id={id} />,
  }));
  await open('/admin/library/record', { language: 'en' });
  const section = page.getByRole('region', { name: 'Appraisal' });
  await expect.element(section.getByText('Good')).toBeVisible();
  expect(section.getByRole('textbox').elements()).toHaveLength(0);
  expect(section.getByRole('button').elements()).toHaveLength(0);
  // A field that a plugin draws in its own way is drawn so here, too.
  await expect.poll(() => page.css('.record .ant-rate-star-full').elements()).toHaveLength(3);
});

it('is not there for whoever sees none of its fields', () => {
  const field = { name: 'title', kind: 'text', writable: true } as FieldManifest;
  const manifest = {
    name: 'painting',
    fields: { title: field },
    form: { open: 'drawer', width: 640, sections: [{ label: null, lines: [['title']] }] },
  } as unknown as Manifest;
  expect(shaped(manifest)).toBe(manifest);
  expect(fieldViewOf('painting', { ...field, name: 'grade', kind: 'int' }).width).toBe(170);
});

it('leaves the sections of the table on their tabs', () => {
  webOf('paper').registerFormSection({
    name: 'more',
    table: 'sketch',
    fields: ['sold'],
    load: async () => ({ default: () => null }),
  });
  const sections = [
    { label: null, lines: [['title', 'sold']] },
    { label: 'Money', lines: [['estimate']], tab: true },
  ];
  const fields = { title: {}, sold: {}, estimate: {} };
  const form = { open: 'drawer', width: 640, sections };
  const manifest = { name: 'sketch', fields, form, record: { sections, more: [] } } as unknown as Manifest;
  expect(shaped(manifest).form.sections).toMatchObject([
    { label: null, lines: [['title']] },
    { label: 'Money', tab: true },
    { lines: [['sold']] },
  ]);
});
