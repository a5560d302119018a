/** A task that a plugin declares with `job()` of `#plugin`; `D` is what each run of it is given. */
export interface JobOf<D> {
  readonly name: string;
  /** Of the types only. */
  readonly '~data'?: (data: D) => void;
}

export interface EnqueueOptions {
  /** While a job of this name with the same key waits or runs, another is not added. */
  readonly key?: string;
  /** Seconds before it may run; it runs as soon as it can when left out. */
  readonly delay?: number;
}

/** What comes after the job: its data, which a job without any may leave out, and options. */
export type EnqueueInput<D> = undefined extends D
  ? [data?: D, options?: EnqueueOptions]
  : [data: D, options?: EnqueueOptions];

/** Adds a job, which some instance runs later; its id, or undefined when one with the same key waits or runs already. */
export type Enqueue = <D>(job: JobOf<D>, ...input: EnqueueInput<D>) => Promise<string | undefined>;
