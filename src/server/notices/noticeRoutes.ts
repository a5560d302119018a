import { Invalid, type Caller } from '#resource';
import { eventStream, type PluginRoute, type StreamEvent } from '#plugin';
import type { Realm } from '../realms/realm.ts';
import type { Notices } from './notices.ts';

/** What the bell of an area asks: one's own notices and nobody else's. */
export function noticeRoutes(notices: Notices, { base }: Realm): PluginRoute[] {
  return [
    {
      method: 'GET',
      url: `${base}/ajax/notices`,
      node: 'signed-in',
      handler: async ({ caller, query }) => ({
        ...(query['only'] !== 'state' && { list: await notices.list(caller, caller.language) }),
        ...(await notices.state(caller)),
      }),
    },
    {
      method: 'POST',
      url: `${base}/ajax/readNotices`,
      node: 'signed-in',
      ownAccount: true,
      async handler({ caller, body }) {
        await notices.read(caller, chosenIn(body));
        return notices.state(caller);
      },
    },
    {
      method: 'GET',
      url: `${base}/ajax/noticeStream`,
      node: 'signed-in',
      handler: ({ caller, signal }) => eventStream(states(notices, caller, signal)),
    },
  ];
}

/** `{ id }` is one, `{ upTo }` all that were there when the person looked: what has come since stays unread. */
function chosenIn(body: Readonly<Record<string, unknown>>): { id: number } | { upTo: number } {
  const name = Object.hasOwn(body, 'id') ? 'id' : 'upTo';
  const value = body[name];
  if (!Number.isSafeInteger(value) || Number(value) < 1) throw new Invalid({ [name]: { key: 'validate:integer' } });
  return name === 'id' ? { id: Number(value) } : { upTo: Number(value) };
}

/** How many are not read, now and whenever that changes. */
async function* states(notices: Notices, caller: Caller, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  let news = Promise.withResolvers<void>();
  const wake = (): void => news.resolve();
  signal.addEventListener('abort', wake);
  const unlisten = await notices.listen(caller, wake);
  try {
    for (let turn = 1; !signal.aborted; turn += 1) {
      news = Promise.withResolvers<void>();
      const data = await notices.state(caller);
      // An id, so that a tab that nobody looks at can give its connection up.
      yield { id: `${Date.now()}-${turn}`, data };
      await news.promise;
    }
  } finally {
    unlisten();
    signal.removeEventListener('abort', wake);
  }
}
