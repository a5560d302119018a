import type { Sql } from '../database/database.ts';
import type { RegisteredJob } from './registeredJob.ts';

/** What is stored of a job that is to run. */
interface NewJob {
  readonly id: string;
  readonly data: unknown;
  readonly key: string | undefined;
  /** Seconds before it may run. */
  readonly delay: number;
}

/** A job that this instance runs: nobody else does, until it is settled here or this instance is gone. */
export interface TakenJob {
  readonly id: string;
  readonly data: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Tries that it has. */
  readonly most: number;
}

/** A job that is tried no more. */
export interface DeadJob {
  /** Full name of the job. */
  readonly name: string;
  readonly id: string;
  readonly error: string;
  readonly attempts: number;
  /** Unix seconds. */
  readonly time: number;
  /** What it was given. */
  readonly data: unknown;
}

/** Where jobs wait, the same for both databases; each method is one transaction of its own but `add`. */
export interface JobQueue {
  /** Adds it in the running transaction. False when one with the same key waits or runs. */
  add(db: Sql, job: RegisteredJob, added: NewJob): Promise<boolean>;
  /** Takes up to so many that are due. */
  take(job: RegisteredJob, count: number): Promise<TakenJob[]>;
  /** Says that this instance still runs them; returns those that it has lost. */
  beat(job: RegisteredJob, taken: readonly TakenJob[]): Promise<readonly TakenJob[]>;
  done(job: RegisteredJob, taken: TakenJob): Promise<void>;
  /** Puts it back for another try after its pause; after the last try it is dead. */
  fail(job: RegisteredJob, taken: TakenJob, error: string): Promise<void>;
  /** Puts back what this instance cannot end, without counting the try. */
  release(job: RegisteredJob, taken: TakenJob): Promise<void>;
  /** The latest first, a hundred at most. */
  dead(): Promise<DeadJob[]>;
  /** Drops dead ones, which somebody else holds by now. */
  forget(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
