import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listenerName } from '../database/isServed.ts';

export const channelName = 'back_office';

/** Milliseconds between two looks whether a silent connection is still there, for an answer, and between two tries to connect. */
const times = { look: 15_000, answer: 5000, firstPause: 100, longestPause: 5000 } as const;

interface Subscriber {
  heard(text: string): void;
  /** The connection was broken, and is there again. */
  again(): void;
  log(message: string, error: unknown): void;
}

/** One connection to PostgreSQL that listens, and comes back by itself when it breaks. */
export class Subscription {
  readonly #url: string;
  readonly #subscriber: Subscriber;
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #opening: Promise<void> | undefined;
  #looks: NodeJS.Timeout | undefined;

  constructor(url: string, subscriber: Subscriber) {
    this.#url = url;
    this.#subscriber = subscriber;
  }

  /** Resolves when it listens; the first failure is the caller's, later ones are tried again for ever. */
  open(): Promise<void> {
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#looks);
    await this.#opening?.catch(() => {});
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: times.answer,
      query_timeout: times.answer,
      keepAlive: true,
      application_name: listenerName,
    });
    // Unhandled, its end would end the process; `end` follows.
    client.on('error', () => {});
    client.on('notification', ({ payload }) => this.#subscriber.heard(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${channelName}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    client.once('end', () => this.#broken(client));
    this.#looks = setInterval(() => {
      client.query('SELECT 1').catch(() => client.connection.stream.destroy());
    }, times.look).unref();
  }

  #broken(client: pg.Client): void {
    if (this.#client !== client || this.#closing.signal.aborted) return;
    clearInterval(this.#looks);
    this.#client = undefined;
    this.#opening = this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let pause: number = times.firstPause; !signal.aborted; pause = Math.min(pause * 2, times.longestPause)) {
      try {
        await this.#connect();
        return this.#subscriber.again();
      } catch (error) {
        if (pause === times.longestPause)
          this.#subscriber.log('no messages from other instances: PostgreSQL cannot be reached', error);
        await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }
}
