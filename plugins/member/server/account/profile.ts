import type { PluginPart, PluginRequest } from '#plugin';
import type { FieldsOf, Update } from '#resource';
import { contactTypesNow } from '../codes/ways.ts';
import { memberInfo } from '../memberInfo.ts';
import type { MemberParts } from '../memberParts.ts';
import { needsLogin } from '../problems.ts';

/** What members change of themselves here; clients send back all that they were shown. */
const ownFields = ['avatar', 'nickname', 'gender', 'birthday', 'motto'] as const;

/** One's own profile (specification §7). */
export const profileRoutes = (parts: MemberParts): PluginPart => {
  const route = { url: '/account/profile', node: 'account/profile', realm: 'member' } as const;
  return {
    routes: [
      { ...route, method: 'GET', handler: (request) => show(parts, request) },
      { ...route, method: 'POST', handler: (request) => save(parts, request) },
    ],
  };
};

async function show(parts: MemberParts, { caller }: PluginRequest) {
  const member = await parts.host.rows('user', parts.host.system).get(caller.id);
  if (!member) throw needsLogin();
  return { accountVerificationType: await contactTypesNow(parts), userInfo: memberInfo(member) };
}

async function save(parts: MemberParts, { caller, body }: PluginRequest) {
  const { host } = parts;
  const before = await host.rows('user', host.system).get(caller.id);
  const username = body['username'];
  const isRenamed = username !== undefined && username !== before?.username;
  // Only after this somebody may be told that a name is taken.
  if (isRenamed) await host.captcha.assertSolved(caller, 'member.profile', body);
  const changes = Object.fromEntries(ownFields.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
  return host.transaction(caller, async ({ caller: { id }, rows }) => {
    const values = { ...changes, ...(isRenamed && { username }) } as Partial<Update<FieldsOf<'user'>>>;
    return { userInfo: memberInfo(await rows('user', host.system).edit(id, values)) };
  });
}
