import { randomUUID } from 'node:crypto';
import type { OutputLogs, OutputPart } from '#plugin';
import type { Database } from '../database/database.ts';
import type { Channel } from '../events/channel.ts';
import { forgetBatch, forgetDaily } from '../shared/forgetDaily.ts';
import { OutputStore, topicOf, type OutputNews } from './outputStore.ts';
import { portionsOf } from './pieces.ts';
import { Writer } from './writer.ts';

const defaults = { limit: 10_485_760, keep: 7 * 86_400 } as const;
/** Seconds that a log stays which nobody ends, beside what it is kept after its end. */
const longestRun = 30 * 86_400;
/** Milliseconds after which whoever follows looks for itself whether the writer is still there. */
const look = 10_000;

/** Growing logs of all plugins. */
export class Outputs {
  readonly #store: OutputStore;
  readonly #channel: Channel;
  readonly #writers = new Set<Writer>();
  readonly #closing = new AbortController();
  readonly #failed: (error: unknown) => void;
  #stopForgetting: (() => Promise<void>) | undefined;

  constructor(database: Database, channel: Channel, log: (message: string, error: unknown) => void) {
    this.#store = new OutputStore(database, channel);
    this.#channel = channel;
    this.#failed = (error) => log('old outputs could not be removed', error);
  }

  async open(): Promise<void> {
    await this.#store.interruptAll();
  }

  /** Those of one plugin, which sees no others. */
  of(plugin: string): OutputLogs {
    const store = this.#store;
    return {
      create: async ({ limit = defaults.limit, keep = defaults.keep } = {}) => {
        const id = randomUUID();
        await store.create(id, plugin, keep + longestRun);
        this.#stopForgetting ??= forgetDaily(() => store.removeOld(forgetBatch), this.#failed);
        const writer: Writer = new Writer(id, store, { limit, keep }, () => this.#writers.delete(writer));
        this.#writers.add(writer);
        return writer;
      },
      head: (id) => store.head(id, plugin),
      read: (id, offset = 0) => store.read(id, plugin, offset),
      follow: (id, { offset = 0, signal } = {}) => this.#follow(id, plugin, offset, signal),
      remove: (id) => store.remove(id, plugin),
    };
  }

  /** Whoever follows is told that it is over here; logs that are still written are interrupted. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#stopForgetting?.();
    await Promise.allSettled([...this.#writers].map((writer) => writer.end('interrupted')));
  }

  async *#follow(id: string, plugin: string, from: number, signal?: AbortSignal): AsyncGenerator<OutputPart> {
    const signals = [this.#closing.signal, ...(signal ? [signal] : [])];
    const over = AbortSignal.any(signals);
    const inbox = new Inbox();
    const unlisten = await this.#channel.listen(topicOf(id), {
      heard: ({ data }) => inbox.put(data as OutputNews),
      missed: () => inbox.put(undefined),
    });
    const wake = (): void => inbox.put(undefined);
    over.addEventListener('abort', wake);
    const leave = this.#store.followed();
    let offset = from;
    try {
      while (!over.aborted) {
        const news = inbox.take();
        const text = news?.start === offset ? this.#store.textOf(id, news) : undefined;
        if (news && text !== undefined) {
          for (const portion of portionsOf(text, offset)) {
            if (over.aborted) return;
            yield { offset, next: (offset += portion.length), text: portion };
          }
          if (news.hasEnded) return;
          continue;
        }
        // What it has not been told in one piece it reads: the beginning, long texts, what came while messages were missed.
        if (news && news.length <= offset && !news.hasEnded) continue;
        const known = news ? { length: news.length, hasEnded: news.hasEnded } : await this.#stateOf(id, plugin);
        if (!known) return;
        while (offset < known.length && !over.aborted) {
          const part = await this.#store.readShared(id, plugin, offset);
          // It was removed meanwhile.
          if (part.text === '') break;
          offset = part.next;
          yield part;
        }
        if (known.hasEnded && offset >= known.length) return;
        await inbox.wait(look);
      }
    } finally {
      over.removeEventListener('abort', wake);
      leave();
      unlisten();
    }
  }

  async #stateOf(id: string, plugin: string): Promise<Pick<OutputNews, 'length' | 'hasEnded'> | undefined> {
    const head = await this.#store.head(id, plugin);
    return head && { length: head.length, hasEnded: head.state !== 'running' };
  }
}

/** News in the order in which they came; undefined stands for "look yourself". */
class Inbox {
  readonly #news: (OutputNews | undefined)[] = [];
  #wake = (): void => {};

  put(news: OutputNews | undefined): void {
    // A slow reader reads instead.
    if (this.#news.length > 100) this.#news.length = 0;
    this.#news.push(news);
    this.#wake();
  }

  take(): OutputNews | undefined {
    return this.#news.shift();
  }

  /** Until there is some, or so many milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    if (this.#news.length > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }
}
