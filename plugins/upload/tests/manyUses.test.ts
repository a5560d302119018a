import { expect } from 'vitest';
import { f, table } from '#resource';
import type { ServerPlugin } from '#plugin';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

const deed = table('upload_deed', {
  contract: f.file({ private: { upload: { private: true, types: 'txt' } } }),
  other: f.file({ private: { upload: { private: true, types: 'txt' } } }),
  admin_id: f.belongsTo('admin', { readonly: true }),
});
declare module '#resource' {
  interface Tables {
    upload_deed: typeof deed;
  }
}

let asked = 0;
const plugins = (): ServerPlugin[] => [
  upload(),
  {
    name: 'deeds',
    resources: [
      deed.resource({
        path: 'test/deed',
        rows: {
          read(caller) {
            asked += 1;
            return caller.super || { admin_id: caller.id };
          },
        },
      }),
    ],
  },
];

testPlugin(
  'whether somebody may read one of many rows with a file is asked for many at a time',
  plugins(),
  async (server) => {
    const { gate } = server.app;
    const fields = { table: 'upload_deed', field: 'contract' };
    const { file } = await send(server, { bytes: 'secret', token: await server.signIn(), fields });
    const rules = await gate.rows('admin_rule').list({ name: 'test/deed/index' });
    const { id: group } = await gate
      .rows('admin_group')
      .add({ name: 'Clerks', pid: 1, rule_ids: rules.map(({ id }) => id) });
    const { id: admin_id } = await gate
      .rows('admin')
      .add({ username: 'clerk', nickname: 'clerk', password: 'Person-1', group_ids: [group] });
    const token = await server.signIn('clerk', 'Person-1');
    await gate.addAll(
      'upload_deed',
      Array.from({ length: 250 }, () => ({ contract: file.url }) as never),
    );
    await gate.addAll('upload_deed', [{ other: file.url } as never]);
    const links = async () =>
      (await server.request('POST', '/api/admin/ajax/fileLinks', { token, body: { urls: [file.url] } })).json.data[
        'links'
      ];
    asked = 0;
    expect(await links()).toEqual({});
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(20);
    // The last of them, and the one by its other field.
    for (const where of [{ other: file.url }, { contract: file.url }]) {
      const { id } = (await gate.rows('upload_deed').list(where, { sort: '-id', limit: 1 }))[0]!;
      await gate.rows('upload_deed').edit(id, { admin_id });
      expect(await links()).toHaveProperty([file.url]);
      await gate.rows('upload_deed').edit(id, { admin_id: null });
      expect(await links()).toEqual({});
    }
  },
);
