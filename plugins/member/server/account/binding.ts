import type { PluginPart, PluginRequest } from '#plugin';
import { Invalid, Problem, type Caller, type FieldsOf, type Row } from '#resource';
import type { CodeEvent } from '../codes/events.ts';
import { wasChanged } from '../codes/events.ts';
import type { Messages } from '../codes/messages.ts';
import { useCode, wrongCode } from '../codes/useCode.ts';
import { contactIn, membersWith, typeIn, type Contact, type ContactType } from '../contact.ts';
import { memberInfo } from '../memberInfo.ts';
import type { MemberParts } from '../memberParts.ts';
import { needsLogin } from '../problems.ts';

const verify = { email: 'user_email_verify', mobile: 'user_mobile_verify' } as const satisfies Record<
  ContactType,
  CodeEvent
>;
const bind = { email: 'user_change_email', mobile: 'user_change_mobile' } as const satisfies Record<
  ContactType,
  CodeEvent
>;

/** Another e-mail address or mobile number for the account (protocol §2.10). */
export const bindingRoutes = (parts: MemberParts, messages: Messages): PluginPart => {
  const route = { method: 'POST', node: 'signed-in', realm: 'member' } as const;
  return {
    routes: [
      { ...route, url: '/account/verification', handler: (request) => prove(parts, request) },
      { ...route, url: '/account/changeBind', handler: (request) => change(parts, messages, request) },
    ],
  };
};

/** Shows by a code that the bound address is still theirs; gives the proof that `changeBind` asks for. */
async function prove(parts: MemberParts, { caller, body }: PluginRequest) {
  const type = typeIn(body, 'type');
  const bound = (await ownRow(parts, caller))[type];
  if (bound === null) throw new Invalid({ type: { key: 'memberServer:notBound' } });
  await useCode(parts, caller, verify[type], { type, target: bound }, body['captcha']);
  return { type, accountVerificationToken: await parts.sessions.prove(caller, purpose(type, bound)) };
}

async function change(parts: MemberParts, messages: Messages, { caller, body }: PluginRequest) {
  const type = typeIn(body, 'type');
  const contact = contactIn(body, type);
  const bound = (await ownRow(parts, caller))[type];
  if (bound === contact.target) throw new Invalid({ [type]: { key: 'memberServer:sameContact' } });
  if (bound === null) await parts.sessions.checkPassword(caller, body['password']);
  else {
    // A mistyped code costs no proof: there is one for each code to the old address.
    await useCode(parts, caller, bind[type], contact, body['captcha'], 'peek');
    await spendProof(parts, caller, purpose(type, bound), body['accountVerificationToken']);
  }
  await useCode(parts, caller, bind[type], contact, body['captcha']);
  const userInfo = await store(parts, caller, contact, bound);
  if (bound !== null)
    messages.later(async () => ({
      to: { type, target: bound },
      event: wasChanged,
      language: caller.language,
      member: caller.id,
    }));
  return { userInfo };
}

async function spendProof({ sessions }: MemberParts, caller: Caller, use: string, proof: unknown): Promise<void> {
  try {
    await sessions.assertProved(caller, use, proof);
  } catch (error) {
    throw error instanceof Problem && error.key === proofNeeded ? wrongProof() : error;
  }
}

const proofNeeded = 'session:proofNeeded';
/** At its field, so that a form knows which step begins anew. */
const wrongProof = (): Invalid => new Invalid({ accountVerificationToken: { key: proofNeeded } });

/** A proof is good for the address that was shown, and for no other that is bound meanwhile. */
const purpose = (type: ContactType, bound: string): string => `bind ${type} ${bound}`;

async function ownRow({ host }: MemberParts, { id }: Caller): Promise<Row<FieldsOf<'user'>>> {
  const member = await host.rows('user', host.system).get(id);
  if (!member) throw needsLogin();
  return member;
}

/** An address that has become somebody else's is answered like a wrong code: to its owner the code was never sent. */
async function store({ host }: MemberParts, caller: Caller, contact: Contact, bound: string | null) {
  return host.transaction(caller, async ({ caller: { id }, rows }) => {
    const members = rows('user', host.system);
    const member = await members.lock(id);
    // Somebody has changed it meanwhile.
    if (member[contact.type] !== bound) throw wrongProof();
    if ((await members.count(membersWith(contact))) > 0) throw wrongCode();
    try {
      return memberInfo(await members.edit(id, { [contact.type]: contact.target }));
    } catch (error) {
      throw error instanceof Invalid && contact.type in error.errors ? wrongCode() : error;
    }
  });
}
