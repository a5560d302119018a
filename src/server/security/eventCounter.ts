import type { Entry, Source } from './securityEvent.ts';

/** Seconds for which equal events are counted together. */
export const period = 60;
/** Who has caused events of one kind and outcome, told apart in a period; the others are one number. */
const mostSources = 60;
/** Different events of one kind and outcome from one source that are told apart in a period; the rest is one number. */
const mostOfSource = 10;

interface Counted {
  readonly first: Entry;
  /** How many more there were, and the request of the last of them. */
  times: number;
  request: string;
}

/**
 * Keeps a flood of events small: the first of equal ones passes at once, the others are counted and pass as one entry when
 * their period is over. What fails or is refused is told apart up to some number, by source and realm, so that no flood
 * hides what others do; a success is never counted among others.
 */
export class EventCounter {
  #counted = new Map<string, Counted>();
  /** By realm, kind and outcome: how many different events each source has caused. */
  readonly #sources = new Map<string, Map<string, number>>();
  #began = -Infinity;

  /** The entry when it is to be written at once; `past` takes what the period before has counted. */
  add(entry: Entry, source: Source, past: (entries: readonly Entry[]) => void): Entry | undefined {
    if (entry.create_time - this.#began >= period || entry.create_time < this.#began) {
      past(this.flush());
      this.#began = entry.create_time;
    }
    const key = keyOf(entry);
    const known = this.#counted.get(key);
    if (known) count(known, entry);
    const others = known || entry.outcome === 'success' ? undefined : this.#othersFor(entry, source);
    if (others) this.#count(others.key, { ...entry, ...others.entry });
    if (known || others) return undefined;
    this.#counted.set(key, { first: entry, times: 0, request: '' });
    return entry;
  }

  /** What was counted and not written yet; a new period begins. */
  flush(): Entry[] {
    const counted = [...this.#counted.values()].filter(({ times }) => times > 0);
    this.#counted = new Map();
    this.#sources.clear();
    return counted.map(({ first, times, request }) => ({ ...first, request_id: times === 1 ? request : '', times }));
  }

  /** Among which the event is counted when it is one too many; undefined while there is room, which it takes. */
  #othersFor({ kind, outcome }: Entry, { realm, name }: Source): { key: string; entry: Partial<Entry> } | undefined {
    const pool = `${realm} ${kind} ${outcome}`;
    const sources = this.#sources.get(pool) ?? new Map<string, number>();
    this.#sources.set(pool, sources);
    const different = sources.get(name) ?? 0;
    if (different === 0 && sources.size >= mostSources) return { key: `others ${pool}`, entry: nobody };
    if (different >= mostOfSource)
      return { key: `others ${pool} ${name}`, entry: realm === 'visitor' ? ofAddress : ofAccount };
    sources.set(name, different + 1);
    return undefined;
  }

  #count(key: string, first: Entry): void {
    const known = this.#counted.get(key);
    if (known) count(known, first);
    else this.#counted.set(key, { first, times: 1, request: first.request_id });
  }
}

function count(known: Counted, { request_id: request }: Entry): void {
  known.times += 1;
  known.request = request;
}

/** What an entry says of many events of one account, of one address, and of many of either. */
const many = { title: '*', title_en: '*', target: '*' };
const ofAccount = { ...many, ip: '*', useragent: '', request_id: '', detail: null };
const ofAddress = {
  ...many,
  admin_id: 0,
  username: '*',
  actor_id: 0,
  actor: '',
  useragent: '',
  request_id: '',
  detail: null,
};
const nobody = { ...ofAddress, ip: '*' };

const keyOf = ({ kind, outcome, admin_id: id, username, actor_id: actor, target, ip, detail }: Entry): string =>
  JSON.stringify([kind, outcome, id, username, actor, target, ip, detail]);
