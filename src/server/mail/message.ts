import { Invalid, kindOf, parseField, type Message } from '#resource';
import type { MailMessage } from '#plugin';

/** Bytes of JSON. */
const most = 1_000_000;
const mostRecipients = 50;
const mostSubject = 500;

/** The message with its addresses as they are sent to; `Invalid` names what is wrong, before anything is queued. */
export function checkedMessage({ to, subject, text, html, replyTo, reference, until }: MailMessage): MailMessage {
  const errors: Record<string, Message> = {};
  const address = (name: string, given: unknown): string => {
    const parsed = parseField(kindOf('email'), { required: true }, given);
    if ('refused' in parsed) errors[name] = parsed.refused;
    return 'value' in parsed ? (parsed.value as string) : '';
  };
  const message: MailMessage = {
    to: Array.isArray(to) ? [...new Set(to.map((each: unknown) => address('to', each)))] : address('to', to),
    subject,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(reference !== undefined && { reference: reference.slice(0, 100) }),
    ...(until !== undefined && { until }),
    ...(replyTo !== undefined && { replyTo: address('replyTo', replyTo) }),
  };
  if (message.to.length === 0) errors['to'] ??= { key: 'validate:required' };
  if (Array.isArray(to) && to.length > mostRecipients)
    errors['to'] = { key: 'validate:tooMany', params: { limit: mostRecipients } };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  assertText(message);
  return message;
}

/** Mistakes of the plugin that sends it, not of people. */
function assertText({ subject, text, html, until, ...rest }: MailMessage): void {
  // oxlint-disable-next-line no-control-regex -- a line break would begin another header
  if (typeof subject !== 'string' || subject.trim() === '' || /[\0-\x1f\x7f]/.test(subject))
    throw new Error('A mail needs a subject of one line.');
  if (subject.length > mostSubject) throw new Error(`The subject of a mail has at most ${mostSubject} characters.`);
  if (until !== undefined && !Number.isFinite(until)) throw new Error('`until` of a mail is a number of unix seconds.');
  if (![text, html].every((each) => each === undefined || typeof each === 'string') || !(text || html))
    throw new Error('A mail needs a text, as text or as html.');
  const size = Buffer.byteLength(JSON.stringify({ ...rest, subject, text, html }));
  if (size > most) throw new Error(`A mail of ${size} bytes is too large: at most ${most} bytes.`);
}
