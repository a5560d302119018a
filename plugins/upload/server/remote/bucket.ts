import type { S3Client } from '@aws-sdk/client-s3';
import type { SettingsOf } from '#resource';
import { boundAnswers } from './boundAnswers.ts';
import { s3 } from './s3.ts';

/** A bucket, and the client that reaches it. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

/** What the settings say of a bucket. */
export type BucketSettings = SettingsOf<'upload_bucket'>;

/** Milliseconds for a connection, and without a byte on one. */
const patience = { connectionTimeout: 5000, requestTimeout: 30_000, throwOnRequestTimeout: true } as const;

/** Undefined while the settings are incomplete. */
export function openBucket(settings: BucketSettings): Bucket | undefined {
  const { bucket_endpoint, bucket_region, bucket_name, bucket_access_key, bucket_secret, bucket_path_style } = settings;
  if (!bucket_endpoint || !bucket_name || !bucket_access_key || !bucket_secret) return undefined;
  const client = new (s3().S3Client)({
    endpoint: bucket_endpoint,
    region: bucket_region,
    forcePathStyle: bucket_path_style === 1,
    credentials: { accessKeyId: bucket_access_key, secretAccessKey: bucket_secret },
    requestHandler: patience,
    maxAttempts: 3,
    // Checksums that only Amazon knows are refused by others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  boundAnswers(client);
  return { client, name: bucket_name };
}
