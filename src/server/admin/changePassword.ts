import { Invalid, kindOf, parseField, type Caller, type Message } from '#resource';
import type { PermissionStore } from '../access/permissionStore.ts';
import type { Attempts } from '../session/attempts.ts';
import type { Passwords } from '../session/passwords.ts';
import type { TokenPair, Tokens } from '../session/tokens.ts';
import type { Gate } from '../table/gate.ts';

export interface PasswordParts {
  readonly gate: Gate;
  readonly rights: PermissionStore;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
}

/**
 * Lets `save` store a new password when the old one is right. A wrong one counts like a failed sign-in: who has found an
 * open browser must not guess on. All sessions end; the one at hand goes on under new tokens.
 */
export async function changePassword(
  parts: PasswordParts,
  caller: Caller,
  token: string,
  body: Readonly<Record<string, unknown>>,
  save: () => Promise<unknown>,
): Promise<TokenPair> {
  const oldPassword = readPasswords(body);
  const who = { username: caller.username, ip: caller.ip };
  await parts.attempts.runExclusive(who, async () => {
    await parts.attempts.assertOpen(who);
    const hash = await parts.gate.secret(parts.gate.models.get('admin')!, caller.id, 'password');
    if (!(await parts.passwords.verify(oldPassword, hash))) {
      await parts.attempts.failed(who);
      throw new Invalid({ oldPassword: { key: 'profile:wrongPassword' } });
    }
    await parts.attempts.succeeded(who);
    await save();
  });
  const { admin } = (await parts.rights.of(caller.id))!;
  return parts.tokens.replace(token, { realm: 'admin', accountId: admin.id, number: admin.session_number });
}

/** Names what cannot be right before anything is counted. */
function readPasswords({ oldPassword, password }: Readonly<Record<string, unknown>>): string {
  const errors: Record<string, Message> = {};
  if (typeof oldPassword !== 'string' || oldPassword === '') errors['oldPassword'] = { key: 'validate:required' };
  else if (oldPassword.length > 32) errors['oldPassword'] = { key: 'profile:wrongPassword' };
  const parsed = parseField(kindOf('password'), { required: true }, password);
  if ('refused' in parsed) errors['password'] = parsed.refused;
  else if (password === oldPassword) errors['password'] = { key: 'profile:samePassword' };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return oldPassword as string;
}
