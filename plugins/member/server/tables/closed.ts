import { Problem, type FieldsOf, type HookContext, type Values } from '#resource';

/** What is left of a member who has closed their account: the row that the books need, which says nothing of a person. */
export const closedMember = {
  closed: 1,
  status: 0,
  two_step: 0,
  nickname: '—',
  avatar: null,
  email: null,
  mobile: null,
  gender: '0',
  birthday: null,
  time_zone: null,
  motto: null,
  last_login_time: null,
  last_login_ip: null,
  join_ip: null,
  invitation_id: null,
} as const;

/** Of an account that is being closed: nobody can choose a name with a hyphen, and no password has this hash. */
export function anonymise(next: Values<FieldsOf<'user'>>, id: number): void {
  next.username = `closed-${id}`;
  (next as { password?: string }).password = '-';
}

/**
 * In the transaction that adds something about a member: nothing is added for who has closed the account, nor while it is being
 * closed.
 */
export async function assertNotClosed({ table }: HookContext, id: number): Promise<void> {
  if ((await table('user').lock(id)).closed === 1) throw new Problem('memberServer:accountClosed');
}

/** Nobody opens an account again that its owner has closed. */
export function assertOpen(prev: { readonly closed: 0 | 1 | null } | null, { caller }: HookContext): void {
  if (prev?.closed === 1 && caller.realm !== 'system') throw new Problem('memberServer:accountClosed');
}
