import { Invalid, kindOf, parseField, type FieldsOf, type Where } from '#resource';

/** The two ways in which somebody can be sent a code. */
export const contactTypes = ['email', 'mobile'] as const;
export type ContactType = (typeof contactTypes)[number];

/** An address that a code can be sent to. */
export interface Contact {
  readonly type: ContactType;
  /** An e-mail address in small letters, or the digits of a mobile number. */
  readonly target: string;
}

export function typeIn(body: Readonly<Record<string, unknown>>, field: string): ContactType {
  const found = contactTypes.find((type) => type === body[field]);
  if (found) return found;
  throw new Invalid({ [field]: { key: 'validate:choice' } });
}

/** The contact in a field of a body, refused there when it is none. */
export function contactIn(body: Readonly<Record<string, unknown>>, type: ContactType, field: string = type): Contact {
  const parsed = parseField(kindOf(type), { required: true }, body[field]);
  if ('refused' in parsed) throw new Invalid({ [field]: parsed.refused });
  return { type, target: (parsed.value as string).toLowerCase() };
}

/** Members who have it; there is one at the most. */
export const membersWith = ({ type, target }: Contact): Where<FieldsOf<'user'>> =>
  type === 'email' ? { email: target } : { mobile: target };
