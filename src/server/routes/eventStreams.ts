import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Problem, type Caller } from '#resource';
import type { StreamEvent, StreamEvents } from '#plugin';
import { runAs } from '../fence/owner.ts';
import type { Limits } from '../shared/limits.ts';
import { finished, frameOf, writtenOf } from './eventFrame.ts';

/** Streams that one person, or one address where nobody is signed in, may have open. */
const mostOfOne = 100;
/** Events that a stream may send until others have their turn. */
const inOneTurn = 50;
/** Milliseconds between two looks at all of them. */
const interval = 1000;

export interface StreamParts {
  readonly caller: Caller;
  /** Whom the stream counts for. */
  readonly who: string;
  /** Whose source it is. */
  readonly owner: string;
  /** Tells the source that nobody listens any more. */
  abort(reason: Error): void;
  /** Names the error of the source, and makes of it what the client is told. */
  failed(error: unknown): Promise<StreamEvent>;
}

/** All streams that are open: shows that they are alive, and ends those that nobody reads or may read, and all when the server stops. */
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  readonly #counts = new Map<string, number>();
  readonly #limits: Pick<Limits, 'heartbeat' | 'rights' | 'unread'>;
  readonly #stillHolds: (caller: Caller) => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    limits: Pick<Limits, 'heartbeat' | 'rights' | 'unread'>,
    stillHolds: (caller: Caller) => Promise<boolean>,
  ) {
    this.#limits = limits;
    this.#stillHolds = stillHolds;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Sends what the source gives. Throws when the person has too many streams already. */
  send(reply: FastifyReply, source: AsyncIterable<StreamEvents>, parts: StreamParts): void {
    const count = this.#counts.get(parts.who) ?? 0;
    if (count >= mostOfOne) throw new Problem('server:tooMany', {}, { status: 429 });
    const events = source[Symbol.asyncIterator]();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies that gather answers would hold the events back.
      'x-accel-buffering': 'no',
    });
    if (reply.request.method === 'HEAD') {
      reply.raw.end();
      return;
    }
    reply.raw.write(':\n\n');
    const stream = new OpenStream(reply.raw, events, parts);
    this.#counts.set(parts.who, count + 1);
    this.#open.add(stream);
    this.#timer ??= setInterval(
      () => this.#look(),
      Math.min(interval, this.#limits.rights, this.#limits.heartbeat),
    ).unref();
    void stream.run().finally(() => this.#forget(stream, parts.who));
  }

  /** Ends them all: clients come back to the next server, and go on where they were. */
  close(): void {
    for (const stream of this.#open) stream.end('The server stops.');
  }

  #forget(stream: OpenStream, who: string): void {
    this.#open.delete(stream);
    const count = this.#counts.get(who)! - 1;
    if (count > 0) this.#counts.set(who, count);
    else this.#counts.delete(who);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const stream of this.#open) {
      if (stream.heldSince + this.#limits.unread <= now) stream.cut('What was sent is not read.');
      else if (stream.heldSince === Infinity && stream.wrote + this.#limits.heartbeat <= now) stream.beat();
      if (stream.checked + this.#limits.rights <= now) void this.#check(stream, now);
    }
  }

  async #check(stream: OpenStream, now: number): Promise<void> {
    stream.checked = now;
    if (!(await this.#stillHolds(stream.caller))) stream.end('The rights have changed on which this rests.');
  }
}

class OpenStream {
  readonly caller: Caller;
  /** Moments of `performance.now()`: of the last write, since when the reader has not taken it, of the last look at rights. */
  wrote = performance.now();
  heldSince = Infinity;
  checked = performance.now();
  readonly #raw: ServerResponse;
  readonly #events: AsyncIterator<StreamEvents>;
  readonly #parts: StreamParts;
  #ended: Error | undefined;
  /** Ends the wait that is going on. */
  #interrupt: ((reason: Error) => void) | undefined;

  constructor(raw: ServerResponse, events: AsyncIterator<StreamEvents>, parts: StreamParts) {
    this.#raw = raw;
    this.#events = events;
    this.#parts = parts;
    this.caller = parts.caller;
    raw.once('close', () => this.end('The client has gone.')).on('drain', () => (this.heldSince = Infinity));
  }

  /** Never rejects. */
  async run(): Promise<void> {
    try {
      for (let count = 1; ; count += 1) {
        const next = await this.#next();
        if (next.done) break;
        await this.#write(writtenOf(next.value));
        // A source that never waits would keep everybody else waiting.
        if (count % inOneTurn === 0) await setImmediate();
      }
      this.#raw.end(finished);
    } catch (error) {
      if (this.#ended === undefined) await this.#fail(error);
      this.#raw.end();
    }
    this.end('The stream has ended.');
    this.#leave();
  }

  /** Ends it in good order; a client that wants more comes back. */
  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = new Error(reason);
    this.#interrupt?.(this.#ended);
    this.#parts.abort(this.#ended);
  }

  cut(reason: string): void {
    this.end(reason);
    this.#raw.destroy();
  }

  beat(): void {
    this.wrote = performance.now();
    if (!this.#raw.write(':\n\n')) this.heldSince = this.wrote;
  }

  #next(): Promise<IteratorResult<StreamEvents>> {
    return this.#unlessEnded((resolve, reject) => {
      runAs(this.#parts.owner, () => this.#events.next()).then(resolve, reject);
    });
  }

  async #write(frame: string | Buffer): Promise<void> {
    this.wrote = performance.now();
    if (this.#raw.write(frame)) return;
    this.heldSince = this.wrote;
    await this.#unlessEnded<void>((resolve) => this.#raw.once('drain', () => resolve()));
  }

  /** Not a race with one promise for the whole stream: that would remember every event. */
  #unlessEnded<T>(wait: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise<T>((resolve, reject) => {
      this.#interrupt = reject;
      wait(resolve, reject);
    });
  }

  async #fail(error: unknown): Promise<void> {
    const event = await this.#parts.failed(error);
    if (this.#ended === undefined) this.#raw.write(frameOf(event));
  }

  /** A source that waits for something itself does not hear this before it comes: that is what the signal is for. */
  #leave(): void {
    const { owner } = this.#parts;
    runAs(owner, () => this.#events.return?.())?.then(undefined, (error: unknown) => void this.#parts.failed(error));
  }
}
