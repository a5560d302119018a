import { contactTypes, type ContactType } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import { gatewayOf } from './sms/gateway.ts';

/** Whether messages of this kind can be sent. */
export const isSetUp = async ({ host }: MemberParts, type: ContactType): Promise<boolean> =>
  type === 'email' ? host.mail.isReady() : gatewayOf(await host.settings('sms')) !== undefined;

/**
 * How members can be sent codes: text messages only where a gateway is set up. While nothing is, codes for mail addresses are
 * in the outbox, for super administrators to hand on, so that somebody can enter at all.
 */
export async function contactTypesNow(parts: MemberParts): Promise<readonly ContactType[]> {
  const ready = await readyTypes(parts);
  return ready.length > 0 ? ready : ['email'];
}

/** Whether codes wait in the outbox, since nothing is set up to send them by. */
export const keepsCodes = async (parts: MemberParts): Promise<boolean> => (await readyTypes(parts)).length === 0;

async function readyTypes(parts: MemberParts): Promise<readonly ContactType[]> {
  const ready: ContactType[] = [];
  for (const type of contactTypes) if (await isSetUp(parts, type)) ready.push(type);
  return ready;
}
