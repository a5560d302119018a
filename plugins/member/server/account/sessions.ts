import type { PluginPart } from '#plugin';
import type { MemberParts } from '../memberParts.ts';

/** Where one is signed in, and the end of it. */
export const sessionRoutes = (parts: MemberParts): PluginPart => {
  const own = { node: 'signed-in', realm: 'member' } as const;
  return {
    routes: [
      {
        ...own,
        method: 'GET',
        url: '/account/sessions',
        handler: async ({ caller }) => ({ list: await parts.sessions.list(caller) }),
      },
      {
        ...own,
        method: 'POST',
        url: '/account/endSession',
        async handler({ caller, body }) {
          await parts.sessions.endOne(caller, body['id']);
          return null;
        },
      },
      {
        ...own,
        method: 'POST',
        url: '/account/endOtherSessions',
        async handler({ caller }) {
          await parts.sessions.endAll(caller.id, { except: caller });
          return null;
        },
      },
    ],
  };
};
