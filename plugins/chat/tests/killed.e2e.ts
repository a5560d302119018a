import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { runSite } from '#browser';
import { runProgram, type Program } from '#test';
import { chat } from '../server.ts';
import { chatOf, chinese, slowly } from './journey.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const site = runSite([], [chat({ environment })]);
const root = new URL('../../..', import.meta.url).pathname;

it('keeps what had arrived when its server was killed, and goes on with it once there is one again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  let program: Program | undefined;
  const start = async (port = '0'): Promise<string> => {
    program = runProgram({ ...environment, DATA_DIR: dataDir, PORT: port }, root);
    return program.address;
  };
  const kill = async (): Promise<void> => {
    program!.child.kill('SIGKILL');
    await program!.ended;
  };
  onTestFinished(kill);
  const address = await start();
  const page = await site.visit({ fresh: true, faulty: true });
  await page.goto(`${address}/`);
  const { ask, answer, input, button, messages } = chatOf(page, chinese);
  const slow = slowly(model);
  await ask.call(chatOf(page, chinese), '数到三');
  slow.say('一 二 ');
  await answer.getByText('一 二', { exact: true }).waitFor();
  // What stands in the database is what will be left.
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const stored = () =>
    page.evaluate(async (code) => {
      const response = await fetch(`/api/chat/conversation?id=${code}`, { headers: { server: 'true' } });
      return ((await response.json()) as { data: { messages: { text: string }[] } }).data.messages.at(-1)?.text;
    }, id);
  await expect.poll(stored).toBe('一 二 ');
  await kill();
  await answer.getByText('正在重新连接……回答保存在服务器上，不会丢失。').waitFor();
  await input.fill('还在吗？');

  await start(new URL(address).port);
  await page.locator('.chat-thread').getByText('回答中断，已收到的内容已保留。').first().waitFor();
  await answer.getByText('一 二', { exact: true }).waitFor();
  expect(await input.inputValue()).toBe('还在吗？');
  model.answer = says('三');
  await button(chinese.continue).click();
  await answer.getByText('一 二 三', { exact: true }).waitFor();
  expect(await messages.count()).toBe(2);
});
