import { contactTypes, type ContactType } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import { gatewayOf } from './sms/gateway.ts';

/** Whether messages of this kind leave the house. */
export const isSetUp = async ({ host }: MemberParts, type: ContactType): Promise<boolean> =>
  type === 'email' ? host.mail.isReady() : gatewayOf(await host.settings('sms')) !== undefined;

/**
 * How members can be sent codes. While nothing is set up both are offered, as on a machine where somebody tries the product:
 * what would be sent is in the outbox, for super administrators.
 */
export async function contactTypesNow(parts: MemberParts): Promise<readonly ContactType[]> {
  const ready: ContactType[] = [];
  for (const type of contactTypes) if (await isSetUp(parts, type)) ready.push(type);
  return ready.length > 0 ? ready : contactTypes;
}
