import type { Sql } from '../database/database.ts';

/** A running transaction, and what is to be done once it is on the disk. */
export interface EventTransaction {
  readonly db: Sql;
  readonly after: (() => Promise<void> | void)[];
}

export interface Message {
  /** JSON. */
  readonly data: unknown;
  /** Whether this instance has sent it. */
  readonly isOwn: boolean;
}

export interface Listener {
  heard(message: Message): void;
  /** Messages may have passed unheard: the connection was broken, and is there again. */
  missed?(): void;
}

/** Messages to all instances of the product, by topic; each comes once, in the order of the commits. */
export interface Channel {
  /** Sends when the transaction commits. */
  sendIn(transaction: EventTransaction, topic: string, data: unknown): Promise<void>;
  send(topic: string, data: unknown): Promise<void>;
  /** Resolves, to what ends it, when every later message will be heard. */
  listen(topic: string, listener: Listener): Promise<() => void>;
  close(): Promise<void>;
}
