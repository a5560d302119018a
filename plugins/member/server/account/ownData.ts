import { Readable } from 'node:stream';
import type { PluginPart, PluginRequest } from '#plugin';
import type { MemberParts } from '../memberParts.ts';
import { eraseMember } from '../tables/closeAccount.ts';

const hour = 3_600_000;
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="my-data.json"',
  'cache-control': 'no-store',
};

/** What the site holds of a member, as a file; and the end of their account. */
export const ownDataRoutes = (parts: MemberParts): PluginPart => ({
  routes: [
    {
      method: 'GET',
      url: '/account/export',
      node: 'account/profile',
      realm: 'member',
      rateLimit: { max: 20, timeWindow: hour },
      handler: (request) => exportOwn(parts, request),
    },
    {
      method: 'POST',
      url: '/account/close',
      node: 'signed-in',
      realm: 'member',
      handler: (request) => close(parts, request),
    },
  ],
});

function exportOwn({ host }: MemberParts, { caller: { id } }: PluginRequest): Response {
  const bytes = Readable.from(host.personalData.export({ realm: 'member', id })).map((part: string) =>
    Buffer.from(part),
  );
  return new Response(Readable.toWeb(bytes) as never, { headers });
}

/** Seconds after which a job removes what is kept of a member, should this server not come to it. */
const patience = 60;

/** What becomes of the rows, each table says in `personal`. Another `status` ends all sessions. */
async function close({ host, sessions }: MemberParts, { caller, body }: PluginRequest): Promise<null> {
  await sessions.checkPassword(caller, body['password']);
  // Not spent: it goes with the account, and a refusal from here on costs nobody a code.
  await sessions.peekSecondStep(caller, body['code']);
  const { id } = caller;
  // First of all: what they still write elsewhere is there before it is looked for, or is refused.
  await host.transaction(caller, async ({ rows, enqueue }) => {
    await rows('user', host.system).edit(id, { status: 0 });
    await enqueue(eraseMember, { id }, { key: String(id), delay: patience });
  });
  await host.personalData.erase({ realm: 'member', id });
  return null;
}
