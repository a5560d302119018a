import type { ServerEvent, StreamOptions } from './serverEvent.ts';

type Open = (lastEventId: string, signal: AbortSignal) => AsyncGenerator<ServerEvent, void, undefined>;
type SharedMessage =
  { readonly event: ServerEvent } | { readonly end: true; readonly message?: string } | { readonly joins: true };
/** Ids that are remembered: a tab that takes over may tell again what others have heard. */
const remembered = 100;

/**
 * The events of a stream that one tab reads for all: whoever has the lock. When it goes, the next one opens the stream after
 * the last event that it has heard.
 */
export async function* sharedEvents(
  key: string,
  open: Open,
  { signal: given, lastEventId: first = '', states = [] }: StreamOptions,
): AsyncGenerator<ServerEvent, void, undefined> {
  const name = `events ${key}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  const signal = given ? AbortSignal.any([given, ended.signal]) : ended.signal;
  const queue = new Queue();
  const heard = new Set<string>();
  const latest = new Map<string, ServerEvent>();
  let isLeading = false;
  let last = first;
  // Without them each tab has a connection of its own, and what another one heard last may be old.
  const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;
  const hear = (message: SharedMessage): void => {
    if ('joins' in message) {
      if (isLeading && locks) for (const event of latest.values()) channel.postMessage({ event });
      return;
    }
    if ('end' in message) return queue.end(message.message === undefined ? undefined : new Error(message.message));
    const { id, event: name } = message.event;
    if (id !== '') {
      if (heard.has(id)) return;
      heard.add(id);
      if (heard.size > remembered) heard.delete(heard.values().next().value!);
      last = id;
    }
    if (states.includes(name)) latest.set(name, message.event);
    queue.add(message.event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<SharedMessage>) => hear(data));
  signal.addEventListener('abort', () => queue.end(), { once: true });
  if (states.length > 0) channel.postMessage({ joins: true });
  const lead = async (): Promise<void> => {
    isLeading = true;
    const tell = (message: SharedMessage): void => {
      channel.postMessage(message);
      hear(message);
    };
    try {
      for await (const event of open(last, signal)) tell({ event });
      if (!signal.aborted) tell({ end: true });
    } catch (error) {
      // Others that are refused too hear it when they ask themselves.
      queue.end(error);
    }
  };
  const leading = locks ? locks.request(name, { signal }, lead) : lead();
  Promise.resolve(leading).catch(() => {});
  try {
    yield* queue.events();
  } finally {
    ended.abort();
    channel.close();
  }
}

/** Events that wait for whoever reads them. */
class Queue {
  #waiting: ServerEvent[] = [];
  #isOver = false;
  #error: unknown;
  #wake = (): void => {};

  add(event: ServerEvent): void {
    this.#waiting.push(event);
    this.#wake();
  }

  end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#wake();
  }

  async *events(): AsyncGenerator<ServerEvent, void, undefined> {
    for (;;) {
      for (const event of this.#waiting.splice(0)) yield event;
      if (this.#waiting.length > 0) continue;
      if (this.#isOver) break;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#error !== undefined) throw this.#error;
  }
}
