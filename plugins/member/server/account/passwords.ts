import type { PluginPart, PluginRequest } from '#plugin';
import type { RowOf, Tables } from '#resource';
import { useCode, wrongCode } from '../codes/useCode.ts';
import { contactIn, membersWith, typeIn, type Contact } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import { readAll } from '../readAll.ts';

/** A new password, for who knows the old one, or has forgotten it. */
export const passwordRoutes = (parts: MemberParts): PluginPart => ({
  routes: [
    {
      method: 'POST',
      url: '/account/changePassword',
      node: 'account/changePassword',
      realm: 'member',
      // The other sessions end; this one goes on under the tokens of the answer.
      handler: ({ caller, body }) => parts.sessions.changePassword(caller, body),
    },
    {
      method: 'POST',
      url: '/account/retrievePassword',
      node: 'everyone',
      realm: 'member',
      handler: (request) => retrieve(parts, request),
    },
  ],
});

/** Ends all sessions of the account. Whether there is one, the answer tells to nobody who has no code. */
async function retrieve(parts: MemberParts, { caller, body }: PluginRequest): Promise<null> {
  const { host } = parts;
  const { contact, password } = await readAll({
    contact: () => contactIn(body, typeIn(body, 'type'), 'account'),
    password: () => host.passwords.read(body, 'password'),
  });
  await useCode(parts, caller, 'user_retrieve_pwd', contact, body['captcha']);
  const member = await setPassword(parts, contact, password);
  host.securityLog({
    caller: { ...caller, realm: 'member', id: member.id, username: member.username },
    outcome: 'success',
    target: 'retrievePassword',
    title: { 'zh-cn': '忘记密码后重设', en: 'Forgotten password replaced' },
  });
  return null;
}

/** Sets the password of the account that has this address when it is written, and returns the account. */
async function setPassword({ host }: MemberParts, contact: Contact, password: string): Promise<RowOf<Tables['user']>> {
  const [found] = await host.rows('user', host.system).list({ ...membersWith(contact), status: 1 });
  if (!found) throw wrongCode();
  return host.transaction(host.system, async ({ rows }) => {
    const members = rows('user', host.system);
    // Hashing takes its time: whoever reads the mail of a former address is not the owner any more.
    await members.lock(found.id);
    const [member] = await members.list({ ...membersWith(contact), id: found.id, status: 1 });
    if (!member) throw wrongCode();
    await members.edit(member.id, { password });
    return member;
  });
}
