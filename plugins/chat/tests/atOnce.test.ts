import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { configure, members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer(says('Yes.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };

const centre = await members();
if (centre)
  testPlugin(
    'of keys that are made at once, as many come to be as a member may have',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      const { browser } = await centre.add(server, 'ann', 0);
      const made = await Promise.all(Array.from({ length: 25 }, () => browser.post('addKey', { name: 'program' })));
      expect(made.filter(({ code }) => code === 1)).toHaveLength(20);
      expect((await browser.get<{ list: readonly KeyInfo[] }>('keys')).data.list).toHaveLength(20);
    },
  );

const other = await members();
if (other)
  testPlugin(
    'words are looked for only in what the model can read',
    [chat({ environment }), ...other.plugins],
    async (server) => {
      await configure(server, { chat_titles: 0 });
      await other.host.rows('chat_refused_word', other.host.system).add({ word: 'forbidden' });
      const { browser } = await other.add(server, 'ann', 0);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'program' });
      const told = async (schema: object): Promise<string> => {
        const answer = await fetch(`${server.address}/api/chat/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json', 'think-lang': 'en' },
          body: JSON.stringify({
            model: 'test-model',
            messages: [{ role: 'user', content: 'Hello' }],
            tools: [{ type: 'function', function: { name: 'tool', parameters: schema } }],
          }),
        });
        return answer.text();
      };
      expect(await told({ enum: ['forbidden'] })).toContain('forbidden');
      expect(await told({ enum: ['forbidden', 'x'.repeat(4_000_000)] })).toContain('longer than');
      // Far more than any schema has costs no more than reading it once.
      expect(await told({ enum: Array.from({ length: 400_000 }, () => 0) })).not.toContain('longer than');
    },
  );
