import { crowded } from './bounded/boundedReads.ts';
import { mostOfOne, mostSnapshots, type Snapshot } from './snapshot.ts';

/** The snapshots of one database: a few at a time, and none when it is closed. */
export class OpenSnapshots {
  readonly #open = new Set<Snapshot>();
  /** Whose they are. */
  readonly #owners: string[] = [];

  /** Throws a `Problem` for people when there are as many as may be, of all or of whoever wants this one. */
  async add(who: string, make: () => Promise<Snapshot>): Promise<Snapshot> {
    const own = this.#owners.filter((each) => each === who).length;
    if (this.#owners.length >= mostSnapshots || own >= mostOfOne) throw crowded();
    this.#owners.push(who);
    try {
      const made = await make();
      const snapshot: Snapshot = { ...made, close: () => this.#close(who, snapshot, made) };
      this.#open.add(snapshot);
      return snapshot;
    } catch (error) {
      this.#forget(who);
      throw error;
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((each) => each.close()));
  }

  async #close(who: string, snapshot: Snapshot, made: Snapshot): Promise<void> {
    if (!this.#open.delete(snapshot)) return;
    try {
      await made.close();
    } finally {
      this.#forget(who);
    }
  }

  #forget(who: string): void {
    this.#owners.splice(this.#owners.indexOf(who), 1);
  }
}
