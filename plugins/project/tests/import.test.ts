import { expect } from 'vitest';
import { definePlugin } from '#plugin';
import { f, table } from '#resource';
import { importer, testPlugin } from '#test';
import { project } from '../server.ts';

let wait: () => Promise<unknown> = async () => {};
const delivery = table('delivery', { title: f.text({ required: true, max: 50 }) });
const deliveries = definePlugin({
  name: 'deliveries',
  resources: [
    delivery.resource({
      path: 'sale/delivery',
      traits: { project: true },
      hooks: { afterSave: async () => void (await wait()) },
    }),
  ],
});

declare module '#resource' {
  interface Tables {
    delivery: typeof delivery;
  }
}

const sleep = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 8));

testPlugin('an import stays in the project that it was checked in', [project(), deliveries], async (server) => {
  const { gate } = server.app;
  const tower = await gate.rows('auth_project').add({ name: 'Tower' });
  const bridge = await gate.rows('auth_project').add({ name: 'Bridge' });
  const token = await server.signIn();
  const choose = async (set_id: number): Promise<void> => {
    const body = { set_id };
    const { json } = await server.request('POST', '/api/admin/auth.project/setProject', { token, body });
    expect(json).toMatchObject({ code: 1 });
  };
  const { check, step, settled, state } = importer(server, 'sale.delivery', token);
  const titles = Array.from({ length: 3000 }, (_, at) => `delivery ${at}`);
  const inProject = async (id: number): Promise<number> =>
    (await gate.rows('delivery').list({}, { limit: 5000 })).filter((row) => Reflect.get(row, 'project_id') === id)
      .length;

  await choose(tower.id);
  const { id } = await check(`title\n${titles.join('\n')}\n`);
  await choose(bridge.id);
  expect((await step(id, 'run')).json).toMatchObject({ code: 0, msg: expect.stringContaining('check again') });
  await choose(tower.id);
  // Slow enough that it cannot be through before somebody has gone to another project.
  wait = sleep;
  await step(id, 'run');
  await expect.poll(async () => (await state(id)).added).toBeGreaterThan(0);
  await choose(bridge.id);
  const failed = await settled(id);
  wait = async () => {};
  expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining('another project') });
  expect(failed.added).toBeLessThan(titles.length);
  expect(await inProject(tower.id)).toBe(failed.added);
  expect(await inProject(bridge.id)).toBe(0);

  // Who does not see the rows takes none of them back, and can later.
  await step(id, 'undo');
  expect(await settled(id)).toMatchObject({ state: 'undone', undone: 0, kept: failed.added, again: failed.added });
  await choose(tower.id);
  await step(id, 'undo');
  expect(await settled(id)).toMatchObject({ state: 'undone', undone: failed.added, kept: 0, again: 0 });
  expect(await inProject(tower.id)).toBe(0);
});
