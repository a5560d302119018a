import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, draw, heard } from '#component';
import type { TranscriptMessage } from '../shared/transcript.ts';
import { OnRequest } from '../web/transcript/OnRequest.tsx';

const route = '/api/admin/chat.transcript/index';
const said = (messages: readonly TranscriptMessage[], isCut = false) => ({
  body: { code: 1, msg: '', time: 0, data: { messages, isCut } },
});
const nothing = { parent_id: null, model_name: null, detail: null, provider_words: null } as const;
const question: TranscriptMessage = {
  ...nothing,
  id: 7,
  role: 'user',
  status: 'done',
  text: 'See [this](https://example.com) ![x](https://example.com/x.png)',
  create_time: 1_796_000_000,
};
const failed: TranscriptMessage = {
  ...question,
  id: 9,
  parent_id: 3,
  role: 'assistant',
  status: 'failed',
  text: null,
  model_name: 'quick',
  detail: '429',
  provider_words: 'Slow down',
};
const view = page.getByRole('button', { name: 'View content' });

it('shows what was written only after a click, says that this is noted, and lets nothing in it load or lead anywhere', async () => {
  await answer(route, said([question, failed], true));
  await draw(<OnRequest id={5} />, { language: 'en' });
  await expect.element(page.getByText('recorded in the security log')).toBeVisible();
  expect(heard('POST', 'chat.transcript')).toEqual([]);
  await view.click();
  const messages = page.getByRole('group', { name: 'Transcript' }).getByRole('listitem');
  await expect.element(messages.nth(0)).toMatchTextContent(/Member or visitor.*See this/s);
  await expect.element(messages.nth(1)).toMatchTextContent(/quick.*follows message 3 · Failed.*Cause: 429: Slow down/s);
  await expect.element(page.getByText('Only the latest 2 messages are shown')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Transcript' })).toHaveFocus();
  expect(page.css('.chat-transcript :is(a, img)').elements()).toEqual([]);
  expect(heard('POST', 'chat.transcript').map(({ body }) => body)).toEqual([{ id: 5 }]);
});

it('says why it could not be loaded and asks again, and that there is nothing', async () => {
  await answer(route, { body: { code: 0, msg: 'Not now', time: 0, data: null } }, said([]));
  await draw(<OnRequest id={5} />, { language: 'en' });
  await view.click();
  await expect.element(page.getByText('Not now')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('There are no messages')).toBeVisible();
});
