import { parseField, type Caller, type Model } from '#resource';
import { assertUncommon } from '../../shared/newPassword.ts';
import { mayWrite } from '../fieldAccess.ts';
import type { Body } from './body.ts';
import type { WriteContext } from './transaction.ts';

/** New passwords in a body that their own rules take; wrong ones are refused later, with all other errors. */
export function newSecrets(caller: Caller, model: Model, body: Body): Record<string, string> {
  const fields = [...model.fields.values()].filter(
    (field) => field.kind.hashed && Object.hasOwn(body, field.name) && mayWrite(caller, model, field),
  );
  return Object.fromEntries(
    fields.flatMap(({ name, kind, options }) => {
      const parsed = parseField(kind, { ...options, required: false }, body[name]);
      return 'value' in parsed && typeof parsed.value === 'string' && parsed.value !== '' ? [[name, parsed.value]] : [];
    }),
  );
}

/** Their hashes, by field. Common passwords are refused; programs may set what they want. */
export async function hashAll(
  ctx: WriteContext,
  { realm }: Caller,
  secrets: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(
      Object.entries(secrets).map(async ([name, secret]) => {
        if (realm !== 'system') await assertUncommon(secret, name);
        return [name, await ctx.hashPassword(secret)] as const;
      }),
    ),
  );
}
