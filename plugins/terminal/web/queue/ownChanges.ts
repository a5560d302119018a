import { hasEnded, taskOf, type Task } from './tasks.ts';

/** Milliseconds for which another tab's write may not know yet what this one has written. */
const reach = 5000;
/** How often what was overlooked is written again: two tabs that insist must come to an end. */
const most = 5;

export type OwnChange = 'added' | 'ended' | 'removed';

/**
 * What this tab has lately done to the list. What tabs store reaches others a moment later, and has no
 * transactions: a tab that writes meanwhile overlooks it.
 */
export class OwnChanges {
  readonly #kinds = {
    added: new Map<string, Insistence>(),
    ended: new Map<string, Insistence>(),
    removed: new Map<string, Insistence>(),
  };

  note(before: readonly Task[], after: readonly Task[]): void {
    const { added, ended, removed } = this.#kinds;
    const since = Date.now();
    for (const { uuid } of before.filter((each) => !taskOf(after, each.uuid))) {
      removed.set(uuid, { since, left: most });
      added.delete(uuid);
      ended.delete(uuid);
    }
    for (const task of after) {
      const was = taskOf(before, task.uuid);
      if (!was) added.set(task.uuid, { since, left: most });
      if (!hasEnded(task)) ended.delete(task.uuid);
      else if (was && !hasEnded(was)) ended.set(task.uuid, { since, left: most });
    }
  }

  /** Another tab has written these: it knows them, and what it leaves out from now on it has removed. */
  heard(tasks: readonly Task[]): void {
    for (const { uuid } of tasks) this.#kinds.added.delete(uuid);
  }

  /** Whether a list that says otherwise has overlooked the change. */
  insists(kind: OwnChange, uuid: string): boolean {
    const found = this.#kinds[kind].get(uuid);
    if (!found || found.left === 0 || Date.now() - found.since > reach) return false;
    found.left -= 1;
    return true;
  }

  clear(): void {
    for (const each of Object.values(this.#kinds)) each.clear();
  }
}

interface Insistence {
  readonly since: number;
  left: number;
}
