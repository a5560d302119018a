import { LRUCache } from 'lru-cache';
import { changesOf, type Changes } from '../../table/traits/keepHistory.ts';
import type { RowChange, RowListener } from '../../table/write/transaction.ts';

/** Requests that may be under way at once, each until it is answered; what failed is pushed out by later ones. */
const mostRequests = 1000;
/** Rows of which more than the number is kept. */
export const mostRows = 5;

/** A row, and what it was called where the change has told it. */
export interface NamedRow {
  readonly id: number;
  readonly name?: string;
}

/** What one request did to the rows of one table. */
export interface Touched {
  readonly ids: Set<number>;
  readonly rows: NamedRow[];
  /** What was done to them. */
  readonly actions: Set<RowChange['action']>;
  /** Of the first row; of several those values that all of them were given. */
  changes: Changes;
  /** Each field that was changed in any row, with the change where it was given the same value in all in which it was changed. */
  readonly fields: Map<string, Changes[string] | undefined>;
}

/** Remembers what requests of administrators have changed, once it stands, until their entries in the log are written. */
export class RequestChanges {
  readonly #requests = new LRUCache<string, Map<string, Touched>>({ max: mostRequests });

  readonly written: RowListener = async (tx, change) => {
    const { realm, requestId } = change.caller;
    // The server changes rows on their behalf, too.
    if (requestId === undefined || requestId === '' || (realm !== 'admin' && realm !== 'system')) return;
    tx.after.push(() => this.#add(requestId, change));
  };

  /** What the request did to this table; asked once, when it has been answered. */
  take(requestId: string | undefined, table: string): Touched | undefined {
    if (requestId === undefined) return undefined;
    const touched = this.#requests.get(requestId)?.get(table);
    this.#requests.delete(requestId);
    return touched;
  }

  #add(requestId: string, change: RowChange): void {
    const { model, id } = change;
    const tables = this.#requests.get(requestId) ?? new Map<string, Touched>();
    this.#requests.set(requestId, tables);
    const touched: Touched = tables.get(model.name) ?? {
      ids: new Set<number>(),
      rows: [],
      actions: new Set(),
      changes: {},
      fields: new Map(),
    };
    tables.set(model.name, touched);
    const isFirst = touched.ids.size === 0 || (touched.ids.size === 1 && touched.ids.has(id));
    if (!touched.ids.has(id) && touched.rows.length < mostRows) touched.rows.push(namedRow(change));
    touched.ids.add(id);
    touched.actions.add(change.action);
    if (change.action !== 'edit') return;
    const changes = changesOf(change);
    touched.changes = isFirst ? joined(touched.changes, changes) : shared(touched.changes, changes);
    for (const [name, each] of Object.entries(changes)) {
      const known = touched.fields.get(name);
      if (!touched.fields.has(name)) touched.fields.set(name, each);
      else if (known && !isSame(known, each)) touched.fields.set(name, undefined);
    }
  }
}

function namedRow({ model, id, before, after, row }: RowChange): NamedRow {
  const name = (after ?? before ?? row)?.[model.title] ?? row?.[model.title];
  return typeof name === 'string' && name !== '' ? { id, name: name.slice(0, 200).toWellFormed() } : { id };
}

/** A row that is changed twice has the values before the first change and after the second. */
const joined = (earlier: Changes, later: Changes): Changes => ({
  ...earlier,
  ...Object.fromEntries(
    Object.entries(later).map(([name, change]) => [
      name,
      earlier[name] ? { ...change, before: earlier[name].before } : change,
    ]),
  ),
});

const shared = (common: Changes, others: Changes): Changes =>
  Object.fromEntries(Object.entries(common).filter(([name, change]) => others[name] && isSame(change, others[name])));
const isSame = (one: Changes[string], other: Changes[string]): boolean =>
  JSON.stringify(one.after) === JSON.stringify(other.after);
