import { App } from 'antd';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, draw, heard } from '#component';
import type { ChatModelInfo, Message } from '../shared/wire.ts';
import { AnswerMessage } from '../web/thread/AnswerMessage.tsx';

const failed: Message = {
  id: 2,
  parent_id: 1,
  role: 'assistant',
  text: '',
  status: 'failed',
  error: 'The model did not answer.',
  model_id: 1,
  model_name: 'small',
  cost: null,
  tokens_in: null,
  tokens_out: null,
  left_out: 0,
  summarised: 0,
  summary: null,
  create_time: 0,
  feedback: 0,
  attachments: [],
};
const model = (id: number, name: string) => ({ id, name, price_in: 0, price_out: 0 }) as unknown as ChatModelInfo;
const show = (changed: Partial<Message>, models = [model(1, 'small')], isLast = true): Promise<void> =>
  draw(
    <App>
      <AnswerMessage conversation="c" message={{ ...failed, ...changed }} versions={[]} {...{ isLast, models }} />
    </App>,
    { language: 'en' },
  );
const retry = page.getByRole('button', { name: 'Try again' });

it.each(['failed', 'interrupted'] as const)(
  'offers once to try an answer again that has %s without a word',
  async (status) => {
    await show({ status });
    await expect.element(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(retry.elements()).toHaveLength(1);
  },
);

it('offers it below an answer that has words, is whole or is an earlier one', async () => {
  for (const [changed, isLast] of [
    [{ text: 'Half of it' }, true],
    [{ text: 'All of it', status: 'done' }, true],
    [{ status: 'stopped' }, true],
    [{}, false],
  ] as const) {
    await show(changed, undefined, isLast);
    await expect.element(page.css('.chat-actions').getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(retry.elements()).toHaveLength(1);
  }
});

it('lets a failed answer be tried by another model', async () => {
  await answer('/api/chat/regenerate', { body: { code: 0, msg: 'Not now.', time: 0, data: null } });
  await show({}, [model(1, 'small'), model(2, 'large')]);
  await retry.click();
  await page.getByRole('menuitem', { name: 'Try again with large' }).click();
  await expect
    .poll(() => heard('POST', 'chat').map(({ body }) => body))
    .toEqual([expect.objectContaining({ model_id: 2 })]);
});
