import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { action, f, table } from '#resource';
import { loadResources } from '../../../src/server/loading/loadResources.ts';
import uploads from '../../examples/uploads.ts';
import { eachDatabase } from '../../support/databases.ts';
import { root, startServer, type TestServer } from '../../support/server.ts';

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('options in the form of an action reach the browser too', async () => {
    const cover = f.image({ private: { uploads: { maxSize: 2, folder: 'secret' } } });
    const album = table('option_album', { name: f.text() }).resource({
      actions: { wrap: action({ label: 'Wrap', form: { cover }, handler: () => {} }) },
    });
    const server = await startServer(await place(), { plugins: [uploads], resources: [...uploads.resources!, album] });
    servers.push(server);
    const manifest = await server.request('GET', '/api/admin/option_album/manifest', { token: await server.signIn() });
    const { buttons } = manifest.json.data as { buttons: { form: { fields: object } }[] };
    expect(buttons[0]!.form.fields).toMatchObject({ cover: { private: { uploads: { maxSize: 2 } } } });
    expect(manifest.text).not.toContain('secret');
  });

  it('options of a plugin reach it, and the browser as far as it shows them', async () => {
    const server = await startServer(await place(), { plugins: [uploads], resources: uploads.resources! });
    servers.push(server);
    const token = await server.signIn();
    const call = async (action: string, body?: Record<string, unknown>) =>
      server.request(body ? 'POST' : 'GET', `/api/admin/media.photo/${action}`, { token, ...(body && { body }) });
    expect((await call('limits')).json.data).toEqual([{ of: 'photo', field: 'picture', megabytes: 5 }]);
    expect((await call('add', { picture: '/elsewhere/a.png' })).json).toMatchObject({ code: 0, msg: '/photos/…' });
    expect((await call('add', { picture: '/photos/a.png' })).json.code).toBe(1);
    const manifest = await call('manifest');
    expect(manifest.json.data).toMatchObject({ fields: { picture: { private: { uploads: { maxSize: 5 } } } } });
    for (const { text } of [manifest, await call('index')]) expect(text).not.toContain('folder');
  });
});

it('names a misspelt or unknown option, and one of a wrong type, with file and line; the table stays', async () => {
  const folder = mkdtempSync(join(root, '.cache', 'field-options-'));
  try {
    mkdirSync(join(folder, 'resources'));
    mkdirSync(join(folder, 'plugins/files'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const source = (options: string): string =>
      `import { f, table } from '#resource';\nexport default table('note', {\n  title: f.text(),\n  cover: f.image({\n    private: {\n      ${options}\n    },\n  }),\n}).resource();\n`;
    const plugin = `import { definePlugin } from '#plugin';\nexport default definePlugin({ name: 'files', fieldOptions: { kinds: ['image'], options: { maxSize: 'number' } } });\n`;
    writeFileSync(join(folder, 'plugins/files/server.ts'), plugin);
    const faults: string[] = [];
    for (const options of [
      'files: { maxSzie: 5 },',
      'fiels: { maxSize: 5 },',
      "files: { maxSize: '5' },",
      'files: { maxSize: 5 },',
    ]) {
      const name = `note${faults.length}x${options.length}.ts`;
      writeFileSync(join(folder, 'resources', name), source(options));
      const loaded = await loadResources(folder);
      expect(loaded.models.map((model) => model.name)).toEqual(['note']);
      faults.push(loaded.faults.join('\n').replace(name, 'note.ts'));
      rmSync(join(folder, 'resources', name));
    }
    expect(faults).toEqual([
      'resources/note.ts:6: Field "cover": private: the plugin "files" has no option "maxSzie". Did you mean "maxSize"?',
      'resources/note.ts:6: Field "cover": private: no plugin "fiels" has options for fields. Did you mean "files"?',
      'resources/note.ts:6: Field "cover": private: files.maxSize must be a number.',
      '',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
