import { Invalid, Problem, type Caller } from '#resource';
import type { Contact } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import type { CodeEvent } from './events.ts';
import { clearShown } from './outbox.ts';

/** What a code is for, as the host counts it. */
export const purposeOf = (event: CodeEvent): string => `member.${event.replaceAll('_', '-')}`;

/**
 * Spends the code that was sent for the event to this address, unless it only peeks; a wrong one is refused at its field. The outbox,
 * which shows codes that nothing could send, has none any more that was used.
 */
export async function useCode(
  { host }: MemberParts,
  caller: Caller,
  event: CodeEvent,
  { target }: Contact,
  code: unknown,
  how: 'check' | 'peek' = 'check',
): Promise<void> {
  try {
    await host.codes[how](caller, { purpose: purposeOf(event), target }, code);
    if (how === 'check') await clearShown(host, { event, target });
  } catch (error) {
    throw error instanceof Problem && error.key === 'session:codeWrong' ? wrongCode() : error;
  }
}

/** Also what is answered where more would tell whether there is an account. */
export const wrongCode = (field = 'captcha'): Invalid => new Invalid({ [field]: { key: 'session:codeWrong' } });
