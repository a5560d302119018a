import type { Entry } from './securityEvent.ts';

/** Seconds for which equal events are counted together. */
export const period = 60;
/** Different events of one kind that are told apart in a period; the rest of the kind is one number. */
const mostOfKind = 60;

interface Counted {
  readonly first: Entry;
  times: number;
}

/**
 * Keeps a flood of events small: the first of equal ones passes at once, the others are counted and pass as one entry when
 * their period is over. However many come, each kind makes no more than some 120 entries in a period.
 */
export class EventCounter {
  #counted = new Map<string, Counted>();
  readonly #different = new Map<string, number>();
  #began = -Infinity;

  /** The entry when it is to be written at once; `past` takes what the period before has counted. */
  add(entry: Entry, past: (entries: readonly Entry[]) => void): Entry | undefined {
    if (entry.create_time - this.#began >= period || entry.create_time < this.#began) {
      past(this.flush());
      this.#began = entry.create_time;
    }
    const key = keyOf(entry);
    const known = this.#counted.get(key);
    if (known) {
      known.times += 1;
      return undefined;
    }
    const different = this.#different.get(entry.kind) ?? 0;
    if (different >= mostOfKind) {
      this.#countAmongOthers(entry);
      return undefined;
    }
    this.#different.set(entry.kind, different + 1);
    this.#counted.set(key, { first: entry, times: 0 });
    return entry;
  }

  /** What was counted and not written yet; a new period begins. */
  flush(): Entry[] {
    const counted = [...this.#counted.values()].filter(({ times }) => times > 0);
    this.#counted = new Map();
    this.#different.clear();
    return counted.map(({ first, times }) => ({ ...first, request_id: times === 1 ? first.request_id : '', times }));
  }

  #countAmongOthers(entry: Entry): void {
    const key = `others ${entry.kind} ${entry.outcome}`;
    const known = this.#counted.get(key);
    if (known) known.times += 1;
    else this.#counted.set(key, { first: { ...entry, ...nobody }, times: 1 });
  }
}

const nobody = { admin_id: 0, username: '*', ip: '*', useragent: '', target: '*', request_id: '', detail: null };

const keyOf = ({ kind, outcome, admin_id: id, username, target, ip, detail }: Entry): string =>
  JSON.stringify([kind, outcome, id, username, target, ip, detail]);
