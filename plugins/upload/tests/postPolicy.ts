import { signatureOf, type KeyPair } from './requestSignature.ts';

type Condition = Readonly<Record<string, string>> | readonly [string, string | number, string | number];
interface Policy {
  readonly expiration: string;
  readonly conditions: readonly Condition[];
}

/** Whether a form is signed as Alibaba Cloud OSS wants it. */
export const isOfAlibaba = (form: FormData): boolean => form.has('x-oss-signature-version');

/**
 * What S3 or OSS would say against a form of a browser; undefined when it is as its policy wants it. Written from Amazon's and Alibaba's
 * descriptions.
 */
export function refusalOf(
  form: FormData,
  bucket: string,
  { accessKey, secret }: KeyPair,
  now = Date.now(),
): string | undefined {
  const fields = new Map<string, string>([['bucket', bucket]]);
  let size: number | undefined;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name.toLowerCase(), value);
    else size = value.size;
  }
  const [prefix, word] = isOfAlibaba(form) ? (['x-oss-', 'aliyun_v4'] as const) : (['x-amz-', 'AWS4'] as const);
  const signature = `${prefix}signature`;
  const policy = fields.get('policy') ?? '';
  const [key = '', ...scope] = (fields.get(`${prefix}credential`) ?? '').split('/');
  if (key !== accessKey) return 'The key is not known.';
  if (signatureOf(policy, scope.join('/'), secret, word) !== fields.get(signature)) return 'The signature is wrong.';
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy;
  if (Date.parse(expiration) < now) return 'The policy has expired.';
  const named = new Set(['policy', signature, 'bucket', 'file']);
  for (const condition of conditions) {
    if (Array.isArray(condition)) {
      const [operator, first, second] = condition as readonly [string, string | number, string | number];
      if (operator === 'content-length-range') {
        if (size === undefined || size < Number(first) || size > Number(second)) return 'The size is wrong.';
        continue;
      }
      const name = String(first).slice(1).toLowerCase();
      named.add(name);
      if (operator === 'eq' && fields.get(name) !== second) return `${name} is wrong.`;
      if (operator === 'starts-with' && !fields.get(name)?.startsWith(String(second))) return `${name} is wrong.`;
      continue;
    }
    for (const [name, value] of Object.entries(condition as Readonly<Record<string, string>>)) {
      named.add(name.toLowerCase());
      if (fields.get(name.toLowerCase()) !== value) return `${name} is wrong.`;
    }
  }
  const extra = [...fields.keys()].find((name) => !named.has(name) && !name.startsWith('x-ignore-'));
  return extra && `The policy says nothing of ${extra}.`;
}
