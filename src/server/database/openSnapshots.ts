import { crowded } from './bounded/boundedReads.ts';
import { mostSnapshots, type Snapshot } from './snapshot.ts';

/** The snapshots of one database: a few at a time, and none when it is closed. */
export class OpenSnapshots {
  readonly #open = new Set<Snapshot>();
  #count = 0;

  /** Throws a `Problem` for people when there are as many as may be. */
  async add(make: () => Promise<Snapshot>): Promise<Snapshot> {
    if (this.#count >= mostSnapshots) throw crowded();
    this.#count += 1;
    try {
      const made = await make();
      const snapshot: Snapshot = { ...made, close: () => this.#close(snapshot, made) };
      this.#open.add(snapshot);
      return snapshot;
    } catch (error) {
      this.#count -= 1;
      throw error;
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((each) => each.close()));
  }

  async #close(snapshot: Snapshot, made: Snapshot): Promise<void> {
    if (!this.#open.delete(snapshot)) return;
    try {
      await made.close();
    } finally {
      this.#count -= 1;
    }
  }
}
