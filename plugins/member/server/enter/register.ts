import { Invalid, kindOf, parseField, Problem, type FieldsOf, type Message, type Rows } from '#resource';
import type { PluginRequest, SignedIn } from '#plugin';
import { isZone } from '../calendar.ts';
import { useCode, wrongCode } from '../codes/useCode.ts';
import { contactTypesNow } from '../codes/ways.ts';
import { contactIn, membersWith, typeIn, type Contact } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import { readAll } from '../readAll.ts';
import { assertMayRegister } from './closed.ts';

type Body = PluginRequest['body'];
type NewMember = Parameters<Rows<FieldsOf<'user'>>['add']>[0];

const hour = 3_600_000;
/** Names that may be tried with the codes of one address in an hour: the answer tells which are taken. */
const namesPerCode = 10;

/**
 * Makes a member of somebody who has shown that an e-mail address or a mobile number is theirs, and signs them in. The
 * code comes after a security check, so a user name may be said to be taken with it; an address never is.
 */
export async function register(parts: MemberParts, { caller, body }: PluginRequest): Promise<SignedIn> {
  const { host } = parts;
  await assertMayRegister(parts);
  const { register_mode: mode, terms_version: version } = await host.settings('member');
  const { username, password, contact } = await readAll({
    username: () => usernameIn(body),
    password: () => host.passwords.read(body, 'password'),
    contact: () => registeredBy(parts, body),
  });
  if (version !== null && body['terms'] !== version) throw new Invalid({ terms: { key: 'memberServer:terms' } });
  // Who has the code has solved the security check that it was sent after.
  await useCode(parts, caller, 'user_register', contact, body['captcha'], 'peek');
  await parts.limiter('register', 20, hour).consume(caller);
  await parts.limiter('register-code', namesPerCode, hour).consume(`${contact.type} ${contact.target}`);
  const invitation = mode === 'invitation' ? await invitationIn(parts, body) : undefined;
  await assertNameFree(parts, username);
  await useCode(parts, caller, 'user_register', contact, body['captcha']);
  const values: Partial<NewMember> = {
    username,
    nickname: username,
    password,
    [contact.type]: contact.target,
    group_id: await firstGroup(parts),
    join_ip: caller.ip,
    time_zone: isZone(body['timeZone']) ? body['timeZone'] : null,
    ...(invitation !== undefined && { invitation_id: invitation }),
    ...(version !== null && { terms_version: version }),
  };
  const added = await addMember(parts, contact, values as NewMember);
  return parts.sessions.create(caller, added, { keep: isYes(body['keep']) });
}

const isYes = (input: unknown): boolean => [true, 1, '1', 'true'].includes(input as string);

function usernameIn(body: Body): string {
  const parsed = parseField(kindOf('text'), { required: true, format: 'account' } as never, body['username']);
  if ('refused' in parsed) throw new Invalid({ username: parsed.refused });
  return parsed.value as string;
}

async function registeredBy(parts: MemberParts, body: Body): Promise<Contact> {
  const type = typeIn(body, 'registerType');
  if (!(await contactTypesNow(parts)).includes(type)) throw new Invalid({ registerType: { key: 'validate:choice' } });
  return contactIn(body, type);
}

/** Looked at again when the member is added: many may come with one code. */
async function invitationIn({ host }: MemberParts, body: Body): Promise<number> {
  const { invitation } = body;
  const code = typeof invitation === 'string' ? invitation.trim().toUpperCase().slice(0, 32) : '';
  if (code === '') throw new Invalid({ invitation: { key: 'validate:required' } });
  const [found] = await host.rows('user_invitation', host.system).list({ code, status: 1 });
  if (!found || found.uses_left < 1) throw wrong('invitation', { key: 'memberServer:invitation' });
  return found.id;
}

async function assertNameFree({ host }: MemberParts, username: string): Promise<void> {
  if ((await host.rows('user', host.system).count({ name_key: username.toLowerCase() })) > 0)
    throw wrong('username', { key: 'validate:taken' });
}

const wrong = (field: string, message: Message): Invalid => new Invalid({ [field]: message });

/** The group of new members: the one that was made first. */
async function firstGroup({ host }: MemberParts): Promise<number> {
  const [group] = await host.rows('user_group', host.system).list({}, { sort: 'id', limit: 1 });
  if (!group) throw new Problem('memberServer:noGroup');
  return group.id;
}

/** Whose address it is meanwhile, the answer does not tell: to them the code was never sent. */
async function addMember({ host }: MemberParts, contact: Contact, values: NewMember): Promise<number> {
  const members = host.rows('user', host.system);
  if ((await members.count(membersWith(contact))) > 0) throw wrongCode();
  try {
    return (await members.add(values)).id;
  } catch (error) {
    if (error instanceof Invalid && contact.type in error.errors) throw wrongCode();
    if (error instanceof Problem && error.key === 'memberServer:invitation') throw wrong('invitation', error);
    throw error;
  }
}
