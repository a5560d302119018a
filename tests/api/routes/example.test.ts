import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import example from '../../examples/plugins/routes/server.ts';
import { readEvents } from '../../support/eventReader.ts';
import { eachDatabase } from '../../support/databases.ts';
import { root, startServer } from '../../support/server.ts';

const source = readFileSync(join(root, 'tests/examples/plugins/routes/server.ts'), 'utf8');

eachDatabase((_name, _open, place) => {
  it('the example of docs/plugins.md does what it says', async () => {
    const server = await startServer(await place(), { plugins: [example] });
    try {
      const token = await server.signIn();
      const at = (path: string): string => server.address + path;
      const send = (path: string, init: RequestInit = {}) =>
        fetch(at(path), { ...init, headers: { batoken: token, ...(init.headers as Record<string, string>) } });
      const dataOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { data: unknown }).data;

      const progress = await readEvents(at(`/api/admin/examples.progress/index?batoken=${token}`), {
        'last-event-id': '7',
      });
      await progress.ended();
      expect(progress.events.map(({ id, data }) => [id, data])).toEqual([
        ['8', '{"percent":80}'],
        ['9', '{"percent":90}'],
        ['10', '{"percent":100}'],
      ]);

      const { address } = (await dataOf(await send('/api/admin/examples.source/index'))) as { address: string };
      const part = await fetch(at(address), { headers: { range: 'bytes=0-9' } });
      expect([part.status, await part.text(), part.headers.get('content-disposition')]).toEqual([
        206,
        source.slice(0, 10),
        'inline; filename=example.txt',
      ]);
      expect((await fetch(at('/api/examples/letter'))).headers.get('content-type')).toBe('image/svg+xml');

      const form = new FormData();
      form.append('note', 'x');
      form.append('file', new Blob(['hello']), '你好.txt');
      expect(await dataOf(await send('/api/admin/examples.upload/add', { method: 'POST', body: form }))).toEqual([
        { name: '你好.txt', sha1: createHash('sha1').update('hello').digest('hex') },
      ]);
      const raw = await send('/api/admin/examples.raw/a', { method: 'PUT', body: 'x'.repeat(5000) });
      expect(await dataOf(raw)).toEqual({ name: 'a', size: 5000 });
      expect((await fetch(at('/api/examples/mine'))).status).toBe(404);

      const { json } = await server.request('POST', '/api/admin/routine.Config/edit', {
        body: { api_key: 'sk-1' },
        token,
      });
      expect(json.code).toBe(1);
      const models = async (key: string) => {
        const answer = await fetch(at('/v1/models'), { headers: { authorization: `Bearer ${key}` } });
        return [answer.status, Object.keys((await answer.json()) as object)];
      };
      expect([await models('sk-1'), await models('sk-2')]).toEqual([
        [200, ['object', 'data']],
        [401, ['error']],
      ]);
      const answer = await fetch(at('/v1/completions'), {
        method: 'POST',
        body: JSON.stringify({ prompt: 'one two' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(await answer.text()).toBe(
        ':\n\ndata: {"text":"one"}\n\ndata: {"text":"two"}\n\ndata: [DONE]\n\n: end\n\n',
      );
    } finally {
      await server.close();
    }
  });
});
