import { Problem } from '#resource';

/** No room, or a disk that may not be used as it is asked, is damaged, or is gone. */
const ofDisk = new Set(
  'ENOSPC EDQUOT EFBIG EROFS EACCES EPERM EIO EMFILE ENFILE EBUSY ENODEV ENXIO ENOTCONN ESTALE'.split(' '),
);

/** What people are told when the disk is the reason. `further`: codes that mean the same here. */
export function diskProblem(error: unknown, key: string, further: readonly string[] = []): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ofDisk.has(code) || further.includes(code) ? unavailable(key, error) : error;
}

/** As `diskProblem`, for who reads files. */
export const unreadable = (error: unknown): unknown =>
  diskProblem(error, 'server:storageUnreadable', ['ENOTDIR', 'ELOOP']);

/** The cause is for the log. */
export function unavailable(key: string, cause: unknown): Problem {
  const problem = new Problem(key, {}, { status: 503 });
  problem.cause = cause;
  return problem;
}
