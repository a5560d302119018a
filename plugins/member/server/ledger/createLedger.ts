import limitTo from 'p-limit';
import type { PluginHost } from '#plugin';
import { Invalid, Problem, type TableName } from '#resource';
import { amountOf, figureOf, heldOf, logs, positiveUnits, unitsOf, type Currency } from './currency.ts';
import type { Balance, Entry, Hold, Ledger, Refund, Reservation } from './ledger.ts';
import { rowsIn, type LooseRows, type Running } from './looseRows.ts';

type Row = Awaited<ReturnType<LooseRows['add']>>;
const hour = 3600;
/**
 * Transactions of one process at a time. Bookings of one member come one after the other anyway: a thousand of them would
 * take all connections to the database, and wait there until they are refused.
 */
const together = 4;

/** The ledger of one application. Entries and reservations move the figures themselves: see `bookEntry` and `bookHold`. */
export function createLedger(host: PluginHost): Ledger {
  const limit = limitTo(together);
  const within = <T>(running: Running | undefined, work: (running: Running) => Promise<T>): Promise<T> =>
    running ? work(running) : limit(() => host.transaction(host.system, work));
  const rowsOf = (running: Running, table: TableName): LooseRows => rowsIn(running, table, host);

  /**
   * Adds the row, or finds the one that the same call has added before; the database lets only one have the key. None of `others`
   * may have it either: settling a reservation adds an entry by the key of both.
   */
  async function addOnce(
    running: Running,
    table: TableName,
    values: Readonly<Record<string, unknown>>,
    others: { readonly table: TableName; readonly where?: Readonly<Record<string, unknown>> },
  ): Promise<Row> {
    const rows = rowsOf(running, table);
    // What is booked for one member is booked one after the other: what came first is seen.
    await rowsOf(running, 'user').lock(Number(values['user_id']));
    const known = await withKey(rows, values['key']);
    if (known) return asBefore(known, values);
    const other = await rowsOf(running, others.table).count({ ...others.where, key: values['key'] });
    if (other > 0) throw keyTaken(values['key']);
    try {
      return await rows.add(values);
    } catch (error) {
      const other = error instanceof Invalid && 'key' in error.errors ? await withKey(rows, values['key']) : undefined;
      if (!other) throw error;
      return asBefore(other, values);
    }
  }

  const ledger: Ledger = {
    adjust: ({ currency, user, amount, memo, reason, reference, key }, given) =>
      within(given, async (running) => {
        const values = {
          [currency]: amountOf(currency, unitsOf(currency, amount)),
          memo,
          reason,
          reference: reference ?? null,
        };
        const entry = { user_id: user, ...values, key: keyIn(key) };
        return entryOf(currency, await addOnce(running, logs[currency], entry, holdsOf(currency)));
      }),

    reserve: (reservation, given) =>
      within(given, async (running) => {
        const now = 'now' in running ? running.now : Math.floor(Date.now() / 1000);
        const entries = { table: logs[reservation.currency] };
        return holdOf(await addOnce(running, 'user_hold', holdValues(reservation, now), entries));
      }),

    settle: ({ key, amount, memo }, given) =>
      within(given, async (running) => {
        const row = await lockedHold(rowsOf(running, 'user_hold'), key);
        const currency = row['currency'] as Currency;
        const used = unitsOf(currency, amount ?? row[currency]);
        if (used < 0) positiveUnits(currency, amount);
        const isSame = row['state'] === 'settled' && row['used'] === used;
        if (!isSame)
          await rowsOf(running, 'user_hold').edit(row.id, {
            state: 'settled',
            used,
            ...(memo !== undefined && { memo }),
          });
        const entry = used > 0 ? await withKey(rowsOf(running, logs[currency]), key) : undefined;
        return entry && entryOf(currency, entry);
      }),

    release: (key, given) =>
      within(given, async (running) => {
        const holds = rowsOf(running, 'user_hold');
        const row = await lockedHold(holds, key);
        return holdOf(row['state'] === 'released' ? row : await holds.edit(row.id, { state: 'released', used: 0 }));
      }),

    refund: (refund, given) => within(given, (running) => refundIn(refund, running)),

    balance: (user, given) => {
      const rows = given ? rowsOf(given, 'user') : (host.rows('user', host.system) as unknown as LooseRows);
      return balanceIn(rows, user);
    },
  };

  async function refundIn({ currency, of, amount, memo, key }: Refund, running: Running): Promise<Entry> {
    const rows = rowsOf(running, logs[currency]);
    const spent = await withKey(rows, of);
    const taken = spent ? -unitsOf(currency, spent[currency]) : 0;
    if (!spent || taken <= 0) throw new Problem('ledgerServer:nothingToRefund');
    // Refunds of one entry come one after the other.
    await rowsOf(running, 'user').lock(Number(spent['user_id']));
    const earlier = await rows.list({ refund_of: spent.id });
    const mine = earlier.find((each) => each['key'] === key);
    const others = earlier.reduce((sum, each) => sum + (each === mine ? 0 : unitsOf(currency, each[currency])), 0);
    const back = amount === undefined ? taken - others : positiveUnits(currency, amount);
    if (back <= 0 || others + back > taken) throw new Problem('ledgerServer:refundTooMuch');
    const entry = {
      user_id: spent['user_id'],
      [currency]: amountOf(currency, mine && amount === undefined ? unitsOf(currency, mine[currency]) : back),
      memo,
      reason: 'refund',
      reference: spent['reference'],
      refund_of: spent.id,
      key: keyIn(key),
    };
    return entryOf(currency, await addOnce(running, logs[currency], entry, holdsOf(currency)));
  }

  return ledger;
}

