import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '#resource';
import type { Addition, Gate } from '../../table/gate.ts';
import { storedEvent } from './auditEvent.ts';
import { withNames } from './nameRows.ts';

/** Milliseconds for which entries wait for others: they share a transaction, and mostly its commit with the next changes. */
const patience = 20;

type Entry = Addition<'admin_log'>;

/** Entries of the administrators' log on their way to the database, in their order. */
export class EntryQueue {
  readonly #gate: Gate;
  readonly #failed: (error: unknown) => void;
  readonly #waiting: Entry[] = [];
  #writing: Promise<void> | undefined;

  constructor(gate: Gate, failed: (error: unknown) => void) {
    this.#gate = gate;
    this.#failed = failed;
  }

  push(entry: Entry): void {
    this.#waiting.push(entry);
    this.#writing ??= this.#writeAll();
  }

  /** Writes what still waits. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(patience);
      const entries = await this.#named(this.#waiting.splice(0));
      // One that cannot be written takes no other along.
      await this.#write(entries).catch(async () => {
        for (const entry of entries) await this.#writeAlone(entry);
      });
    }
    this.#writing = undefined;
  }

  /** What they tell of is called by its name, where that can be found. */
  async #named(entries: readonly Entry[]): Promise<readonly Entry[]> {
    try {
      const events = await withNames(
        this.#gate,
        entries.map(({ facts }) => storedEvent(facts ?? null)),
      );
      return entries.map((entry, at) => (events[at] ? { ...entry, facts: events[at] as unknown as Json } : entry));
    } catch (error) {
      this.#failed(error);
      return entries;
    }
  }

  /** Its administrator may have been deleted meanwhile. */
  #writeAlone(entry: Entry): Promise<void> {
    return this.#write([entry])
      .catch(() => this.#write([{ ...entry, admin_id: null }]))
      .catch(this.#failed);
  }

  #write(entries: readonly Entry[]): Promise<void> {
    return this.#gate.addAll('admin_log', entries);
  }
}
