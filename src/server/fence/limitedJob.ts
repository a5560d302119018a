import { Problem } from '#resource';
import { TimeLimitError, TooSlow, within } from '../shared/timeLimit.ts';
import type { CallScope } from './callScope.ts';
import type { Failures } from './failures.ts';
import { runInTransaction, timeLeft } from './owner.ts';

export interface JobFence {
  readonly failures: Failures;
  /** Milliseconds for one job. */
  readonly limit: number;
  readonly owner: string;
  /** What failures call it that throw, and those that take too long. */
  readonly throwing: string;
  readonly late: string;
  /** Key of the message for whoever waits for it. */
  readonly refusal?: string;
}

/** Milliseconds for which a job that took too long has a tenth of the time only: on SQLite everybody's writes wait for it. */
const probation = 30_000;
/** Milliseconds by which a job within another ends earlier, so that the right one is named. */
const head = 50;

/** Runs foreign code within a transaction: it is named when it throws or takes too long, and its scope ends with it. */
export function limitedJob(fence: JobFence): <T>(scope: CallScope, job: () => Promise<T> | T) => Promise<T> {
  const { failures, owner, throwing, late, refusal } = fence;
  let suspectUntil = -Infinity;
  return async (scope, job) => {
    const usual = performance.now() < suspectUntil ? fence.limit / 10 : fence.limit;
    const limit = Math.max(1, Math.min(usual, timeLeft() - head));
    try {
      return await runInTransaction(owner, () => within(limit, job), limit);
    } catch (error) {
      if (!(error instanceof TimeLimitError)) {
        throw error instanceof Problem ? error : failures.attribute(owner, throwing, error);
      }
      suspectUntil = performance.now() + probation;
      failures.report(owner, late, error);
      throw new TooSlow(refusal);
    } finally {
      await scope.end();
    }
  };
}
