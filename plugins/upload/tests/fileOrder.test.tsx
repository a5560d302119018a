import { beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { answer, drawFields, expectGone, heard, open, press, row, rows } from '#component';
import { lazyView } from '#web';
import { fileInput } from '../web/inputs/fileInput.tsx';

const input = {
  Input: lazyView(() => Promise.resolve({ default: fileInput({ many: true, pictures: true }) }), { texts: ['upload'] }),
  group: true,
};
drawFields('upload', { images: input });

const call = '/api/admin/ajax/upload';
const form = page.getByRole('dialog');
const labels = form.getByRole('group', { name: /^(Labels|标签图)$/ });
const button = (name: string): Locator => labels.getByRole('button', { name, exact: true });
const addresses = (...names: readonly string[]): string[] => names.map((name) => `/kept/${name}.png`);
const stored = async () => (await rows('parcel').list())[0]!['labels'];
/** What screen readers hear. */
const announced = (): string => document.querySelector('[id^="DndLiveRegion"]')?.textContent ?? '';

beforeEach(async () => {
  const upload = { mode: 'local', url: '', params: {}, savename: '', maxsize: 1000, mimetype: 'png', cdn: '' };
  await answer('/config.json', { adds: { upload } });
  await rows('parcel').add({ name: 'Books', labels: addresses('one', 'two', 'three') });
});

async function edit(language: 'en' | 'zh-cn' = 'en'): Promise<void> {
  await open('/admin/post/parcel', { language });
  await row('Books')
    .getByRole('button', { name: language === 'en' ? 'Edit' : '编辑' })
    .click();
  // A form that has opened takes the focus to its first field.
  await expect.element(form.getByLabelText(/^(Name|名称)/)).toHaveFocus();
  await expect.element(labels).toBeVisible();
}
async function focus(place: Locator): Promise<void> {
  const element = (await place.findElement()) as HTMLElement;
  element.focus();
  await expect.element(place).toHaveFocus();
}
async function save(): Promise<void> {
  await form.getByRole('button', { name: /^(Save|保存)$/ }).click();
  await expectGone(form);
}
/** Presses each key once what the one before did is heard. */
async function pressAndHear(...steps: readonly (readonly [key: string, text: string])[]): Promise<void> {
  for (const [key, text] of steps) {
    await press(key);
    await expect.poll(announced, { message: key }).toBe(text);
  }
}

it.each([
  [
    'en',
    'Move one.png',
    ['Picked up one.png, 1 of 3.', 'one.png is at place 2 of 3.', 'one.png was put down at place 2 of 3.'],
  ],
  [
    'zh-cn',
    '移动 one.png',
    ['已拿起 one.png，第 1 个，共 3 个。', 'one.png 移到第 2 个，共 3 个。', 'one.png 已放在第 2 个，共 3 个。'],
  ],
] as const)(
  'puts a picture behind the next by keys, and tells it (%s)',
  async (language, name, [taken, moved, put]) => {
    await edit(language);
    await focus(button(name));
    await pressAndHear(['Space', taken], ['ArrowRight', moved], ['Space', put]);
    await save();
    expect(await stored()).toEqual(addresses('two', 'one', 'three'));
  },
);

it('leaves a picture where it was when Escape is pressed, and the form open', async () => {
  await edit();
  await focus(button('Move three.png'));
  await pressAndHear(
    ['Space', 'Picked up three.png, 3 of 3.'],
    ['ArrowLeft', 'three.png is at place 2 of 3.'],
    ['Escape', 'three.png is back where it was.'],
  );
  await form.getByLabelText('Name', { exact: true }).fill('Pens');
  await save();
  expect(await stored()).toEqual(addresses('one', 'two', 'three'));
});

it('is one stop of the Tab key, goes from file to file by arrow keys, and removes one by Delete', async () => {
  await edit();
  await focus(button('one.png'));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(button('two.png')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(button('three.png')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(button('one.png')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(button('two.png')).toHaveFocus();
  const stops = [...labels.element().querySelectorAll<HTMLElement>('li button')].filter(
    ({ tabIndex }) => tabIndex === 0,
  );
  expect(stops.map((each) => each.getAttribute('aria-label') ?? each.title)).toEqual([
    'two.png',
    'Move two.png',
    'Remove two.png',
    expect.stringMatching(/^Upload a file to/),
  ]);
  await userEvent.keyboard('{Delete}');
  await expect.element(button('three.png')).toHaveFocus();
  await save();
  expect(await stored()).toEqual(addresses('one', 'three'));
});

it('removes pictures until none is left, and then asks for one', async () => {
  await edit();
  for (const name of ['one', 'two', 'three']) await button(`Remove ${name}.png`).click();
  await expect.poll(() => labels.getByRole('button', { name: /^(Remove|Move)/ }).elements()).toEqual([]);
  await expect.element(labels.getByRole('button', { name: /^Upload a file to/ })).toBeVisible();
  await save();
  expect((await stored()) ?? []).toEqual([]);
});

it('tries all again that failed, and adds them in the order in which they were chosen', async () => {
  const refused = { body: { code: 0, msg: 'The disk is full.', time: 0, data: null } };
  const kept = (name: string) => {
    const [url] = addresses(name);
    return { body: { code: 1, msg: '', time: 0, data: { file: { url, full_url: url } } } };
  };
  await answer(call, refused, refused, kept('four'), kept('five'));
  await edit();
  const dataTransfer = new DataTransfer();
  for (const name of ['four.png', 'five.png'])
    dataTransfer.items.add(new File([new Uint8Array(10)], name, { type: 'image/png' }));
  const element = await labels.findElement();
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect
    .poll(() =>
      labels
        .getByRole('alert')
        .elements()
        .map((each) => each.textContent)
        .join(),
    )
    .toMatch(/four\.png.*five\.png/);
  await button('Try all again').click();
  await expect.element(button('Remove five.png')).toBeVisible();
  await expect.element(button('Remove four.png')).toBeVisible();
  expect(labels.getByRole('alert').elements()).toEqual([]);
  expect(heard('POST', 'ajax/upload')).toHaveLength(4);
});
