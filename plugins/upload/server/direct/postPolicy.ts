import { createHmac } from 'node:crypto';

/** What a browser may put into a bucket, once. */
export interface PostGrant {
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secret: string;
  readonly key: string;
  /** Bytes, no more and no fewer. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
  /** Further fields of the form. */
  readonly params: Readonly<Record<string, string>>;
  readonly now: Date;
  /** Seconds. */
  readonly lifetime: number;
}

interface Dialect {
  readonly algorithm: string;
  readonly algorithmField: string;
  readonly prefix: string;
  readonly keyPrefix: string;
  readonly service: string;
  readonly ending: string;
  /** The field that names the type of the file. */
  readonly typeField: string;
  readonly fixed: Readonly<Record<string, string>>;
}

/**
 * How the services want a form signed. Amazon's: "Authenticating Requests: Browser-Based Uploads Using POST (AWS Signature Version
 * 4)"; Alibaba's: "PostObject", "POST V4 signature". Both sign the Base64 text of the policy with a key that is made of the
 * secret, day, region and service.
 */
export const dialects = {
  s3: {
    algorithm: 'AWS4-HMAC-SHA256',
    algorithmField: 'x-amz-algorithm',
    prefix: 'x-amz-',
    keyPrefix: 'AWS4',
    service: 's3',
    ending: 'aws4_request',
    typeField: 'Content-Type',
    fixed: { success_action_status: '200' },
  },
  alioss: {
    algorithm: 'OSS4-HMAC-SHA256',
    algorithmField: 'x-oss-signature-version',
    prefix: 'x-oss-',
    keyPrefix: 'aliyun_v4',
    service: 'oss',
    ending: 'aliyun_v4_request',
    typeField: 'x-oss-content-type',
    // What is there already is never replaced.
    fixed: { success_action_status: '200', 'x-oss-forbid-overwrite': 'true' },
  },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;

/** The fields of the form beside `key` and `file`, which come first and last. */
export function postFields(name: DialectName, grant: PostGrant): Record<string, string> {
  const dialect: Dialect = dialects[name];
  const time = grant.now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = [time.slice(0, 8), grant.region, dialect.service, dialect.ending];
  const ours: Record<string, string> = {
    ...dialect.fixed,
    [dialect.typeField]: grant.type,
    [dialect.algorithmField]: dialect.algorithm,
    [`${dialect.prefix}credential`]: [grant.accessKey, ...scope].join('/'),
    [`${dialect.prefix}date`]: time,
  };
  const signature = `${dialect.prefix}signature`;
  // What we say ourselves, the settings cannot say otherwise.
  const taken = new Set([...Object.keys(ours), 'key', 'file', 'policy', signature].map((field) => field.toLowerCase()));
  const params = Object.entries(grant.params).filter(([field]) => !taken.has(field.toLowerCase()));
  const signed = { ...Object.fromEntries(params), ...ours };
  const policy = encodedPolicy(grant, signed);
  return { ...signed, policy, [signature]: signPolicy(name, policy, grant.secret, scope) };
}

function encodedPolicy({ bucket, key, size, now, lifetime }: PostGrant, fields: Readonly<Record<string, string>>) {
  const policy = {
    expiration: new Date(now.getTime() + lifetime * 1000).toISOString(),
    conditions: [
      { bucket },
      ['eq', '$key', key],
      ['content-length-range', size, size],
      ...Object.entries(fields).map(([field, value]) => ({ [field]: value })),
    ],
  };
  return Buffer.from(JSON.stringify(policy)).toString('base64');
}

/** The signature of a policy in Base64; `scope` is day, region, service and ending. */
export function signPolicy(name: DialectName, policy: string, secret: string, scope: readonly string[]): string {
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const key = scope.reduce<string | Buffer>(hmac, `${dialects[name].keyPrefix}${secret}`);
  return hmac(key, policy).toString('hex');
}
