import { Invalid, kindOf, parseField, Problem, type Caller, type Message } from '#resource';
import type { Write } from '../database/database.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Attempts, Who } from './attempts.ts';
import type { QueuePlace } from '../shared/fairQueue.ts';
import type { Passwords } from './passwords.ts';
import type { TokenPair, Tokens } from './tokens.ts';
import type { Gate } from '../table/gate.ts';
import { attemptName, type AccountRows, type Realm } from '../realms/realm.ts';

export interface PasswordParts {
  readonly gate: Gate;
  readonly realm: Realm;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly events: SecurityLog;
}

/** What the page calls them; whoever reads that a password is wrong knows which. */
const labels = { oldPassword: { key: 'profile:oldPassword' }, password: { key: 'profile:newPassword' } };

/**
 * Lets `save` store a new password when the old one is right, and do the rest in the same transaction. A wrong one
 * counts like a failed sign-in: who has found an open browser must not guess on. All sessions end; the one at hand
 * goes on under new tokens.
 */
export async function changePassword(
  parts: PasswordParts,
  caller: Caller,
  token: string,
  body: Readonly<Record<string, unknown>>,
  save: (also: (write: Write) => Promise<void>) => Promise<unknown>,
): Promise<TokenPair> {
  const oldPassword = readPasswords(body);
  await assertOldPassword(parts, caller, oldPassword);
  let pair: TokenPair | undefined;
  // In one transaction: the new tokens are those of this password, and of none that somebody sets after it.
  await save(async (write) => {
    const { session_number: number } = (await accountsIn(parts, write).get(caller.id))!;
    pair = await parts.tokens.replace(write, token, { realm: parts.realm.name, accountId: caller.id, number });
  });
  return pair!;
}

const accountsIn = ({ gate, realm }: PasswordParts, write: Write) =>
  gate.rowsIn(realm.accounts, write) as unknown as AccountRows;

async function assertOldPassword(parts: PasswordParts, caller: Caller, password: string): Promise<void> {
  const { attempts, events, realm } = parts;
  const who: Who = { username: attemptName(realm, caller.username), ip: caller.ip, isSignedIn: true };
  await attempts.look(who, undefined);
  const place = parts.passwords.enter('known', who.username);
  if (!place) throw new Problem('session:crowded', {}, { status: 429 });
  try {
    const charge = await attempts.begin(who, true, undefined);
    if (await isOldPassword(parts, caller, who, password, place)) return void (await attempts.succeeded(who, true));
    attempts.failed(who);
    events.note({ kind: 'password', outcome: 'failed', caller, target: caller.username });
    if (charge.locks) events.note({ kind: 'lock', outcome: 'refused', caller });
    throw new Invalid({ oldPassword: { key: 'profile:wrongPassword' } });
  } finally {
    place.leave();
  }
}

async function isOldPassword(
  { attempts, gate, passwords, realm }: PasswordParts,
  { id }: Caller,
  who: Who,
  password: string,
  place: QueuePlace,
): Promise<boolean> {
  try {
    return await passwords.verify(place, password, await gate.secret(gate.models.get(realm.accounts)!, id, 'password'));
  } catch (error) {
    await attempts.abandoned(who, true);
    throw error;
  }
}

/** Names what cannot be right before anything is counted. */
function readPasswords({ oldPassword, password }: Readonly<Record<string, unknown>>): string {
  const errors: Record<string, Message> = {};
  if (typeof oldPassword !== 'string' || oldPassword === '') errors['oldPassword'] = { key: 'validate:required' };
  else if (oldPassword.length > 32) errors['oldPassword'] = { key: 'profile:wrongPassword' };
  const parsed = parseField(kindOf('password'), { required: true }, password);
  if ('refused' in parsed) errors['password'] = parsed.refused;
  else if (password === oldPassword) errors['password'] = { key: 'profile:samePassword' };
  if (Object.keys(errors).length > 0) throw new Invalid(errors, labels);
  return oldPassword as string;
}
