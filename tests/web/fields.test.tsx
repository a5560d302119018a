import { beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { builtInKinds } from '#resource';
import { expectGone, focus } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const form = page.getByRole('dialog');
const input = (kind: string): Locator => form.getByLabelText(kind, { exact: true });
const group = (kind: string): Locator => form.getByRole('group', { name: kind, exact: true });

interface Case {
  /** Fills in the input, by hand as far as somebody would. */
  readonly enter: (kind: string) => Promise<void>;
  /** The field, which is named after the kind unless told. */
  readonly name?: string;
  readonly stored: unknown;
  /** What the list says of it; undefined where it says nothing in words. */
  readonly shown?: string;
}
const typed =
  (text: string) =>
  (kind: string): Promise<void> =>
    input(kind).fill(text);
/** For inputs that take what is typed when this key is pressed. */
const entered = (text: string, key: 'Enter' | 'Tab') => async (kind: string) => {
  await input(kind).click();
  await userEvent.keyboard(`${text}{${key}}`);
};
const ticked = (text: string) => () => form.getByText(text, { exact: true }).click();
const listed = (text: string) => async (kind: string) => {
  await group(kind).getByRole('button').last().click();
  await input(`${kind} 1`).fill(text);
};
const chosen = async (kind: string): Promise<void> => {
  await form.getByRole('combobox', { name: kind, exact: true }).click();
  await page.css('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').click();
  await focus(input('text'));
  await expectGone(page.css('.ant-select-dropdown'));
};

const cases: Readonly<Record<string, Case>> = {
  text: { enter: typed('Some words'), stored: 'Some words', shown: 'Some words' },
  textarea: { enter: typed('Two\nlines'), stored: 'Two\nlines', shown: 'Two\nlines' },
  richText: {
    name: 'rich_text',
    async enter() {
      await form.css('.tiptap').click();
      await userEvent.keyboard('Plain');
    },
    stored: '<p>Plain</p>',
    shown: 'Plain',
  },
  int: {
    async enter(kind) {
      await input(kind).fill('1233');
      await userEvent.keyboard('{ArrowUp}');
      // Only in the language of the page.
      expect(form.getByRole('button', { name: 'Increase', exact: true }).elements().length).toBeGreaterThan(0);
      expect(form.getByRole('button', { name: 'Increase Value' }).elements()).toEqual([]);
    },
    stored: 1234,
    shown: '1,234',
  },
  decimal: { enter: typed('1.125'), stored: 1.125, shown: '1.125' },
  money: { enter: typed('1234.5'), stored: '1234.50', shown: '1,234.50' },
  percent: { enter: typed('12.5'), stored: 12.5, shown: '12.5%' },
  bool: { enter: (kind) => form.getByRole('switch', { name: kind }).click(), stored: 1 },
  enum: { enter: ticked('Blue'), stored: 'blue', shown: 'Blue' },
  enums: { enter: ticked('Flat'), stored: ['flat'], shown: 'Flat' },
  tags: { enter: entered('soft', 'Enter'), stored: ['soft'], shown: 'soft' },
  date: { enter: entered('2026-03-05', 'Tab'), stored: '2026-03-05', shown: '2026-03-05' },
  time: { enter: entered('13:59:01', 'Tab'), stored: '13:59:01', shown: '13:59:01' },
  datetime: { enter: entered('2026-03-05 13:59:01', 'Tab'), stored: 1_772_690_341, shown: '2026-03-05 13:59:01' },
  year: { enter: entered('2031', 'Tab'), stored: 2031, shown: '2031' },
  color: {
    async enter(kind) {
      await group(kind).css('.ant-color-picker-trigger').click();
      await page.css('.ant-color-picker-hex-input input').fill('112233');
      await userEvent.keyboard('{Enter}{Tab}');
    },
    stored: '#112233',
    shown: '#112233',
  },
  icon: { enter: typed('fa fa-user'), stored: 'fa fa-user' },
  url: { enter: typed('https://a.example/b'), stored: 'https://a.example/b', shown: 'a.example/b' },
  email: { enter: typed('ann@a.example'), stored: 'ann@a.example', shown: 'ann@a.example' },
  mobile: { enter: typed('13800138000'), stored: '13800138000', shown: '13800138000' },
  idCard: {
    name: 'id_card',
    enter: typed('11010519491231002X'),
    stored: '11010519491231002X',
    shown: '11010519491231002X',
  },
  // oxlint-disable-next-line vitest/no-standalone-expect -- a matcher, used within the test
  password: { enter: typed('Secret-1'), stored: expect.not.stringContaining('Secret') },
  json: { enter: typed('{"a":[1]}'), stored: { a: [1] }, shown: 'a: 1' },
  keyValue: {
    name: 'key_value',
    async enter(kind) {
      await group(kind).getByRole('button').last().click();
      await group(kind).getByRole('textbox').first().fill('size');
      await group(kind).getByRole('textbox').last().fill('big');
    },
    stored: [{ key: 'size', value: 'big' }],
    shown: 'size: big',
  },
  image: { enter: typed('/a.png'), stored: '/a.png' },
  images: { enter: listed('/b.png'), stored: ['/b.png'] },
  file: { enter: typed('/c.pdf'), stored: '/c.pdf', shown: '/c.pdf' },
  files: { enter: listed('/d.pdf'), stored: ['/d.pdf'], shown: '/d.pdf' },
  belongsTo: { name: 'genus_id', enter: chosen, stored: expect.any(Number), shown: 'Felis' },
  belongsToMany: { name: 'genus_ids', enter: chosen, stored: [expect.any(Number)], shown: 'Felis' },
};
/** Nobody fills these in, or only where something else is too: places of the demo, a row above. */
const others = ['timestamp', 'computed', 'weigh', 'area', 'parent'];

beforeEach(() => rows('genus').add({ name: 'Felis' }));

it('knows how every kind is filled in', () => {
  expect([...Object.keys(cases), ...others].toSorted()).toEqual([...builtInKinds.keys()].toSorted());
});

it('takes a value of each kind by hand, stores it and shows it', async () => {
  await open('/admin/kinds/specimen', { language: 'en' });
  await page.getByRole('button', { name: 'New' }).first().click();
  await expect.element(input('text')).toBeVisible();
  for (const [kind, { enter }] of Object.entries(cases))
    await enter(kind).catch((error: unknown) => {
      throw new Error(`The input of ${kind} cannot be filled in.`, { cause: error });
    });
  await focus(input('text'));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(form);
  const specimen: Record<string, unknown> = { ...(await rows('specimen').list())[0] };
  for (const [kind, { name = kind, stored }] of Object.entries(cases))
    expect.soft(specimen[name], kind).toEqual(stored);
  expect(JSON.stringify(specimen)).not.toContain('Secret-1');
  const row = page.css('tbody tr[data-row-key]');
  await expect.element(row).toBeVisible();
  for (const [kind, { shown }] of Object.entries(cases))
    if (shown !== undefined) expect.soft(row.element().textContent, kind).toContain(shown);
});

it.each([
  ['date', '2026-03-05', null],
  ['time', '13:59:01', null],
  ['datetime', 1_772_690_341, null],
  ['year', 2031, null],
])('empties the input of a %s by the keyboard, with no other stop on the way', async (kind, before, after) => {
  const { id } = await rows('specimen').add({ text: 'Old', [kind]: before } as never);
  await open('/admin/kinds/specimen', { language: 'en' });
  await page.css('tbody tr[data-row-key]').getByRole('button', { name: 'Edit' }).click();
  await expect.element(input(kind)).not.toHaveValue('');
  const clear = form.css('.ant-picker-clear');
  await expect.element(clear).toHaveAttribute('tabindex', '-1');
  await expect.element(clear).toHaveAttribute('aria-label', 'Clear');
  // The form puts the focus there when it opens.
  await expect.element(input('text')).toHaveFocus();
  await focus(input(kind));
  await userEvent.keyboard('{Control>}a{/Control}{Delete}{Tab}');
  expect(document.activeElement?.closest('.ant-picker')).not.toBe(input(kind).element().closest('.ant-picker'));
  await expect.element(input(kind)).toHaveValue('');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(form);
  expect((await rows('specimen').get(id))?.[kind as 'text']).toBe(after);
});
