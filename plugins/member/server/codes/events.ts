import type { ContactType } from '../contact.ts';

/**
 * What codes are sent for (protocol §2.10), and to whom: `free` addresses are those of nobody, whose owner is told when
 * there is an account; `taken` ones are those of a member; one's `own` is the caller's.
 */
export const codeEvents = {
  user_register: { to: 'free', types: ['email', 'mobile'], isSignedIn: false },
  user_change_email: { to: 'free', types: ['email'], isSignedIn: true },
  user_change_mobile: { to: 'free', types: ['mobile'], isSignedIn: true },
  user_retrieve_pwd: { to: 'taken', types: ['email', 'mobile'], isSignedIn: false },
  user_email_verify: { to: 'own', types: ['email'], isSignedIn: true },
  user_mobile_verify: { to: 'own', types: ['mobile'], isSignedIn: true },
} as const satisfies Readonly<
  Record<string, { to: 'free' | 'taken' | 'own'; types: readonly ContactType[]; isSignedIn: boolean }>
>;
export type CodeEvent = keyof typeof codeEvents;

/** What else is sent: that the owner of an address has an account already. */
export const hasAccount = 'user_has_account';
/** That another address is bound from now on. */
export const wasChanged = 'user_contact_changed';
export type MessageEvent = CodeEvent | typeof hasAccount | typeof wasChanged;

/** The event in a field of a body; undefined when there is none of this name for such an address. */
export function eventIn(name: unknown, type: ContactType): CodeEvent | undefined {
  const found = Object.entries(codeEvents).find(([event]) => event === name);
  return found && (found[1].types as readonly string[]).includes(type) ? (found[0] as CodeEvent) : undefined;
}
