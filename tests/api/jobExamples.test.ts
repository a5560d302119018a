import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import digest from '../examples/plugins/digest/server.ts';
import { eachDatabase } from '../support/databases.ts';
import { root, startServer, type TestServer } from '../support/server.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';

it('the example of jobs is loaded without a fault', async () => {
  const { faults, plugins } = await loadResources(join(root, 'tests/examples'));
  expect(faults).toEqual([]);
  expect(plugins.map(({ name }) => name)).toContain('digest');
});

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('a saved row of the example becomes a file, a log, an event, and the night removes what nobody needs', async () => {
    let host: PluginHost;
    const ready: unknown[] = [];
    // A part of the example: files and logs are a plugin's own.
    const watched = definePlugin({
      ...digest,
      async start(given) {
        host = given;
        await host.subscribe('digest.ready', (data) => void ready.push(data));
        await digest.start!(given);
      },
    });
    const server = await startServer(await place(), { plugins: [watched], resources: digest.resources! });
    servers.push(server);
    const rows = server.app.gate.rows('digest');
    const { id } = await rows.add({ title: 'News', lines: 2 });
    await expect.poll(() => ready.length).toBe(1);
    const row = (await rows.get(id))!;
    expect(ready).toEqual([{ id, file: row.file }]);
    expect(String(await buffer((await host!.storage.get(row.file!))!.body))).toBe('News 1\nNews 2\n');
    let text = '';
    for await (const part of host!.outputs.follow(row.log!)) text += part.text;
    expect(text).toBe('line 1\nline 2\n');
    expect(host!.commands().get('digest.count')!.argv({ file: 'a.txt' })).toEqual(['wc', '-l', 'a.txt']);
    await expect.poll(() => server.logged.join()).toContain(`plugin digest: digest ${id} is in ${row.file}`);

    await host!.storage.put('orphan', [Buffer.from('x')] as never, { limit: 10 });
    await host!.enqueue(digest.jobs!.find(({ name }) => name === 'remove-orphans') as never);
    await expect.poll(() => host!.storage.head('orphan')).toBeUndefined();
    expect(await host!.storage.head(row.file!)).toMatchObject({ size: 14 });
  });
});
