import OpenAI from 'openai';
import { afterAll, expect } from 'vitest';
import { testPlugin, waitingTransactions } from '#test';
import { chat } from '../server.ts';
import { today } from '../server/generation/budget.ts';
import { noteUsage } from '../server/generation/usage.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { configure, members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const free = { chat_price_in: 0, chat_price_out: 0, chat_titles: 0 };

const centre = await members();
if (centre)
  testPlugin(
    'two answers of programs that are the first of a day are both given and counted',
    [chat({ environment }), ...centre.plugins],
    async (server, { database }) => {
      // SQLite has one writer at a time: there one of them is the second.
      if (database === 'sqlite') return;
      await configure(server, free);
      const { host } = centre;
      const { id, browser } = await centre.add(server, 'ann', 0);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      const client = new OpenAI({ apiKey: key.secret!, baseURL: `${server.address}/api/chat/v1`, maxRetries: 0 });
      model.answer = says('Good day!', [10, 20]);
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      const used = { day: today({ host }), owner: { user: id }, model: 'test-model', points: 0 };
      let asked: Promise<unknown> | undefined;
      await host.transaction(host.system, async (transaction) => {
        await noteUsage({ host }, transaction, { ...used, tokensIn: 1, tokensOut: 2 });
        asked ??= client.chat.completions.create({ model: 'test-model', messages }).catch((error: unknown) => error);
        // It has seen nothing of the day yet, and wants to note the same.
        await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
      });
      expect(await asked).toMatchObject({ choices: [{ message: { content: 'Good day!' } }] });
      expect(await host.rows('chat_usage', host.system).list()).toMatchObject([
        { user_id: id, answers: 2, tokens_in: 11, tokens_out: 22 },
      ]);
    },
  );
