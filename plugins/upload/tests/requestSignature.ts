import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface KeyPair {
  readonly accessKey: string;
  readonly secret: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The signature that Amazon's fourth scheme makes of a text, for a scope such as `20261122/us-east-1/s3/aws4_request`; Alibaba's begins with
 * another word.
 */
export function signatureOf(text: string, scope: string, secret: string, word = 'AWS4'): string {
  const key = scope.split('/').reduce<string | Buffer>(hmac, `${word}${secret}`);
  return hmac(key, text).toString('hex');
}

/** The code with which S3 would refuse a request; undefined for one that is signed as it must be. */
export function refusalOfRequest(
  { method, url = '', headers }: IncomingMessage,
  { accessKey, secret }: KeyPair,
): string | undefined {
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parsed) return 'AccessDenied';
  const [, key, scope, names, given] = parsed as unknown as readonly [string, string, string, string, string];
  if (key !== accessKey) return 'InvalidAccessKeyId';
  const time = String(headers['x-amz-date']);
  const [path = '', query = ''] = url.split('?');
  const sorted = query
    .split('&')
    .filter(Boolean)
    .map((each) => (each.includes('=') ? each : `${each}=`))
    .sort();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`);
  const canonical = [method, path, sorted.join('&'), signed.join(''), names, headers['x-amz-content-sha256']].join(
    '\n',
  );
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  if (!timingSafeEqual(Buffer.from(signatureOf(text, scope, secret)), Buffer.from(given)))
    return 'SignatureDoesNotMatch';
  const sent = Date.parse(time.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  return Math.abs(Date.now() - sent) > 900_000 ? 'RequestTimeTooSkewed' : undefined;
}
