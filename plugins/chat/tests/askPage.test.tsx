import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, open } from '#component';
import half from '../web.tsx';

half.register();

const said = (data: object) => ({ body: { code: 1, msg: '', time: 0, data } });
const off = { enabled: false, model: null, turns: [], thread: null, longest: 1000 };
const entry = { type: 'menu', menu_type: 'tab', url: '', icon: '', extend: 'none', keepalive: 0 };
const asking = { ...entry, id: 1, title: 'Ask your tables', name: 'chat/ask', path: 'chat/ask' };
const button = { ...entry, id: 3, type: 'button', title: 'View', name: 'routine/config/index', path: '' };
const settings = { ...entry, id: 2, title: 'Site settings', name: 'routine/config', path: 'routine/config' };
const ann = { id: 1, username: 'ann', nickname: 'Ann', avatar: '', super: false };

it.each([
  ['leads who may open the settings to the one that switches it on', [{ ...settings, children: [button] }], 1],
  ['leads nobody else there', [], 0],
])('%s', async (_, more, links) => {
  await answer('/api/admin/Index/index', said({ adminInfo: ann, menus: [asking, ...more], siteConfig: {} }));
  await answer('/api/admin/chat.ask/index', said(off));
  await open('/admin/chat/ask', { language: 'en' });
  await expect.element(page.getByRole('main').getByText('Asking your tables is switched off')).toBeVisible();
  await expect.element(page.css('.page-heading')).toHaveTextContent('Ask your tables');
  const toSettings = page.getByRole('link', { name: 'Open Site settings' });
  await expect
    .poll(() => toSettings.elements().map((link) => link.getAttribute('href')))
    .toEqual(Array.from({ length: links }, () => '/admin/routine/config?group=chat&field=chat_ask'));
});
