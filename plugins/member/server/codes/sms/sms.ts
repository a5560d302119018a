import type { FetchHost } from '#plugin';
import type { MessageEvent } from '../events.ts';

/** A text message to one mobile number. */
export interface Sms {
  readonly mobile: string;
  readonly event: MessageEvent;
  /** The whole text, for gateways that take one. */
  readonly text: string;
  /** Empty where the message has none. */
  readonly code: string;
}

/** What sends text messages. Returns what the other side has answered; throws `SmsRefused` when it did not take the message. */
export interface SmsGateway {
  send(sms: Sms, fetch: FetchHost['fetch']): Promise<string>;
}

/** With what the gateway has answered, which has no secret. */
export class SmsRefused extends Error {}
