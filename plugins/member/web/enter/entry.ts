import { http } from '#web';

/** Ways to prove who one is that the site can send a code by. */
export type Way = 'email' | 'mobile';

/** What the sign-in page is told before somebody types (protocol §2.10). */
export interface EntrySettings {
  readonly accountVerificationType: readonly Way[];
  /** Whether codes wait for an administrator to hand them on, as nothing sends them. */
  readonly keepsCodes: boolean;
  readonly register: 'open' | 'closed' | 'invitation';
  /** What new members agree to, by its version; null where there is nothing. */
  readonly terms: { readonly version: string; readonly url: string } | null;
}

export const readEntrySettings = (): Promise<EntrySettings> => http.get('/api/user/checkIn', {}, { quiet: true });

/** What a code is asked for, by the names of either call (protocol §2.10). */
export type CodeEvent = 'register' | 'retrieve' | 'verify' | 'change';
const events: Readonly<Record<CodeEvent, Readonly<Record<Way, string>>>> = {
  register: { email: 'user_register', mobile: 'user_register' },
  retrieve: { email: 'user_retrieve_pwd', mobile: 'user_retrieve_pwd' },
  verify: { email: 'user_email_verify', mobile: 'user_mobile_verify' },
  change: { email: 'user_change_email', mobile: 'user_change_mobile' },
};

/** Null where the site sends codes this way; else they wait for an administrator to hand them on. */
export type SentCode = { readonly isKept: true } | null;

/** Has a code sent to an address; the answer never tells whether anybody has it. */
export const sendCode = (
  way: Way,
  target: string,
  event: CodeEvent,
  more: Readonly<Record<string, unknown>> = {},
): Promise<SentCode> =>
  way === 'email'
    ? http.post('/api/Ems/send', { email: target, event: events[event].email, ...more }, { quiet: true })
    : http.post('/api/Sms/send', { mobile: target, template_code: events[event].mobile, ...more }, { quiet: true });

/** Seconds after which another code may be asked for. */
export const pause = 60;
