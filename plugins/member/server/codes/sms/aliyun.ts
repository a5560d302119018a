import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { SettingsOf } from '#resource';
import { SmsRefused, type SmsGateway } from './sms.ts';

const algorithm = 'ACS3-HMAC-SHA256';

/** Alibaba Cloud's Short Message Service: `SendSms` of the version 2017-05-25, signed by their V3 rules. */
export function aliyunGateway(settings: SettingsOf<'sms'>): SmsGateway | undefined {
  const { aliyun_key_id: keyId, aliyun_key_secret: secret, aliyun_sign_name: signName } = settings;
  const { aliyun_endpoint: endpoint, aliyun_templates: templates } = settings;
  if (!keyId || !secret || !signName || !endpoint) return undefined;
  return {
    async send({ mobile, event, code }, fetch) {
      const template = templates.find(({ key }) => key === event)?.value;
      if (!template) throw new SmsRefused(`There is no template for ${event}.`);
      const url = new URL(endpoint);
      const query = {
        PhoneNumbers: mobile,
        SignName: signName,
        TemplateCode: template,
        ...(code !== '' && { TemplateParam: JSON.stringify({ code }) }),
      };
      url.search = canonicalQuery(query);
      const headers = signedHeaders({ host: url.host, query, keyId, secret, date: new Date(), nonce: randomUUID() });
      const answered = await fetch(url, { method: 'POST', headers, timeout: 15_000, limit: 20_000 });
      const text = (await answered.text()).slice(0, 400);
      if (!isTaken(text)) throw new SmsRefused(`${answered.status} ${text}`);
      return text;
    },
  };
}

function isTaken(text: string): boolean {
  try {
    return (JSON.parse(text) as { Code?: unknown } | null)?.Code === 'OK';
  } catch {
    // What is no JSON is no answer of theirs.
    return false;
  }
}

interface AliyunRequest {
  readonly host: string;
  readonly query: Readonly<Record<string, string>>;
  readonly keyId: string;
  readonly secret: string;
  readonly date: Date;
  readonly nonce: string;
}

/** Headers of a `SendSms` without a body. The transport adds `host` by itself. */
function signedHeaders({ host, query, keyId, secret, date, nonce }: AliyunRequest): Record<string, string> {
  const own = {
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': date.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': '2017-05-25',
  };
  // In the order of their names.
  const signed = Object.entries({ host, ...own });
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = ['POST', '/', canonicalQuery(query), lines, names, sha256('')].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex');
  return { ...own, authorization: `${algorithm} Credential=${keyId},SignedHeaders=${names},Signature=${signature}` };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** By RFC 3986, in the order of the names. */
const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .join('&');

const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase()}`);
