import { Invalid, kindOf, parseField, type Message } from '#resource';

let common: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords from breaches, most used first, in small letters; read when the first is looked for. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

/** Throws, by the name of the field, for a password that guessers try first. It is looked up here: none leaves the server. */
export async function assertUncommon(password: string, field: string, label?: Message): Promise<void> {
  if ((await commonPasswords()).has(password.toLowerCase()))
    throw new Invalid({ [field]: { key: 'session:commonPassword' } }, label && { [field]: label });
}

/** The new password in a field of a body; refused there when it is none (specification §5), or a common one. */
export async function newPassword(
  body: Readonly<Record<string, unknown>>,
  field: string,
  label?: Message,
): Promise<string> {
  const parsed = parseField(kindOf('password'), { required: true }, body[field]);
  if ('refused' in parsed) throw new Invalid({ [field]: parsed.refused }, label && { [field]: label });
  await assertUncommon(parsed.value as string, field, label);
  return parsed.value as string;
}
