import type { PluginHost } from '#plugin';
import { kindOf, parseField } from '#resource';

/** People sign in by username, e-mail address or mobile number, told apart by their form: one query finds it. */
export async function findAccount(name: string, { rows, system }: PluginHost): Promise<number | undefined> {
  const key = spelling(name);
  const found = await rows('user', system).list({ or: [{ name_key: key }, { email: key }, { mobile: key }] });
  return found[0]?.id;
}

/** A mobile number may be written as people write it, with spaces, hyphens and the prefix of the country, others in any letters. */
export function spelling(name: string): string {
  const number = parseField(kindOf('mobile'), {}, name);
  return 'refused' in number ? name.toLowerCase() : (number.value as string);
}
