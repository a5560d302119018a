import { sql } from 'kysely';
import { Problem, type Caller, type Language } from '#resource';
import type { Route, RouteRequest } from '../../http/route.ts';
import { createLimiter } from '../../rateLimits/rateLimiter.ts';
import type { WindowCounts } from '../../rateLimits/windowCounts.ts';
import type { Realm } from '../../realms/realm.ts';
import type { SecurityLog } from '../../security/securityLog.ts';
import { digest } from '../../shared/digest.ts';
import { newPassword } from '../../shared/newPassword.ts';
import { placeOf } from '../../shared/placeOf.ts';
import { system } from '../../table/createGate.ts';
import type { Gate } from '../../table/gate.ts';
import type { RowListener } from '../../table/write/transaction.ts';
import { newLinkToken, type SiteMail } from './siteMail.ts';

const name = 'admin_invitation';
/** Seconds for which an invitation is good; days, for people. */
const lifetime = 604_800;
const days = lifetime / 86_400;
const perAddress = { key: 'invitation address', max: 30, timeWindow: 600_000 } as const;

interface SendingParts {
  readonly mail: SiteMail;
  gate(): Gate;
}

/** Sends an invitation, with a link of its own, when it is added and when it is sent again; what became of it is in its row. */
export const sendInvitations =
  ({ mail, gate }: SendingParts): RowListener =>
  async (tx, { model, action, id, after, caller }) => {
    if (model.name !== name || (action !== 'add' && !(action === 'edit' && after && 'sent_time' in after))) return;
    if (!(await mail.isReady())) throw new Problem('auth:inviteMail');
    const token = newLinkToken();
    await sql`UPDATE ${sql.table(name)} SET token_hash = ${digest(token)}, expire_time = ${tx.now + lifetime}
      WHERE id = ${id}`.execute(tx.db);
    tx.after.push(() => send({ mail, gate }, { id, token, language: caller.language, by: caller.username }));
  };

interface Sending {
  readonly id: number;
  readonly token: string;
  readonly language: Language;
  readonly by: string;
}

async function send({ mail, gate }: SendingParts, { id, token, language, by }: Sending): Promise<void> {
  const rows = gate().rows(name, system);
  const row = await rows.get(id);
  if (!row) return;
  const texts = { subject: 'session:inviteSubject', text: 'session:inviteText', params: { by, days } };
  const state = await mail.send({ ...texts, to: row.email!, language, page: 'invitation', token }).then(
    () => ({ mail_state: 'sent', answer: null }) as const,
    (error: unknown) => ({ mail_state: 'failed', answer: String((error as Error).message).slice(0, 300) }) as const,
  );
  await rows.edit(id, state);
}

export interface InvitationParts {
  readonly gate: Gate;
  readonly realm: Realm;
  readonly counts: WindowCounts;
  readonly events: SecurityLog;
  /** Unix seconds. */
  now(): number;
}

/** What an invited person sees, and how they become an administrator. */
export function invitationRoutes(parts: InvitationParts): Route[] {
  const addresses = createLimiter(parts.counts, perAddress, parts.now);
  const route = (url: string, handler: (parts: InvitationParts, request: RouteRequest) => unknown): Route => ({
    method: 'POST',
    url,
    node: 'everyone',
    async handler(request) {
      await addresses.consume(placeOf(request.caller.ip));
      return handler(parts, request);
    },
  });
  return [
    route('/admin/Index/invitation', async (_parts, { body }) => ({ email: (await findOpen(parts, body)).email })),
    { ...route('/admin/Index/acceptInvitation', accept), success: 'session:invitationAccepted' },
  ];
}

async function findOpen({ gate, now }: InvitationParts, { token }: RouteRequest['body']) {
  const where = { token_hash: digest(typeof token === 'string' ? token : ''), expire_time: { gt: now() } };
  const [row] = await gate.rows(name, system).list(where, { limit: 1 });
  if (!row) throw new Problem('session:linkGone');
  return row;
}

async function accept(parts: InvitationParts, { caller, body }: RouteRequest): Promise<null> {
  const { gate, realm } = parts;
  const { id } = await findOpen(parts, body);
  const { username, nickname } = body as Readonly<Record<string, never>>;
  const password = await newPassword(body, 'password');
  const added = await gate.transact(system, async ({ rows }) => {
    const invitations = rows(gate.modelOf(name));
    const { email, group_ids: groups, admin_id: by } = await lockOpen(invitations, id);
    const values = { username, nickname: nickname ?? username, password, email, group_ids: groups };
    const admin = await rows(gate.modelOf('admin')).add(values as never);
    // After the password was hashed, which may take a while: who has invited them must still be allowed to.
    await assertMayInvite(realm, Number(by), groups as readonly number[]);
    await invitations.del([id]);
    return { id: admin.id, by };
  });
  parts.events.note({
    kind: 'account',
    outcome: 'success',
    caller: { ...caller, realm: realm.name, id: added.id, username: String(username) },
    target: `admin #${added.id} ${String(username)}`,
    detail: { action: 'invitation', by: Number(added.by) },
  });
  return null;
}

type InvitationRows = ReturnType<Parameters<Parameters<Gate['transact']>[1]>[0]['rows']>;

/** Of two who come with one link the second finds none. */
async function lockOpen(invitations: InvitationRows, id: number): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await invitations.lock(id);
  } catch (error) {
    throw error instanceof Problem && error.key === 'rows:notFound' ? new Problem('session:linkGone') : error;
  }
}

async function assertMayInvite(realm: Realm, id: number, groups: readonly number[]): Promise<void> {
  const inviter = await realm.identityOf(id);
  if (!inviter || !mayInvite(inviter, groups)) throw new Problem('session:linkGone');
}

/** Into groups below one's own, and with the right to add administrators. */
const mayInvite = (
  { super: isSuper, below, may }: Pick<Caller, 'super' | 'below' | 'may'>,
  groups: readonly number[],
) => isSuper || (may('auth/admin/add') && groups.every((group) => below.groups.includes(group)));
