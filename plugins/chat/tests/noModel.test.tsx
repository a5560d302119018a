import { App } from 'antd';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '#component';
import type { Start } from '../shared/wire.ts';
import { Conversation } from '../web/thread/Conversation.tsx';

const start: Start = {
  who: 'visitor',
  name: '',
  avatar: null,
  models: [],
  model: null,
  allowance: { left: 10, limit: 10 },
  signIn: true,
  points: null,
  limits: { text: 1000, attachments: 0, size: 0 },
  ready: false,
  prompts: [],
  captcha: false,
};
const show = (ready: boolean, prompts: Start['prompts'] = []): Promise<void> =>
  draw(
    <App>
      <MemoryRouter>
        <Conversation id={undefined} start={{ ...start, ready, prompts }} />
      </MemoryRouter>
    </App>,
    { language: 'en' },
  );
const ideas = page.getByRole('list', { name: 'Ideas to get started' });
const left = page.getByText('10 messages left today.');
const signIn = page.getByRole('link', { name: 'Sign in for more' });

it('offers no messages, ideas or more of them for signing in while no model can answer', async () => {
  await show(true);
  for (const each of [ideas, left, signIn]) await expect.element(each).toBeVisible();
  await show(false);
  await expect.element(page.getByText('No model is set up yet')).toBeVisible();
  await expect.element(page.getByRole('textbox')).toBeVisible();
  for (const each of [ideas, left, signIn]) expect(each.elements()).toEqual([]);
});

it('offers prompts in the message box where there are some', async () => {
  await show(true);
  const input = page.getByRole('textbox', { name: 'Type a message', exact: true });
  await expect.element(input).toHaveAttribute('placeholder', 'Type a message');
  await show(true, [{ id: 1, title: 'Translate', text: 'Translate this', category: '' }]);
  await expect.element(input).toHaveAttribute('placeholder', 'Type a message, or / for prompts');
});
