import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { pluginNamed, testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Start } from '../shared/wire.ts';
import type { Browser } from './browser.ts';
import { Browser as Visitor } from './browser.ts';
import { configure, members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';
import { pdfOf, png } from './sampleFiles.ts';

const model = await startModelServer(says('I see.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
async function upload(browser: Browser, name: string, type: string, bytes: Uint8Array | string): Promise<number> {
  const form = new FormData();
  form.set('file', new File([bytes as BlobPart], name, { type }));
  const address = `${browser.server.address}/api/ajax/upload`;
  const answer = await fetch(address, { method: 'POST', body: form, headers: browser.headers });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { file: { id: number } } };
  if (code !== 1) throw new Error(msg);
  return data.file.id;
}

const centre = await members();
const keeping = await pluginNamed('upload');
if (centre && keeping)
  testPlugin(
    'nobody’s documents are read who cannot pay for an answer',
    [chat({ environment }), ...centre.plugins, keeping],
    async (server) => {
      await configure(server, { chat_titles: 0, chat_price_in: 1, chat_price_out: 100 });
      const { browser } = await centre.add(server, 'poor', 0);
      const before = model.asked.length;
      const paper = await upload(browser, 'paper.pdf', 'application/pdf', pdfOf('Forty-two pages'));
      // A refused word in it would be told by whoever has read it.
      await server.app.gate.rows('chat_refused_word').add({ word: 'forty-two' });
      const answer = await browser.post('send', {
        text: 'What is this?',
        conversation_id: null,
        key: randomUUID(),
        attachments: [paper],
      });
      expect(answer).toMatchObject({ code: 0, data: { needed: 'points', available: 0 } });
      expect(model.asked).toHaveLength(before);
    },
  );
if (centre && keeping)
  testPlugin(
    'a text is shown to the model as it is now, once its file has other content',
    [chat({ environment }), ...centre.plugins, keeping],
    async (server) => {
      await configure(server, { chat_titles: 0 });
      const { browser } = await centre.add(server, 'ann', 0);
      const note = await upload(browser, 'note.txt', 'text/plain', 'first plans');
      const first = await browser.send('Read this', { attachments: [note] });
      await browser.ended(first.answer.id);
      const shown = (): string => JSON.stringify(model.asked.at(-1)!.body.messages);
      expect(shown()).toContain('first plans');
      const rows = server.app.gate.rows('attachment' as never);
      const other = await upload(browser, 'other.txt', 'text/plain', 'second plans');
      const content = (await rows.get(other)) as unknown as { sha1: string; key: string };
      await rows.edit(note, { sha1: content.sha1, key: content.key } as never);
      const next = await browser.send('And now?', { conversation_id: first.conversation.id });
      await browser.ended(next.answer.id);
      expect(shown()).toContain('second plans');
      expect(shown()).not.toContain('first plans');
    },
  );
if (centre && keeping)
  testPlugin(
    'a member shows the model pictures, texts and PDF of their own, and nobody else’s',
    [chat({ environment }), ...centre.plugins, keeping],
    async (server) => {
      await configure(server, { chat_titles: 0, chat_images: 1 });
      const { browser } = await centre.add(server, 'ann', 0);
      const { browser: other } = await centre.add(server, 'bob', 0);
      const visitor = new Visitor(server);
      expect((await visitor.get<Start>('start')).data.limits.attachments).toBe(0);
      expect((await browser.get<Start>('start')).data.limits).toMatchObject({ attachments: 5, size: 10_485_760 });
      const files = [
        await upload(browser, 'dot.png', 'image/png', png),
        await upload(browser, 'note.txt', 'text/plain', 'Remember the milk 牛奶'),
        await upload(browser, 'paper.pdf', 'application/pdf', pdfOf('Forty-two pages')),
      ];
      const key = randomUUID();
      const sent = await browser.send('What is this?', { attachments: files, key });
      expect(sent.user.attachments).toMatchObject([
        { name: 'dot.png', type: 'image/png' },
        { name: 'note.txt' },
        { name: 'paper.pdf', type: 'application/pdf' },
      ]);
      await browser.ended(sent.answer.id);
      const [{ content }] = model.asked.at(-1)!.body.messages as unknown as [{ content: Record<string, unknown>[] }];
      expect(content[0]!['text']).toMatch(
        /^What is this\?\n\n--- note\.txt ---\nRemember the milk 牛奶\n[\s\S]*Forty-two pages/,
      );
      expect(content[1]).toMatchObject({ image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } });
      // They are in use: whoever tidies up unused files leaves them.
      const { read } = server.app.database;
      const uses = await read.selectFrom('attachment').select('quote').where('id', 'in', files).execute();
      expect(uses.map(({ quote }) => Number(quote))).toEqual([1, 1, 1]);

      // The same request again is the same message; with other files it is another one, which that key cannot stand for.
      const again = await browser.send('What is this?', { attachments: files.toReversed(), key });
      expect(again.user.id).toBe(sent.user.id);
      for (const attachments of [files.slice(1), []])
        await expect(browser.send('What is this?', { attachments, key })).rejects.toThrow(
          'has been used for another message',
        );

      const refused = async (from: Browser, attachments: unknown) =>
        from.post<{ errors?: Record<string, string> }>('send', {
          text: 'x',
          conversation_id: null,
          key: randomUUID(),
          attachments,
        });
      for (const given of [files, [999], [-1], ['1; drop'], 7, {}, [1, 2, 3, 4, 5, 6, 7]])
        for (const from of given === files ? [other, visitor] : [browser, other])
          expect((await refused(from, given)).data.errors, JSON.stringify(given)).toHaveProperty('attachments');
      expect((await refused(visitor, [1])).data.errors!['attachments']).toMatch(/^Sign in to attach files/);
      const zip = await upload(browser, 'a.zip', 'application/zip', Buffer.from('504b0506' + '0'.repeat(36), 'hex'));
      expect((await refused(browser, [zip])).data.errors!['attachments']).toMatch(/isn't an image/);
      // A word that nobody may send does not come in a file either.
      await server.app.gate.rows('chat_refused_word').add({ word: 'milk' });
      expect((await refused(browser, [files[1]])).data.errors!['text']).toMatch(/milk/);
      await configure(server, { chat_images: 0 });
      expect((await refused(browser, [files[0]])).data.errors!['attachments']).toMatch(/doesn't accept images/);
      // What is no PDF inside is no reason to fail.
      const broken = await upload(browser, 'broken.pdf', 'application/pdf', '%PDF-1.4\nnonsense');
      const next = await browser.send('And this?', { attachments: [broken], conversation_id: sent.conversation.id });
      expect(await browser.ended(next.answer.id)).toMatchObject({ status: 'done' });
    },
  );
