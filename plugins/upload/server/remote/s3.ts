import { createRequire } from 'node:module';

type S3 = typeof import('@aws-sdk/client-s3');
const require = createRequire(import.meta.url);

/** The client of buckets, loaded when it is first used: it holds 13 MB, and few have a bucket. */
export const s3 = (): S3 => require('@aws-sdk/client-s3') as S3;
