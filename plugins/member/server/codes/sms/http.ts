import type { SettingsOf } from '#resource';
import { SmsRefused, type Sms, type SmsGateway } from './sms.ts';

/** Milliseconds, and bytes of an answer that are looked at. */
const limits = { timeout: 15_000, limit: 20_000 } as const;

/** Any gateway that takes a message as one HTTP request. */
export function httpGateway(settings: SettingsOf<'sms'>): SmsGateway | undefined {
  const { sms_url: url, sms_method: method, sms_headers: pairs, sms_body: body, sms_success: success } = settings;
  const key = settings.sms_key ?? '';
  if (!url) return undefined;
  return {
    async send(sms, fetch) {
      const values = { ...sms, key };
      const headers = Object.fromEntries(
        pairs.map((pair) => [pair.key.toLowerCase(), filled(pair.value, values, (value) => value)]),
      );
      const answered = await fetch(filled(url, values, encodeURIComponent), {
        ...limits,
        method,
        headers,
        ...(method === 'POST' && { body: filled(body ?? '', values, writtenFor(headers['content-type'] ?? '')) }),
      });
      const answer = (await answered.text()).slice(0, 400);
      // Some repeat what they were sent.
      const text = key === '' ? answer : answer.replaceAll(key, '***');
      const isTaken = answered.ok && (!success || text.includes(success));
      if (!isTaken) throw new SmsRefused(`${answered.status} ${text}`);
      return `${answered.status} ${text}`;
    },
  };
}

/** Values as text of that type has them: nothing that people write ends a string, or begins a parameter. */
function writtenFor(type: string): (value: string) => string {
  if (type.includes('json')) return (value) => JSON.stringify(value).slice(1, -1);
  if (type.includes('urlencoded')) return encodeURIComponent;
  return type.includes('xml') ? escapedXml : (value) => value;
}

const escapedXml = (value: string): string => value.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

type Values = Sms & { readonly key: string };

const filled = (template: string, values: Values, written: (value: string) => string): string =>
  template.replace(/\{(mobile|text|code|event|key)\}/g, (_all, name: keyof Values) => written(values[name]));
