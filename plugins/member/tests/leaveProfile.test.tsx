import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectGone } from '#component';
import { ada, openCentre, said } from './centrePage.ts';

const text = {
  name: 'motto',
  kind: 'text',
  type: 'string',
  label: 'Motto',
  options: {},
  readable: true,
  writable: true,
};
const manifest = {
  name: 'user',
  api: '/api/account/profile',
  label: '',
  title: '',
  actions: ['edit'],
  buttons: [],
  traits: {},
  fields: { motto: text },
  form: { open: 'drawer', width: 640, sections: [{ label: null, lines: [['motto']] }] },
  lines: [],
};

it.each([
  ['en', 'Unsaved changes', 'Keep editing', 'Discard'],
  ['zh-cn', '有内容尚未保存', '继续编辑', '放弃修改'],
] as const)(
  'asks in %s before a link leads away from a profile that is not saved',
  async (language, title, keep, discard) => {
    const row = { id: ada.id, version: 1, motto: '' };
    await answer('/api/account/profile', said({ manifest, row, userInfo: ada, accountVerificationType: ['email'] }));
    await openCentre('profile', { language });
    const motto = page.getByLabelText('Motto');
    const link = page.getByRole('navigation').getByRole('link', { name: 'integral' });
    const dialog = page.getByRole('dialog', { name: title });
    // The administrators' way in is none of theirs.
    expect(page.getByRole('contentinfo').getByRole('link').elements()).toEqual([]);
    await motto.fill('Tea first');
    await link.click();
    await expect.element(dialog).toBeVisible();
    await dialog.getByRole('button', { name: keep }).click();
    await expectGone(dialog);
    await expect.element(motto).toHaveValue('Tea first');
    await link.click();
    await dialog.getByRole('button', { name: discard, exact: true }).click();
    await expectGone(motto);
    // The question came before the address changed.
    expect(location.pathname).toBe('/user/account/integral');
  },
);
