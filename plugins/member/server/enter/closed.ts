import { Code, Problem, type Caller } from '#resource';
import { memberRealm } from '../../realm.ts';
import type { MemberParts } from '../memberParts.ts';

/** Throws for who is signed in already, and while the member centre is closed. */
export async function assertMayEnter({ host }: MemberParts, caller: Caller): Promise<void> {
  const { startPage } = memberRealm;
  if (caller.realm === 'member')
    throw new Problem('session:alreadyIn', {}, { code: Code.redirect, data: { ...startPage, type: 'logged in' } });
  await assertCentreOpen(host);
}

/** Throws while nobody can register, whoever asks: what is answered says nothing of accounts. */
export async function assertMayRegister({ host }: MemberParts): Promise<void> {
  await assertCentreOpen(host);
  if ((await host.settings('member')).register_mode === 'closed') throw new Problem('memberServer:registerClosed');
}

async function assertCentreOpen(host: MemberParts['host']): Promise<void> {
  const { open_member_center: isOpen } = await host.settings('basics');
  if (isOpen !== 1) throw new Problem('memberServer:closed');
}
