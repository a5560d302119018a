import type { PluginHost } from '#plugin';
import { amountOf, figureOf, heldOf, logs, type Currency } from '../currency.ts';
import { rowsIn, type LooseRows } from '../looseRows.ts';

type Row = Awaited<ReturnType<LooseRows['add']>>;
export interface Difference {
  readonly user: number;
  readonly currency: Currency;
  readonly kind: 'entry' | 'figure' | 'held';
  /** Cents, or points. */
  readonly expected: number;
  readonly actual: number;
  readonly entry?: number;
}

/** Entries, and members, that are read at a time. */
const batch = 500;
/** Seconds after which every transaction that has begun is over: ids below are all there. */
const settled = 30;

/**
 * Each entry goes on where the one before it ended, from zero; so the figure of a member is the sum of the entries as soon as it
 * is what the last of them says. Returns the last entry that has been looked at, and where it does not hold.
 */
export async function checkEntries(
  host: PluginHost,
  currency: Currency,
  from: number,
): Promise<{ last: number; users: number[]; wrong: Difference[] }> {
  const rows = host.rows(logs[currency], host.system) as unknown as LooseRows;
  const found = await rows.list(
    { id: { gt: from }, create_time: { elt: host.now() - settled } },
    { sort: 'id', limit: batch },
  );
  const ends = new Map<number, number>();
  const wrong: Difference[] = [];
  for (const row of found) {
    const user = Number(row['user_id']);
    const expected = ends.get(user) ?? (await endBefore(rows, currency, user, row.id));
    const [before, after] = [figureOf(currency, row['before']), figureOf(currency, row['after'])];
    const follows = before === expected && before + figureOf(currency, row[currency]) === after;
    if (!follows) wrong.push({ user, currency, kind: 'entry', expected, actual: before, entry: row.id });
    ends.set(user, after);
  }
  return { last: found.at(-1)?.id ?? from, users: [...ends.keys()], wrong };
}

async function endBefore(rows: LooseRows, currency: Currency, user_id: number, id: number): Promise<number> {
  const [last] = await rows.list({ user_id, id: { lt: id } }, { sort: '-id', limit: 1 });
  return last ? figureOf(currency, last['after']) : 0;
}

/** The figures of members against their last entries and their reservations: of those named, or of the next ones. */
export async function checkFigures(
  host: PluginHost,
  which: { readonly after: number } | { readonly users: readonly number[] },
): Promise<{ seen: number[]; wrong: Difference[] }> {
  const members = await (host.rows('user', host.system) as unknown as LooseRows).list(
    { id: 'users' in which ? { in: which.users } : { gt: which.after } },
    { sort: 'id', limit: batch },
  );
  const wrong: Difference[] = [];
  for (const row of members)
    for (const currency of ['money', 'score'] as const) {
      const tables = { log: host.rows(logs[currency], host.system), hold: host.rows('user_hold', host.system) };
      if ((await differencesOf(currency, row, tables as never)).length > 0)
        wrong.push(...(await differencesNow(host, currency, row.id)));
    }
  return { seen: members.map(({ id }) => id), wrong };
}

/** Somebody may have booked between two reads; while the member is locked nobody does. */
const differencesNow = (host: PluginHost, currency: Currency, id: number): Promise<Difference[]> =>
  host.transaction(host.system, async (running) => {
    const row = await rowsIn(running, 'user', host).lock(id);
    const log = rowsIn(running, logs[currency], host);
    return differencesOf(currency, row, { log, hold: rowsIn(running, 'user_hold', host) });
  });

async function differencesOf(
  currency: Currency,
  row: Row,
  { log, hold }: { log: LooseRows; hold: LooseRows },
): Promise<Difference[]> {
  const expected = await endBefore(log, currency, row.id, Number.MAX_SAFE_INTEGER);
  const actual = figureOf(currency, row[currency]);
  const held = figureOf(currency, row[heldOf[currency]]);
  const holds = await hold.list({ user_id: row.id, currency, state: 'held' });
  const reserved = holds.reduce((sum, each) => sum + figureOf(currency, each[currency]), 0);
  const about = { user: row.id, currency };
  return [
    ...(actual === expected ? [] : [{ ...about, kind: 'figure' as const, expected, actual }]),
    ...(held === reserved ? [] : [{ ...about, kind: 'held' as const, expected: reserved, actual: held }]),
  ];
}

export const shownUnits = (currency: Currency, units: number): string => String(amountOf(currency, units));
