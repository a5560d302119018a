import { expect } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { testPlugin } from '#test';
import shifts, { endShifts } from './night.ts';

let host: PluginHost;
// Only for the test: any plugin may enqueue what another lists, once it has the job.
const clock = definePlugin({ name: 'clock', start: (given) => void (host = given) });

testPlugin('a shift ends in the night after its day', [shifts, clock], async (server) => {
  const token = await server.signIn();
  for (const day of ['2020-02-29', '9999-12-31'])
    await server.request('POST', '/api/admin/duty.shift/add', { token, body: { day } });
  await host.enqueue(endShifts);
  const rows = host.rows('shift', host.system);
  await expect.poll(() => rows.list({ open: 0 })).toMatchObject([{ day: '2020-02-29' }]);
  expect(await rows.list({ open: 1 })).toMatchObject([{ day: '9999-12-31' }]);
});
