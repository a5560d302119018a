import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { definePlugin } from '#plugin';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import { configure, members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer(says('I see.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };

/** Keeps pictures of ten megabytes, by what it says of them, and counts how many are read at once. */
const reads = { now: 0, most: 0, all: 0 };
const keeping = definePlugin({
  name: 'keeping',
  provides: {
    files: () => ({
      largest: async () => 10_485_760,
      own: async (_caller: unknown, ids: readonly number[]) =>
        ids.map((id) => ({ id, name: `${id}.png`, url: `/${id}.png`, type: 'image/png', size: 10_485_760 })),
      isOwn: async () => true,
      markOf: async () => 'same',
      async read() {
        reads.all += 1;
        reads.now += 1;
        reads.most = Math.max(reads.most, reads.now);
        await nextTurn();
        reads.now -= 1;
        return Buffer.from('picture');
      },
    }),
  },
} as never);

const centre = await members();
if (centre)
  testPlugin(
    'of a conversation full of pictures a model is shown as many as one message may have, of one person after the other',
    [chat({ environment }), ...centre.plugins, keeping],
    async (server) => {
      await configure(server, {
        chat_titles: 0,
        chat_images: 1,
        chat_context_limit: 100_000,
        chat_parallel: 100,
        chat_per_minute: 100,
      });
      const { browser } = await centre.add(server, 'ann', 0);
      const first = await browser.send('These', { attachments: [1, 2, 3, 4] });
      await browser.ended(first.answer.id);
      const second = await browser.send('And these', {
        attachments: [5, 6, 7],
        conversation_id: first.conversation.id,
      });
      await browser.ended(second.answer.id);
      const contents = model.asked.at(-1)!.body.messages.map(({ content }) => content as unknown);
      const textsAndPictures = contents.map((content) =>
        Array.isArray(content) ? [(content[0] as { text: string }).text, content.length - 1] : [content as string, 0],
      );
      expect(textsAndPictures).toEqual([
        ['These\n\n[3.png]\n\n[4.png]', 2],
        ['I see.', 0],
        ['And these', 3],
      ]);
      Object.assign(reads, { most: 0, all: 0 });
      const sent = await Promise.all(
        [1, 2, 3, 4].map(() =>
          browser.post('send', { text: 'x', conversation_id: null, key: randomUUID(), attachments: [1, 2] }),
        ),
      );
      expect(sent.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
      expect(reads).toMatchObject({ most: 1, all: 8 });
    },
  );
