import { Problem } from '#resource';
import type { SignedIn } from '#plugin';
import type { Account, AccountRows, Identity, SignInRequest } from '../realms/realm.ts';
import { endVisitor } from '../realms/visitors.ts';
import type { SignIn } from './signInParts.ts';
import type { TokenPair } from './tokens.ts';

export interface NewLogin {
  readonly account: Account;
  readonly identity: Identity;
  /** Failed attempts since the last that was none. */
  readonly failures: number;
  readonly keep: boolean;
}

/** Begins a session of somebody who has shown who they are; tells the logs, and whoever wants to know. */
export async function beginSession(
  parts: SignIn,
  { account, identity, failures, keep }: NewLogin,
  request: SignInRequest,
): Promise<SignedIn> {
  const { caller } = request;
  const { realm } = parts;
  const { id, username, sessionNumber: number } = account;
  const pair = await parts.tokens.issue({ realm: realm.name, accountId: id, number, from: caller }, keep);
  const accounts = parts.gate.rows(realm.accounts) as unknown as AccountRows;
  const { session_number: current } = await accounts.edit(id, {
    last_login_time: parts.now(),
    last_login_ip: caller.ip,
  });
  if (current !== number) {
    // All sessions were ended meanwhile: this one, which nobody can use, leaves nothing behind.
    await parts.tokens.end(realm.name, [pair.token]);
    throw new Problem('session:invalidToken');
  }
  realm.signedIn?.(account, request);
  // Whoever administers the site stays the visitor of it that they were.
  const visitor = realm.name === 'admin' ? undefined : caller.visitor;
  if (visitor && (await parts.handOver({ realm: realm.name, id, visitor: visitor.id }))) endVisitor(caller);
  parts.signedIn({ realm: realm.name, id, username });
  parts.events.note({ kind: 'sign_in', outcome: 'success', caller: { ...caller, realm: realm.name, id, username } });
  return {
    userInfo: { ...identity.userInfo(), ...tokensIn(pair) },
    ...realm.startPage,
    failures,
    deviceToken: await parts.devices.issue(realm.name, id),
  };
}

/** Both names of each token: clients of either dialect read theirs. */
export const tokensIn = ({ token, refreshToken }: TokenPair) => ({ token, refreshToken, refresh_token: refreshToken });
