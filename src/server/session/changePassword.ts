import { Invalid, kindOf, parseField, type Caller, type Message } from '#resource';
import type { Write } from '../database/database.ts';
import { sessionOf } from '../realms/currentRights.ts';
import { assertUncommon } from '../shared/newPassword.ts';
import type { AccountRows } from '../realms/realm.ts';
import { checkPassword, type PasswordCheckParts } from './checkPassword.ts';
import type { TokenPair, Tokens } from './tokens.ts';

export interface PasswordParts extends PasswordCheckParts {
  readonly tokens: Tokens;
}

/** What the page calls them; whoever reads that a password is wrong knows which. */
const newPassword = { key: 'profile:newPassword' };
const labels = { oldPassword: { key: 'profile:oldPassword' }, password: newPassword, newPassword };
/** What requests call it. */
type NewPasswordField = 'password' | 'newPassword';

/**
 * Lets `save` store a new password when the old one is right, and do the rest in the same transaction. A wrong one
 * counts like a failed sign-in: who has found an open browser must not guess on. All sessions end; the one at hand
 * goes on under new tokens.
 */
export async function changePassword(
  parts: PasswordParts,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
  save: (also: (write: Write) => Promise<void>) => Promise<unknown>,
  field: NewPasswordField = 'password',
): Promise<TokenPair> {
  const oldPassword = readPasswords(body, field);
  await assertUncommon(String(body[field]), field, newPassword);
  await checkPassword(parts, caller, oldPassword, 'oldPassword');
  let pair: TokenPair | undefined;
  // In one transaction: the new tokens are those of this password, and of none that somebody sets after it.
  await save(async (write) => {
    const { session_number: number } = (await accountsIn(parts, write).get(caller.id))!;
    const session = { realm: parts.realm.name, accountId: caller.id, number, from: caller };
    pair = await parts.tokens.replace(write, sessionOf(caller)?.family ?? '', session);
  });
  return pair!;
}

const accountsIn = ({ gate, realm }: PasswordParts, write: Write) =>
  gate.rowsIn(realm.accounts, write) as unknown as AccountRows;

/** Names what cannot be right before anything is counted. */
function readPasswords(body: Readonly<Record<string, unknown>>, field: NewPasswordField): string {
  const { oldPassword, [field]: password } = body;
  const errors: Record<string, Message> = {};
  if (typeof oldPassword !== 'string' || oldPassword === '') errors['oldPassword'] = { key: 'validate:required' };
  else if (oldPassword.length > 32) errors['oldPassword'] = { key: 'profile:wrongPassword' };
  const parsed = parseField(kindOf('password'), { required: true }, password);
  if ('refused' in parsed) errors[field] = parsed.refused;
  else if (password === oldPassword) errors[field] = { key: 'profile:samePassword' };
  if (Object.keys(errors).length > 0) throw new Invalid(errors, labels);
  return oldPassword as string;
}
