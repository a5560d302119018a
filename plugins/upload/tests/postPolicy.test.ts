import { describe, expect, it } from 'vitest';
import { postFields, signPolicy } from '../server/direct/postPolicy.ts';
import { refusalOf } from './postPolicy.ts';

// Amazon's own example: "Example: Browser-Based Upload using HTTP POST (Using AWS Signature Version 4)".
const example = {
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  scope: ['20151229', 'us-east-1', 's3', 'aws4_request'],
  signature: '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  policy: [
    '{ "expiration": "2015-12-30T12:00:00.000Z",',
    '  "conditions": [',
    '    {"bucket": "sigv4examplebucket"},',
    '    ["starts-with", "$key", "user/user1/"],',
    '    {"acl": "public-read"},',
    '    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},',
    '    ["starts-with", "$Content-Type", "image/"],',
    '    {"x-amz-meta-uuid": "14365123651274"},',
    '    {"x-amz-server-side-encryption": "AES256"},',
    '    ["starts-with", "$x-amz-meta-tag", ""],',
    '',
    '    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},',
    '    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},',
    '    {"x-amz-date": "20151229T000000Z" }',
    '  ]',
    '}',
  ].join('\r\n'),
};

const account = { accessKey: 'KEY', secret: 'SECRET' };
const grant = {
  bucket: 'files',
  region: 'eu-central-1',
  ...account,
  key: 'incoming/a.txt',
  size: 5,
  type: 'text/plain',
  params: { 'x-amz-meta-site': 'ours' },
  now: new Date(),
  lifetime: 60,
};
function form(fields: Readonly<Record<string, string>>, bytes = 'hello', key = grant.key): FormData {
  const made = new FormData();
  made.set('key', key);
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  made.set('file', new File([bytes], 'a.txt', { type: 'text/plain' }));
  return made;
}

describe('a policy for a form', () => {
  it('is signed as in Amazon’s example', () => {
    const policy = Buffer.from(example.policy).toString('base64');
    expect(signPolicy('s3', policy, example.secret, example.scope)).toBe(example.signature);
  });

  it('lets exactly the file in that it was made for', () => {
    const fields = postFields('s3', grant);
    const refused = (given: FormData, keys = account) => refusalOf(given, 'files', keys);
    expect(refused(form(fields))).toBeUndefined();
    expect(refused(form(fields, 'hello!'))).toMatch(/size/);
    expect(refused(form(fields, 'hell'))).toMatch(/size/);
    expect(refused(form(fields, 'hello', 'incoming/b.txt'))).toMatch(/key/);
    expect(refused(form({ ...fields, 'Content-Type': 'text/html' }))).toMatch(/Type/);
    expect(refused(form({ ...fields, acl: 'public-read' }))).toMatch(/acl/);
    expect(refused(form({ ...fields, 'x-amz-meta-site': 'other' }))).toMatch(/site/);
    expect(refused(form(fields), { ...account, secret: 'other' })).toMatch(/signature/);
    expect(refusalOf(form(fields), 'other', account)).toMatch(/bucket/);
    const past = postFields('s3', { ...grant, now: new Date(Date.now() - 61_000) });
    expect(refused(form(past))).toMatch(/expired/);
  });

  it('for Alibaba Cloud OSS has its names, and never replaces a file', () => {
    const fields = postFields('alioss', { ...grant, params: {}, now: new Date('2026-01-02T03:04:05Z') });
    expect(fields).toMatchObject({
      'x-oss-signature-version': 'OSS4-HMAC-SHA256',
      'x-oss-credential': 'KEY/20260102/eu-central-1/oss/aliyun_v4_request',
      'x-oss-date': '20260102T030405Z',
      'x-oss-content-type': 'text/plain',
      'x-oss-forbid-overwrite': 'true',
      'x-oss-signature': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(JSON.parse(Buffer.from(fields['policy']!, 'base64').toString())).toEqual({
      expiration: '2026-01-02T03:05:05.000Z',
      conditions: [
        { bucket: 'files' },
        ['eq', '$key', 'incoming/a.txt'],
        ['content-length-range', 5, 5],
        { success_action_status: '200' },
        { 'x-oss-forbid-overwrite': 'true' },
        { 'x-oss-content-type': 'text/plain' },
        { 'x-oss-signature-version': 'OSS4-HMAC-SHA256' },
        { 'x-oss-credential': 'KEY/20260102/eu-central-1/oss/aliyun_v4_request' },
        { 'x-oss-date': '20260102T030405Z' },
      ],
    });
  });

  it('cannot be widened by the fields of the settings', () => {
    const fields = postFields('s3', {
      ...grant,
      params: { Policy: 'x', 'x-amz-signature': 'x', 'content-type': 'x', file: 'x' },
    });
    expect(refusalOf(form(fields), 'files', account)).toBeUndefined();
    expect(fields['Content-Type']).toBe('text/plain');
  });
});
