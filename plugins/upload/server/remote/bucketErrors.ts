import type { Readable } from 'node:stream';
import { failingAs } from '#plugin';
import { Problem } from '#resource';

/** What bucket services and the network say, and what it means to who set the bucket up. */
const meanings: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'upload:remote.wrongKey',
  SignatureDoesNotMatch: 'upload:remote.wrongSecret',
  AccessDenied: 'upload:remote.denied',
  Forbidden: 'upload:remote.denied',
  NoSuchBucket: 'upload:remote.noBucket',
  RequestTimeTooSkewed: 'upload:remote.wrongClock',
  PermanentRedirect: 'upload:remote.wrongRegion',
  AuthorizationHeaderMalformed: 'upload:remote.wrongRegion',
  IllegalLocationConstraintException: 'upload:remote.wrongRegion',
  ENOTFOUND: 'upload:remote.noHost',
  EAI_AGAIN: 'upload:remote.noHost',
  ECONNREFUSED: 'upload:remote.noConnection',
  ECONNRESET: 'upload:remote.noConnection',
  EHOSTUNREACH: 'upload:remote.noConnection',
  ENETUNREACH: 'upload:remote.noConnection',
  ETIMEDOUT: 'upload:remote.noAnswer',
  TimeoutError: 'upload:remote.noAnswer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'upload:remote.wrongCertificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'upload:remote.wrongCertificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'upload:remote.wrongCertificate',
  CERT_HAS_EXPIRED: 'upload:remote.wrongCertificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'upload:remote.wrongCertificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'upload:remote.wrongCertificate',
  EPROTO: 'upload:remote.wrongCertificate',
};

/** What passes by itself, or when the network is mended. All else stays until somebody mends the settings, or the bucket. */
const passing = new Set(['upload:remote.noHost', 'upload:remote.noConnection', 'upload:remote.noAnswer']);

interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly Code?: string;
  readonly message?: string;
  readonly errors?: readonly Failure[];
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const statusOf = (error: unknown): number | undefined => (error as Failure).$metadata?.httpStatusCode;

/** Whether there is no such file. A HEAD request does not tell whether there is such a bucket; all others do. */
export const isAbsent = (error: unknown): boolean =>
  (error as Failure).name === 'NoSuchKey' || ((error as Failure).name === 'NotFound' && statusOf(error) === 404);

export const isOutOfRange = (error: unknown): boolean =>
  (error as Failure).name === 'InvalidRange' || statusOf(error) === 416;

/** Whether something else lies there by now than what was looked at before. */
export const isOtherByNow = (error: unknown): boolean => statusOf(error) === 412;

/** Whether it comes from the bucket or the way there, and not from us. */
const isRemote = (error: Failure): boolean => error.$metadata !== undefined || meaningOf(error) !== undefined;

/** Whether a later try may succeed with the same settings. */
function isPassing(error: Failure): boolean {
  const meaning = meaningOf(error);
  if (meaning !== undefined) return passing.has(meaning);
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}

function meaningOf(error: Failure): string | undefined {
  const found = [error.name, error.Code, error.code].find(
    (each) => each !== undefined && Object.hasOwn(meanings, each),
  );
  if (found !== undefined) return meanings[found];
  // Node tries each address of a name, and fails with all failures.
  return error.errors?.map(meaningOf).find(Boolean);
}

const told = new Set(['upload:remote.away', 'upload:remote.refused']);

/** What people are told when the bucket is the reason; the cause is for the log, and for who sets the bucket up. */
export function bucketProblem(error: unknown): unknown {
  if (error instanceof Problem || !isRemote(error as Failure)) return error;
  return unavailable(isPassing(error as Failure) ? 'upload:remote.away' : 'upload:remote.refused', error);
}

/** Nobody has said yet, or no longer, where the bucket is. */
export const noBucket = (): Problem => unavailable('upload:remote.refused', new Problem('upload:remote.incomplete'));

function unavailable(key: string, cause: unknown): Problem {
  const problem = new Problem(key, {}, { status: 503 });
  problem.cause = cause;
  return problem;
}

/** The body of an answer; when it breaks off, its reader is told what people are told. */
export const bucketBody = (body: Readable): Readable => failingAs(body, bucketProblem);

/** What whoever runs the server may know beyond that: `bucketFault`, of failures of buckets. */
export const bucketDetail = (error: unknown): unknown =>
  error instanceof Problem && told.has(error.key) ? bucketFault(error) : error;

/** What who sets the bucket up is told: what is wrong, and with what they wrote. */
export function bucketFault(error: unknown): Problem {
  const cause = (error instanceof Problem && error.cause) || error;
  if (cause instanceof Problem) return cause;
  const meaning = meaningOf(cause as Failure);
  if (meaning !== undefined) return new Problem(meaning);
  const { name = '', message = '' } = cause as Failure;
  return new Problem('upload:remote.failed', {
    status: statusOf(cause) ?? 0,
    message: `${name} ${message}`.slice(0, 300),
  });
}
