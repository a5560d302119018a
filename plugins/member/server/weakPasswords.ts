import { Invalid, kindOf, parseField } from '#resource';

let common: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords from breaches, most used first, in small letters; read when the first is looked for. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

/** The new password in a field of a body. Refused there when it is none (specification §5), or one that guessers try first. */
export async function newPassword(body: Readonly<Record<string, unknown>>, field: string): Promise<string> {
  const parsed = parseField(kindOf('password'), { required: true }, body[field]);
  if ('refused' in parsed) throw new Invalid({ [field]: parsed.refused });
  const password = parsed.value as string;
  if ((await commonPasswords()).has(password.toLowerCase()))
    throw new Invalid({ [field]: { key: 'memberServer:breached' } });
  return password;
}
