import type { Page } from 'playwright-core';
import { paced, type ModelServer } from './modelServer.ts';

/** The words of the page that journeys look for. */
export const chinese = {
  input: '输入消息',
  send: '发送',
  stop: '停止回答',
  continue: '继续',
  again: '重新回答',
  edit: '编辑消息',
  before: '上一个版本',
  after: '下一个版本',
  stopped: '您已停止这次回答。',
};
export type Words = typeof chinese;
export const english: Words = {
  input: 'Type a message',
  send: 'Send',
  stop: 'Stop answering',
  continue: 'Continue',
  again: 'Try again',
  edit: 'Edit message',
  before: 'Previous version',
  after: 'Next version',
  stopped: 'You stopped this answer.',
};

/** A page of the chat, as somebody uses it. */
export const chatOf = (page: Page, words: Words = english) => ({
  page,
  words,
  input: page.getByRole('textbox', { name: words.input }),
  messages: page.locator('.chat-message'),
  answer: page.locator('.chat-message[data-role="assistant"]').last(),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  async ask(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
    await page.waitForURL('**/chat/*');
  },
});

/** The next answer is said piece by piece, when the test says so. */
export function slowly(model: ModelServer): ReturnType<typeof paced> {
  const answer = paced();
  model.answer = answer.answering;
  return answer;
}
