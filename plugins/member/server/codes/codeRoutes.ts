import { Invalid } from '#resource';
import type { PluginPart, PluginRequest } from '#plugin';
import { assertMayRegister } from '../enter/closed.ts';
import { contactIn, membersWith, type Contact, type ContactType } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import { needsLogin } from '../problems.ts';
import { codeEvents, eventIn, hasAccount, type CodeEvent } from './events.ts';
import type { Message, Messages } from './messages.ts';
import { purposeOf } from './useCode.ts';
import { contactTypesNow, isSetUp } from './ways.ts';

const hour = 3_600_000;

/**
 * Codes by mail and as text messages (specification §7). The answer is the same whether there is such a member or not, also
 * where it says that nothing leaves: the site cannot send that way, and the code waits in the outbox.
 */
export const codeRoutes = (parts: MemberParts, messages: Messages): PluginPart => {
  const send = (type: ContactType, field: string) => (request: PluginRequest) =>
    sendCode(parts, messages, request, type, field);
  const route = { method: 'POST', node: 'everyone', realm: 'member' } as const;
  return {
    routes: [
      { ...route, url: '/Ems/send', handler: send('email', 'event') },
      { ...route, url: '/Sms/send', handler: send('mobile', 'template_code') },
    ],
    stop: () => messages.settled(),
  };
};

async function sendCode(
  parts: MemberParts,
  messages: Messages,
  { caller, body }: PluginRequest,
  type: ContactType,
  field: string,
): Promise<{ isKept: true } | null> {
  const { host } = parts;
  const event = eventIn(body[field], type);
  if (!event) throw new Invalid({ [field]: { key: 'validate:choice' } });
  const { isSignedIn, to: kind } = codeEvents[event];
  if (isSignedIn && caller.realm !== 'member') throw needsLogin();
  if (event === 'user_register') await assertMayRegister(parts);
  const to = contactIn(body, type);
  if (!(await contactTypesNow(parts)).includes(type)) throw new Invalid({ [type]: { key: `memberServer:no.${type}` } });
  await assertMayAsk(parts, { caller, body }, event, to);
  const use = { purpose: purposeOf(event), target: to.target, isOwner: kind === 'own' };
  const code = await host.codes.create(caller, use);
  const { language } = caller;
  const asker = isSignedIn ? caller.id : undefined;
  messages.later(() => decide(parts, event, { to, event, language, code, member: asker }));
  return (await isSetUp(parts, type)) ? null : { isKept: true };
}

/** Codes that a member may ask for in an hour by the password. */
const perMember = 10;

/** Members show their password, others a solved security check; a code to the address that is bound asks for the password. */
async function assertMayAsk(
  parts: MemberParts,
  { caller, body }: Pick<PluginRequest, 'caller' | 'body'>,
  event: CodeEvent,
  to: Contact,
): Promise<void> {
  const { to: kind, isSignedIn } = codeEvents[event];
  const hasPassword = isSignedIn && typeof body['password'] === 'string' && body['password'] !== '';
  if (hasPassword) await parts.limiter('code-member', perMember, hour).consume(caller);
  else await parts.host.captcha.assertSolved(caller, 'member.code', body);
  if (kind === 'own') await assertOwn(parts, { caller, body }, to);
  else if (hasPassword) await parts.sessions.checkPassword(caller, body['password']);
}

/** Who asks for a code to their own address has shown that they know the password: an open browser is not enough. */
async function assertOwn(
  { host, sessions }: MemberParts,
  { caller, body }: Pick<PluginRequest, 'caller' | 'body'>,
  { type, target }: Contact,
): Promise<void> {
  const member = await host.rows('user', host.system).get(caller.id);
  if (member?.[type] !== target) throw new Invalid({ [type]: { key: 'memberServer:notBound' } });
  await sessions.checkPassword(caller, body['password']);
}

/** What leaves for the address, which its owner alone sees. */
async function decide({ host }: MemberParts, event: CodeEvent, message: Message): Promise<Message> {
  const [member] = await host.rows('user', host.system).list(membersWith(message.to), { limit: 1 });
  const { to } = codeEvents[event];
  if (to === 'free' && member)
    return { to: message.to, event: hasAccount, language: message.language, member: member.id };
  if (to === 'taken') return { ...message, member: member?.id, isFutile: member?.status !== 1 };
  return message;
}
