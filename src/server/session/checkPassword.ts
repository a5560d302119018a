import { Invalid, Problem, type Caller } from '#resource';
import { assertNotActing } from '../realms/acting.ts';
import { attemptName, type Realm } from '../realms/realm.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { QueuePlace } from '#plugin';
import type { Gate } from '../table/gate.ts';
import type { Attempts, Who } from './attempts.ts';
import type { Passwords } from './passwords.ts';

export interface PasswordCheckParts {
  readonly gate: Gate;
  readonly realm: Realm;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly events: SecurityLog;
}

/** Throws, by the name of the field that it came in, unless it is the caller's password; a wrong one counts like a failed sign-in. */
export async function checkPassword(
  parts: PasswordCheckParts,
  caller: Caller,
  password: string,
  field: string,
): Promise<void> {
  const { attempts, events, realm } = parts;
  assertNotActing(caller);
  const owner = `${realm.name} ${caller.id}`;
  const who: Who = { username: attemptName(realm, caller.username), owner, ip: caller.ip, isSignedIn: true };
  await attempts.look(who, undefined);
  const place = parts.passwords.enter('known', who.username);
  if (!place) throw new Problem('session:crowded', {}, { status: 429 });
  try {
    const charge = await attempts.begin(who, true, undefined);
    if (await isOwn(parts, caller, who, password, place)) return void (await attempts.succeeded(who, true));
    attempts.failed(who);
    events.note({ kind: 'password_check', outcome: 'failed', caller, target: caller.username });
    if (charge.locks) events.note({ kind: 'lock', outcome: 'refused', caller });
    throw new Invalid({ [field]: { key: 'profile:wrongPassword' } });
  } finally {
    place.leave();
  }
}

async function isOwn(
  { attempts, gate, passwords, realm }: PasswordCheckParts,
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
