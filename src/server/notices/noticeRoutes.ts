import { Invalid } from '#resource';
import type { PluginRoute } from '#plugin';
import type { Realm } from '../realms/realm.ts';
import type { Notices } from './notices.ts';

/** What the bell of an area asks: one's own notices and nobody else's. How many they are is told beside changed tables. */
export function noticeRoutes(notices: Notices, { base }: Realm): PluginRoute[] {
  return [
    {
      method: 'GET',
      url: `${base}/ajax/notices`,
      node: 'signed-in',
      handler: async ({ caller }) => ({
        list: await notices.list(caller, caller.language),
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
  ];
}

/** `{ id }` is one, `{ upTo }` all that were there when the person looked: what has come since stays unread. */
function chosenIn(body: Readonly<Record<string, unknown>>): { id: number } | { upTo: number } {
  const name = Object.hasOwn(body, 'id') ? 'id' : 'upTo';
  const value = body[name];
  if (!Number.isSafeInteger(value) || Number(value) < 1) throw new Invalid({ [name]: { key: 'validate:integer' } });
  return name === 'id' ? { id: Number(value) } : { upTo: Number(value) };
}
