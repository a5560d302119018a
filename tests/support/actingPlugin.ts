import type { Caller } from '#resource';
import { eventStream, type PluginHost, type ServerPlugin } from '#plugin';

/** A plugin with one route for each thing that a session is asked for, the host it was started with, and who has called `act`. */
export function actingPlugin(): { readonly plugin: ServerPlugin; readonly captured: Caller[]; host: PluginHost } {
  const late = { captured: [] as Caller[], host: undefined as unknown as PluginHost };
  const plugin: ServerPlugin = {
    name: 'acting-late',
    notices: true,
    start: (given) => void (late.host = given),
    routes: [
      {
        method: 'POST',
        url: '/admin/actingLate/act',
        node: 'signed-in',
        handler: ({ caller }) => void late.captured.push(caller),
      },
      {
        method: 'POST',
        url: '/admin/actingLate/keys',
        node: 'signed-in',
        ownAccount: true,
        handler: () => ({ key: 'made' }),
      },
      {
        method: 'POST',
        url: '/admin/actingLate/prove',
        node: 'signed-in',
        handler: ({ caller }) => late.host.sessions('admin').prove(caller, 'late'),
      },
      {
        method: 'POST',
        url: '/admin/actingLate/sessions',
        node: 'signed-in',
        handler: ({ caller }) => late.host.sessions('admin').list(caller),
      },
      {
        method: 'POST',
        url: '/admin/actingLate/endOthers',
        node: 'signed-in',
        handler: ({ caller }) => late.host.sessions('admin').endAll(caller.id, { except: caller }),
      },
      {
        method: 'POST',
        url: '/admin/actingLate/password',
        node: 'signed-in',
        handler: ({ caller, body }) => late.host.sessions('admin').checkPassword(caller, body['password']),
      },
      {
        method: 'POST',
        url: '/admin/actingLate/sign',
        node: 'signed-in',
        handler: ({ caller }) => late.host.signedUrl('/api/admin/actingLate/signed', { caller }),
      },
      {
        method: 'GET',
        url: '/admin/actingLate/signed',
        node: 'signed-in',
        signed: true,
        handler: ({ caller }) => ({ id: caller.id, actor: caller.actor?.id ?? 0 }),
      },
      {
        method: 'GET',
        url: '/admin/actingLate/stream',
        node: 'signed-in',
        handler: ({ signal }) =>
          eventStream(
            (async function* () {
              yield { id: '1', data: 'begun' };
              await new Promise((resolve) => signal.addEventListener('abort', resolve));
            })(),
          ),
      },
    ],
  };
  return Object.assign(late, { plugin });
}
