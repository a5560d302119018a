import type { PluginPart, PluginRequest } from '#plugin';
import {
  Invalid,
  parseField,
  timeZone,
  type Caller,
  type FieldOptions,
  type FieldsOf,
  type Manifest,
  type Row,
  type Update,
} from '#resource';
import { isZone, zoneNames } from '../calendar.ts';
import { contactTypesNow, keepsCodes } from '../codes/ways.ts';
import type { FileService } from './fileService.ts';
import { memberInfo } from '../memberInfo.ts';
import type { MemberParts } from '../memberParts.ts';
import { needsLogin } from '../problems.ts';
import { userResource } from '../tables/user.ts';

/** What members change of themselves here; clients send back all that they were shown. */
const ownFields = ['avatar', 'nickname', 'gender', 'birthday', 'motto', 'time_zone'] as const;

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
  return {
    accountVerificationType: await contactTypesNow(parts),
    keepsCodes: await keepsCodes(parts),
    userInfo: memberInfo(member),
    manifest: formOf(parts, caller),
    row: rowOf(member),
  };
}

/** What the page draws its form from: of the table of members their own fields, in their language. */
function formOf({ host }: MemberParts, { language }: Caller): Manifest {
  const whole = host.catalogue({ ...host.system, language }).find(({ name }) => name === 'user')!;
  const fields = Object.fromEntries(ownFields.map((name) => [name, whole.fields[name]!]));
  const lines = [['avatar'], ['nickname'], ['gender', 'birthday'], ['motto'], ['time_zone']];
  const items = Object.fromEntries(zoneNames.map((name) => [name, { label: name }]));
  const help = host.translate({ key: 'memberServer:timeZoneHelp' }, language);
  const zone = {
    ...fields['time_zone']!,
    kind: 'enum',
    writable: true,
    options: { items },
    help,
    placeholder: timeZone(),
  };
  return {
    ...whole,
    actions: ['edit'],
    fields: { ...fields, time_zone: zone },
    form: { ...whole.form, sections: [{ label: null, lines }] },
  };
}

/** The row as the form has it. */
const rowOf = (member: Row<FieldsOf<'user'>>) => ({
  id: member.id,
  version: member.version,
  ...Object.fromEntries(ownFields.map((name) => [name, member[name]])),
});

/** What can be told of the form by itself, so that nobody solves a captcha for what is refused anyway. */
function assertSound(changes: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(changes).flatMap(([name, value]) => {
    const field = userResource.fields[name];
    if (!field) return [];
    const parsed = parseField(field.kind, field.options as FieldOptions, value);
    return 'refused' in parsed ? [[name, parsed.refused] as const] : [];
  });
  if (wrong.length > 0) throw new Invalid(Object.fromEntries(wrong));
}

/**
 * A picture that the member has uploaded; where nothing keeps uploads, one of this site. Administrators see it: with an address of
 * the member's choice, their browsers would ask whichever server that is.
 */
async function assertOwnPicture(
  { host }: MemberParts,
  caller: Caller,
  given: unknown,
  before: string | null | undefined,
): Promise<void> {
  if (typeof given !== 'string' || given.trim() === '' || given === before) return;
  const files = host.useIfThere('files') as FileService | undefined;
  const isOurs = files ? await files.isOwn(caller, given) : /^\/(?![/\\])/.test(given);
  if (!isOurs) throw new Invalid({ avatar: { key: 'memberServer:ownPicture' } });
}

async function save(parts: MemberParts, { caller, body }: PluginRequest) {
  const { host } = parts;
  const before = await host.rows('user', host.system).get(caller.id);
  const username = body['username'];
  const isRenamed = username !== undefined && username !== before?.username;
  // Those who say which version they have seen are told when it has changed since.
  const sent = [...ownFields, 'version'].flatMap((name) => (name in body ? [[name, body[name]]] : []));
  const changes = Object.fromEntries(sent);
  const { time_zone: zone } = changes;
  if (zone !== undefined && zone !== null && zone !== '' && !isZone(zone))
    throw new Invalid({ time_zone: { key: 'validate:choice' } });
  await assertOwnPicture(parts, caller, changes['avatar'], before?.avatar);
  if (isRenamed) {
    assertSound({ ...changes, username });
    // Only after this somebody may be told that a name is taken.
    await host.captcha.assertSolved(caller, 'member.profile', body);
  }
  return host.transaction(caller, async ({ caller: { id }, rows }) => {
    const values = { ...changes, ...(isRenamed && { username }) } as Partial<Update<FieldsOf<'user'>>>;
    const saved = await rows('user', host.system).edit(id, values);
    return { userInfo: memberInfo(saved), row: rowOf(saved) };
  });
}
