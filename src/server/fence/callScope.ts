import type { Enqueue, FieldMap, HookContext, TransactionRows } from '#resource';
import { runAsServer } from './owner.ts';

type Method = (...input: unknown[]) => Promise<unknown>;
type Afterwards = Parameters<HookContext['afterCommit']>[0];

/**
 * The tables that a hook, an action or a transaction of a plugin gets, for as long as it runs: a call afterwards would write
 * into somebody else's transaction and is refused, as `late` hears. Calls that it did not wait for are waited for.
 */
export class CallScope {
  readonly #owner: string;
  readonly #late: (error: Error) => void;
  readonly #calls = new Set<Promise<unknown>>();
  #isOpen = true;

  /** `owner` is what has ended when somebody calls too late: `hook that was given this table`. */
  constructor(owner: string, late: (error: Error) => void = () => {}) {
    this.#owner = owner;
    this.#late = late;
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    if (this.#calls.size > 0) await Promise.allSettled(this.#calls);
  }

  /** `afterwards` is how work runs that comes after the commit. */
  contextOf(given: HookContext, afterwards: (work: Afterwards) => Afterwards): HookContext {
    const table = (name: string): TransactionRows<FieldMap> =>
      this.fenced(given.table(name as never) as TransactionRows<FieldMap>);
    // Tables are known at run time only here; the types are those of the resource files.
    return {
      ...given,
      table: table as unknown as HookContext['table'],
      enqueue: this.enqueueOf(given.enqueue),
      afterCommit: (work) => {
        this.#assertOpen();
        given.afterCommit(afterwards(work));
      },
    };
  }

  /** The same rows, for as long as the code runs. */
  fenced(rows: TransactionRows<FieldMap>): TransactionRows<FieldMap> {
    const methods = Object.entries(rows).map(([name, method]) => [
      name,
      (...input: unknown[]) => this.#call(method as Method, input),
    ]);
    return Object.fromEntries(methods) as TransactionRows<FieldMap>;
  }

  /** The same, for as long as the code runs. */
  enqueueOf(given: Enqueue): Enqueue {
    return ((...input: unknown[]) => this.#call(given as Method, input)) as Enqueue;
  }

  #assertOpen(): void {
    if (this.#isOpen) return;
    const error = new Error(`The ${this.#owner} has ended, and with it its transaction: wait for every call.`);
    this.#late(error);
    throw error;
  }

  async #call(method: Method, input: readonly unknown[]): Promise<unknown> {
    this.#assertOpen();
    const call = runAsServer(() => method(...input));
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }
}
