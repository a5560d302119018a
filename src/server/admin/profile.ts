import { Invalid, isEmpty, parseField, Problem, type Caller, type Label, type Model } from '#resource';
import type { MenuEntry } from '#plugin';
import type { PermissionStore } from '../access/permissionStore.ts';
import { sentencesOfIds } from '../access/audit/sentenceRoutes.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { adminInfo } from '../access/adminRealm.ts';
import { changePassword, type PasswordParts } from '../session/changePassword.ts';
import { checkPassword } from '../session/checkPassword.ts';
import { needLogin } from '../realms/realm.ts';
import { tokensIn } from '../session/beginSession.ts';
import type { Messages } from '../shared/messages.ts';
import { system } from '../table/createGate.ts';
import { idOf } from '../table/read.ts';
import type { SiteMail } from './links/siteMail.ts';
import { onlyThemselves, ownTable } from './ownAccount.ts';

export const profilePath = 'routine/adminInfo';
const ownNodes = ['auth/admin/index', 'auth/admin/edit'] as const;
/** Held while one's own password or address is changed, by who has just given the password; `resources/admin.ts` asks for it. */
const ownPasswordNode = `${profilePath}/password`;

/** The page of one's own account in the menu; who has no entry there reaches it by their name. */
export const profileMenu = (label: (key: string) => Label | undefined): MenuEntry => ({
  path: profilePath,
  label: label('profile:title') ?? profilePath,
  icon: 'fa fa-user',
  weigh: 86,
  buttons: { index: label('rule:index') ?? 'index', edit: label('rule:edit') ?? 'edit' },
});

export interface ProfileParts extends PasswordParts {
  readonly rights: PermissionStore;
  readonly messages: Messages;
  readonly mail: Pick<SiteMail, 'isReady'>;
}

/** One's own account: of every administrator, and of nobody else (protocol §2.7). */
export function profileRoutes(parts: ProfileParts): Route[] {
  const model = ownTable(parts.gate.models.get('admin')!);
  const at = (action: string) =>
    ({ url: `/admin/routine.AdminInfo/${action}`, node: 'signed-in', ownAccount: true }) as const;
  const self = (caller: Caller): Caller => onlyThemselves(caller, ...ownNodes);
  return [
    {
      ...at('index'),
      method: 'GET',
      handler: async ({ caller }) => ({
        ...(await answer(parts, self(caller), model)),
        manifest: parts.gate.manifest(self(caller), model, caller.language),
        emailNeedsPassword: await parts.mail.isReady(),
      }),
    },
    {
      ...at('edit'),
      method: 'POST',
      success: 'profile:saved',
      handler: (request) => edit(parts, { ...request, caller: self(request.caller) }, model),
    },
    { ...at('log'), method: 'GET', handler: (request) => ownLog(parts, request) },
  ];
}

/** Who one is, for the page, and the row that its form is about. */
async function answer({ gate, rights, realm }: ProfileParts, self: Caller, model: Model) {
  const owned = await rights.of(self.id);
  if (!owned) throw needLogin(realm);
  const [row, groups] = await Promise.all([
    gate.read(self, model, self.id),
    gate.rows('admin_group', { ...system, language: self.language }).list({ id: { in: [...owned.groups] } }),
  ]);
  const { email, mobile, motto, last_login_ip: address, create_time: createTime } = owned.admin;
  return {
    info: {
      ...adminInfo(owned),
      email: email ?? '',
      mobile: mobile ?? '',
      motto: motto ?? '',
      last_login_ip: address ?? '',
      create_time: createTime,
      groups: groups.map(({ name }) => name),
    },
    row,
  };
}

async function edit(parts: ProfileParts, { caller, body }: RouteRequest, model: Model) {
  assertOwn(model, caller, body['id']);
  const { oldPassword, password, ...changes } = withoutShown(model, body);
  const self = onlyThemselves(caller, ...ownNodes, ownPasswordNode);
  if (isEmpty(password)) {
    const isMoved = await isOtherAddress(parts, caller, model, changes);
    if (isMoved && (await parts.mail.isReady())) await assertPassword(parts, caller, oldPassword);
    await parts.gate.edit(isMoved ? self : caller, model, { ...changes, id: caller.id });
    return answer(parts, caller, model);
  }
  const pair = await changePassword(parts, caller, body, (also) =>
    parts.gate.edit(self, model, { ...changes, password, id: caller.id }, { also }),
  );
  return { ...(await answer(parts, caller, model)), ...tokensIn(pair) };
}

/** Where the site sends mail, links to a new password go there: who has found an open browser must not get one. */
async function isOtherAddress({ gate }: ProfileParts, caller: Caller, model: Model, { email }: RouteRequest['body']) {
  const { kind, options } = model.fields.get('email')!;
  const parsed = email === undefined ? undefined : parseField(kind, options, email);
  // What is no address is for the gate to refuse.
  if (!parsed || 'refused' in parsed) return false;
  return (parsed.value ?? null) !== (await gate.read(caller, model, caller.id))['email'];
}

async function assertPassword(parts: ProfileParts, caller: Caller, password: unknown): Promise<void> {
  if (typeof password !== 'string' || password === '')
    throw new Invalid({ oldPassword: { key: 'validate:required' } }, { oldPassword: { key: 'profile:oldPassword' } });
  await checkPassword(parts, caller, password, 'oldPassword');
}

/** Another's id answers like that of a row that does not exist. */
function assertOwn(model: Model, { id }: Caller, given: unknown): void {
  if (given !== undefined && idOf(model, given) !== id) throw new Problem('rows:notFound');
}

/** Clients send back all that they were shown: what is beside the fields of the table is no input. */
const shown = new Set(['super', 'groups', 'token', 'refresh_token', 'refreshToken']);
const withoutShown = (model: Model, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => model.fields.has(name) || !shown.has(name)));

/** What one did oneself, newest first, in sentences where they can be made: of super administrators too. */
async function ownLog({ gate, messages }: ProfileParts, { caller, query: { page, limit } }: RouteRequest) {
  const model = gate.models.get('admin_log')!;
  const answer = await gate.index(onlyThemselves(caller, `${model.path}/index`), model, {
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
  });
  const ids = answer.list.map((row) => Number(row['id']));
  const sentences = await sentencesOfIds({ gate, messages }, caller, ids);
  return {
    ...answer,
    list: answer.list.map((row) => ({ ...row, sentence: sentences.get(Number(row['id'])) ?? null })),
  };
}
