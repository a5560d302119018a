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

/** Whether it comes from the bucket or the way there, and not from the body that was sent. */
const isRemote = (error: unknown): boolean =>
  (error as Failure).$metadata !== undefined || meaningOf(error as Failure) !== undefined;

function meaningOf(error: Failure): string | undefined {
  const found = [error.name, error.Code, error.code].find(
    (each) => each !== undefined && Object.hasOwn(meanings, each),
  );
  if (found !== undefined) return meanings[found];
  // Node tries each address of a name, and fails with all failures.
  return error.errors?.map(meaningOf).find(Boolean);
}

/** What people are told when the bucket is the reason; the cause is for the log. */
export function bucketProblem(error: unknown): unknown {
  if (error instanceof Problem || !isRemote(error)) return error;
  const problem = new Problem('server:storageUnavailable', {}, { status: 503 });
  problem.cause = error;
  return problem;
}

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
