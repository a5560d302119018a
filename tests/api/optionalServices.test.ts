import { expect } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { testPlugin } from '../support/plugins.ts';

declare module '#plugin' {
  interface Services {
    optionalBell: { ring(): string };
  }
}

/** Rings where there is a bell; it is listed before the plugin that brings one. */
const door = () => {
  let host: PluginHost;
  let atStart: string | undefined;
  const ring = () => (host.useIfThere('optionalBell') as { ring(): string } | undefined)?.ring();
  return definePlugin({
    name: 'door',
    mayUse: ['optionalBell'],
    routes: [
      {
        method: 'GET',
        url: '/door/ring',
        realm: 'member',
        realmOptional: true,
        node: 'everyone',
        handler: ({ caller }) => ({ atStart, now: ring(), realm: caller.realm }),
      },
    ],
    start(given) {
      host = given;
      atStart = ring();
    },
  });
};
const bell = definePlugin({ name: 'bell', provides: { optionalBell: () => ({ ring: () => 'ding' }) } });

testPlugin('a plugin starts after a service that it may use', [door(), bell], async (server) => {
  const { json } = await server.request('GET', '/api/door/ring');
  expect(json).toMatchObject({ code: 1, data: { atStart: 'ding', now: 'ding', realm: 'visitor' } });
});

testPlugin('a plugin starts without a service that it may use, and without the realm', [door()], async (server) => {
  const { json } = await server.request('GET', '/api/door/ring');
  expect(json).toEqual(expect.objectContaining({ code: 1, data: { realm: 'visitor' } }));
});
