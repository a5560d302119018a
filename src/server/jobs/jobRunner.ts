import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EnqueueOptions } from '#resource';
import type { PluginHost } from '#plugin';
import type { Limits } from '../shared/limits.ts';
import type { Messages } from '../shared/messages.ts';
import { translated } from '../shared/translated.ts';
import type { Channel, EventTransaction } from '../events/channel.ts';
import type { Failures } from '../fence/failures.ts';
import { runAs, runAsServer } from '../fence/owner.ts';
import { TimeLimitError } from '../shared/timeLimit.ts';
import type { FailedJobs } from './failedJobs.ts';
import { jobErrorOf, packError, type JobError } from './jobError.ts';
import type { JobQueue, TakenJob } from './jobQueue.ts';
import { longestPause, type RegisteredJob } from './registeredJob.ts';

/** Milliseconds: between two signs of life, two tries to write an end. */
const times = { beat: 5000, settle: 1000, longestTimer: 3_600_000 } as const;
const jobTopic = 'jobs';
/** Tells of runs that are no failure any more: they have ended well, or somebody has seen to them. */
const settledTopic = 'jobs settled';

/** Why a run was aborted. */
class Stopping extends Error {
  override readonly name = 'AbortError';
}

interface Running {
  readonly taken: TakenJob;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

interface Worker {
  readonly job: RegisteredJob;
  readonly running: Map<string, Running>;
  /** Whether it is looking for jobs, and shall look again. */
  isLooking: boolean;
  again: boolean;
}

export interface JobRunnerParts {
  readonly queue: JobQueue;
  readonly failed: Pick<FailedJobs, 'collect'>;
  readonly channel: Channel;
  readonly failures: Failures;
  readonly messages: Pick<Messages, 'translate'>;
  readonly limits: Pick<Limits, 'look'>;
  hostOf(plugin: string): PluginHost;
  log(message: string, error: unknown): void;
}

/** Runs the jobs of all plugins on this instance: as many at once as each allows, woken by whoever adds one. */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  #workers: ReadonlyMap<string, Worker> = new Map();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #unlisten: (() => void)[] = [];
  #isStopping = false;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  /** Runs these; what is added of others stays in the queue. */
  async start(jobs: readonly RegisteredJob[]): Promise<void> {
    this.#workers = new Map(jobs.map((job) => [job.name, { job, running: new Map(), isLooking: false, again: false }]));
    const { channel, failures } = this.#parts;
    this.#unlisten.push(
      await channel.listen(jobTopic, {
        heard: ({ data }) => this.#wake(data as string),
        missed: () => this.#wakeAll(),
      }),
      await channel.listen(settledTopic, { heard: ({ data }) => failures.settle(data as string) }),
    );
    this.#every(this.#parts.limits.look, () => {
      this.#wakeAll();
      void this.#collect();
    });
    this.#every(times.beat, () => void this.#beat());
    this.#wakeAll();
  }

  /** Adds a job within the transaction; see `Enqueue`. */
  async enqueue(
    transaction: EventTransaction,
    job: RegisteredJob,
    given: unknown,
    { key, delay = 0 }: EnqueueOptions,
  ): Promise<string | undefined> {
    const data = job.pack ? job.pack(given) : given;
    const size = Buffer.byteLength(JSON.stringify(data) ?? '');
    if (size > job.mostData)
      throw new Error(
        `The job ${job.name} was given ${size} bytes; ${job.mostData} are allowed. Store them and give it their id.`,
      );
    if (!(delay >= 0 && delay <= 31_536_000))
      throw new Error(`The job ${job.name}: delay must be 0 to 31,536,000 seconds.`);
    const id = randomUUID();
    if (!(await this.#parts.queue.add(transaction.db, job, { id, data, key, delay: Math.ceil(delay) })))
      return undefined;
    if (delay === 0) await this.#parts.channel.sendIn(transaction, jobTopic, job.name);
    else transaction.after.push(() => this.#later(job.name, Math.ceil(delay) * 1000));
    return id;
  }

  /** Tells every running job to end, waits so many milliseconds, and gives the others back; no other begins. */
  async interrupt(patience: number): Promise<void> {
    this.#isStopping = true;
    for (const end of this.#unlisten.splice(0)) end();
    for (const timer of this.#timers) clearTimeout(timer);
    const all = [...this.#workers.values()].flatMap(({ running }) => [...running.values()]);
    for (const { abort } of all) abort.abort(new Stopping('The server is stopping.'));
    const over = new AbortController();
    await Promise.race([
      Promise.all(all.map(({ ended }) => ended)),
      sleep(patience, undefined, { signal: over.signal }).catch(() => {}),
    ]);
    over.abort();
    for (const { job, running } of this.#workers.values())
      for (const { taken } of running.values()) await this.#settle(job, () => this.#giveBack(job, taken));
  }

  /** Shows administrators what was given up, here or by instances that are gone. */
  async #collect(): Promise<void> {
    try {
      await runAsServer(() => this.#parts.failed.collect());
    } catch (error) {
      this.#parts.log('jobs that were given up could not be shown', error);
    }
  }

  #every(milliseconds: number, action: () => void): void {
    this.#timers.add(setInterval(action, milliseconds).unref());
  }

  #later(name: string, milliseconds: number): void {
    if (this.#isStopping || milliseconds > times.longestTimer) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#wake(name);
    }, milliseconds).unref();
    this.#timers.add(timer);
  }

  #wakeAll(): void {
    for (const name of this.#workers.keys()) this.#wake(name);
  }

  #wake(name: string): void {
    const worker = this.#workers.get(name);
    if (!worker || this.#isStopping) return;
    worker.again = true;
    if (!worker.isLooking) void runAsServer(() => this.#look(worker));
  }

  /** Takes what is there, as long as there is room for more. */
  async #look(worker: Worker): Promise<void> {
    const { job, running } = worker;
    worker.isLooking = true;
    try {
      while (worker.again && !this.#isStopping && running.size < job.concurrency) {
        worker.again = false;
        for (const taken of await this.#parts.queue.take(job, job.concurrency - running.size))
          this.#begin(worker, taken);
      }
    } catch (error) {
      this.#parts.log(`jobs ${job.name} could not be looked for`, error);
    } finally {
      worker.isLooking = false;
    }
  }

  #begin(worker: Worker, taken: TakenJob): void {
    const abort = new AbortController();
    const ended = this.#run(worker.job, taken, abort).finally(() => {
      worker.running.delete(taken.id);
      this.#wake(worker.job.name);
    });
    worker.running.set(taken.id, { taken, abort, ended });
  }

  async #run(job: RegisteredJob, taken: TakenJob, abort: AbortController): Promise<void> {
    if (this.#isStopping) abort.abort(new Stopping('The server is stopping.'));
    const { id, data, attempt, most } = taken;
    const isLast = attempt >= most;
    const limit = job.timeLimit * 1000;
    const late = new TimeLimitError(limit);
    const timer = setTimeout(() => abort.abort(late), limit);
    try {
      const { signal } = abort;
      signal.throwIfAborted();
      const host = this.#parts.hostOf(job.plugin);
      const run = async (): Promise<unknown> => job.run({ id, data: data as never, attempt, isLast, signal, host });
      await Promise.race([runAs(job.owner, run), abortedBy(signal, late)]);
    } catch (error) {
      if (abort.signal.reason instanceof Stopping) return await this.#settle(job, () => this.#giveBack(job, taken));
      if (abort.signal.aborted && abort.signal.reason !== late) return;
      const why = jobErrorOf(error);
      if (isLast) this.#parts.failures.settle(id);
      this.#report(job, id, isLast ? 'server:jobGivenUp' : 'server:jobTry', { attempt, most, error: why }, error);
      await this.#settle(job, () => this.#parts.queue.fail(job, taken, packError(why)));
      // As late as its pause can end; who is killed leaves it to the next look.
      if (isLast) await this.#collect();
      else this.#later(job.name, Math.min(longestPause, job.backoff * 2 ** attempt) * 1000);
      return;
    } finally {
      clearTimeout(timer);
    }
    await this.#settle(job, () => this.#parts.queue.done(job, taken));
    if (attempt > 1) await this.tellSettled(id);
  }

  /** Whatever this run was remembered for is over, on every instance. */
  async tellSettled(id: string): Promise<void> {
    this.#parts.failures.settle(id);
    await this.#parts.channel
      .send(settledTopic, id)
      .catch((error: unknown) => this.#parts.log('the end of a job could not be told', error));
  }

  #report(
    job: RegisteredJob,
    id: string,
    key: string,
    params: { readonly error: JobError; readonly attempt?: number; readonly most?: number },
    cause?: unknown,
  ): void {
    const message = { key, params: { job: job.name, ...params } };
    const text = translated(this.#parts.messages, 'en', message);
    this.#parts.failures.tell(job.owner, text, { message, subject: id }, cause);
  }

  /** One that must never run twice is not begun again: nobody knows how far it came. */
  #giveBack(job: RegisteredJob, taken: TakenJob): Promise<void> {
    if (job.retries > 0) return this.#parts.queue.release(job, taken);
    const why = { key: 'server:jobStopped' };
    this.#report(job, taken.id, 'server:jobCutOff', { error: why });
    return this.#parts.queue.fail(job, taken, packError(why));
  }

  /** What has run must not run again because the database was away for a while. */
  async #settle(job: RegisteredJob, action: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        this.#parts.log(`the end of a job ${job.name} could not be written`, error);
      }
      if (this.#isStopping) return;
      await sleep(times.settle, undefined, { ref: false });
    }
  }

  async #beat(): Promise<void> {
    for (const { job, running } of this.#workers.values()) {
      if (running.size === 0) continue;
      try {
        const lost = await this.#parts.queue.beat(
          job,
          [...running.values()].map(({ taken }) => taken),
        );
        for (const { id } of lost) running.get(id)?.abort.abort(new Error('Another instance has taken this job.'));
      } catch (error) {
        this.#parts.log(`jobs ${job.name} could not be held`, error);
      }
    }
  }
}

/** Rejects when the run is over by its limit or lost: what it does later is heard by nobody. Who stops may still end well. */
const abortedBy = (signal: AbortSignal, late: Error): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      const reason: unknown = signal.reason;
      if (reason === late || !(reason instanceof Stopping)) reject(reason as Error);
    });
  });