const holdValues = (
  { currency, user, amount, memo, reason, reference, key, seconds = hour }: Reservation,
  now: number,
): Record<string, unknown> => ({
  user_id: user,
  currency,
  [currency]: amountOf(currency, positiveUnits(currency, amount)),
  memo,
  reason,
  reference: reference ?? null,
  key: keyIn(key),
  expires: now + seconds,
});

async function lockedHold(holds: LooseRows, key: string): Promise<Row> {
  const row = await withKey(holds, key);
  if (!row) throw new Problem('rows:notFound');
  return holds.lock(row.id);
}

const withKey = async (rows: LooseRows, key: unknown): Promise<Row | undefined> =>
  (await rows.list({ key }, { limit: 1 }))[0];

/** What must be the same when a key comes again; a memo may be in another language. */
const content = ['user_id', 'currency', 'money', 'score', 'reason', 'reference', 'refund_of'];

function asBefore(known: Row, values: Readonly<Record<string, unknown>>): Row {
  const differs = content.some((name) => name in values && (known[name] ?? null) !== (values[name] ?? null));
  if (differs) throw keyTaken(values['key']);
  return known;
}

const keyTaken = (key: unknown): Problem => new Problem('ledgerServer:keyTaken', { key });
const holdsOf = (currency: Currency) => ({ table: 'user_hold', where: { currency } }) as const;

function keyIn(key: unknown): string {
  if (typeof key === 'string' && key !== '' && key === key.trim()) return key;
  throw new Invalid({ key: { key: 'validate:required' } });
}

const entryOf = (currency: Currency, row: Row): Entry => ({
  id: row.id,
  user: Number(row['user_id']),
  amount: row[currency] as Entry['amount'],
  before: row['before'] as Entry['before'],
  after: row['after'] as Entry['after'],
});

const holdOf = (row: Row): Hold => ({
  id: row.id,
  user: Number(row['user_id']),
  state: row['state'] as Hold['state'],
  amount: row[row['currency'] as Currency] as Hold['amount'],
  expires: Number(row['expires']),
});

async function balanceIn(rows: LooseRows, user: number): Promise<Balance> {
  const row = await rows.get(user);
  if (!row) throw new Problem('rows:notFound');
  const free = (currency: Currency) =>
    amountOf(currency, figureOf(currency, row[currency]) - figureOf(currency, row[heldOf[currency]]));
  return {
    money: row['money'] as string,
    score: row['score'] as number,
    available: { money: free('money') as string, score: free('score') as number },
  };
}
