import type { FieldMap, HookContext, Rows } from '#resource';
import { runAsServer } from './owner.ts';

type Method = (...input: unknown[]) => Promise<unknown>;

/**
 * The tables that a hook or an action gets, for as long as it runs: a call afterwards would write into somebody else's transaction and
 * is refused. Calls that it did not wait for are waited for.
 */
export class HookScope {
  readonly context: HookContext;
  readonly #calls = new Set<Promise<unknown>>();
  #isOpen = true;

  constructor(given: HookContext) {
    const table = (name: string): Rows<FieldMap> => this.fenced(given.table(name as never) as Rows<FieldMap>);
    // Tables are known at run time only here; the types are those of the resource files.
    this.context = {
      ...given,
      table: table as unknown as HookContext['table'],
      enqueue: ((...input: unknown[]) => this.#call(given.enqueue as Method, input)) as HookContext['enqueue'],
    };
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    if (this.#calls.size > 0) await Promise.allSettled(this.#calls);
  }

  /** The same rows, for as long as the hook runs. */
  fenced(rows: Rows<FieldMap>): Rows<FieldMap> {
    const methods = Object.entries(rows).map(([name, method]) => [
      name,
      (...input: unknown[]) => this.#call(method as Method, input),
    ]);
    return Object.fromEntries(methods) as Rows<FieldMap>;
  }

  async #call(method: Method, input: readonly unknown[]): Promise<unknown> {
    if (!this.#isOpen)
      throw new Error(
        'The hook that was given this table has ended, and with it its transaction: wait for every call.',
      );
    const call = runAsServer(() => method(...input));
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }
}
