import type { Amount, Currency } from './currency.ts';
import type { Running } from './looseRows.ts';

/** What every booking says. */
interface Booking {
  readonly currency: Currency;
  /** Row id of the member. */
  readonly user: number;
  readonly amount: Amount;
  /** For people: what the member reads beside the amount. */
  readonly memo: string;
  /** For programs: `chat.message`. At most 50 characters. */
  readonly reason: string;
  /** What it is about: `order 17`. At most 100 characters. */
  readonly reference?: string;
  /** At most 100 characters, unique over all bookings of the currency: begin it with the name of the plugin. */
  readonly key: string;
}

export interface Reservation extends Booking {
  /** Seconds after which it may be given free; an hour unless said otherwise. */
  readonly seconds?: number;
}

interface Settlement {
  /** Of the reservation. */
  readonly key: string;
  /** What is taken of it, at most all of it; all unless said otherwise, and nothing for 0. */
  readonly amount?: Amount;
  /** Instead of the memo of the reservation. */
  readonly memo?: string;
}

export interface Refund {
  readonly currency: Currency;
  /** The key of the entry, or of the settled reservation, that took the amount. */
  readonly of: string;
  /** All of it unless said otherwise; the refunds of one entry never come to more than it took. */
  readonly amount?: Amount;
  readonly memo: string;
  /** Of the refund itself. */
  readonly key: string;
}

export interface Entry {
  readonly id: number;
  readonly user: number;
  readonly amount: Amount;
  readonly before: Amount;
  readonly after: Amount;
}

export interface Hold {
  readonly id: number;
  readonly user: number;
  readonly state: 'held' | 'settled' | 'released' | 'expired';
  /** What it holds, or has held. */
  readonly amount: Amount;
  /** Unix seconds. */
  readonly expires: number;
}

/** What a member has, and how much of it no reservation holds. */
export interface Balance {
  readonly money: string;
  readonly score: number;
  readonly available: { readonly money: string; readonly score: number };
}

/**
 * The only way to money and points of members: `host.use('ledger')`. Each call is one transaction, or a part of the one
 * that it is given. The same key with the same content answers what was booked before; with other content it is refused
 * (`ledgerServer:keyTaken`). What the member does not have is refused at the field of the currency, as `Invalid`.
 */
export interface Ledger {
  /** Adds the amount, or takes it when it is below zero. */
  adjust(booking: Booking, running?: Running): Promise<Entry>;
  /** Sets the amount aside until it is settled, released, or expires. */
  reserve(reservation: Reservation, running?: Running): Promise<Hold>;
  /** Takes what was used of a reservation and gives the rest free. Undefined when nothing was used. */
  settle(settlement: Settlement, running?: Running): Promise<Entry | undefined>;
  /** Gives all of a reservation free. */
  release(key: string, running?: Running): Promise<Hold>;
  /** Gives back what an entry has taken, once or in parts. */
  refund(refund: Refund, running?: Running): Promise<Entry>;
  balance(user: number, running?: Running): Promise<Balance>;
}

declare module '#plugin' {
  interface Services {
    ledger: Ledger;
  }
}
