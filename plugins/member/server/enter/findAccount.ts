import type { PluginHost } from '#plugin';

/** People sign in by username, e-mail address or mobile number, told apart by their form: one query finds it. */
export async function findAccount(name: string, { rows, system }: PluginHost): Promise<number | undefined> {
  const key = name.toLowerCase();
  const found = await rows('user', system).list({ or: [{ name_key: key }, { email: key }, { mobile: name }] });
  return found[0]?.id;
}
