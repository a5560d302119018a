import type { OutputWriter } from '#plugin';
import type { OutputStore } from './outputStore.ts';
import { mostWrite, wholeUpTo } from './pieces.ts';

/** Milliseconds in which text gathers before it is written, and between two signs of life of a writer that says nothing. */
const gathering = 40;
const beat = 10_000;

export interface WriterOptions {
  /** Bytes. */
  readonly limit: number;
  /** Seconds. */
  readonly keep: number;
}

/** Gathers what is added and writes it, one transaction after the other. */
export class Writer implements OutputWriter {
  readonly id: string;
  readonly #store: OutputStore;
  readonly #options: WriterOptions;
  readonly #beats: NodeJS.Timeout;
  readonly #closed: () => void;
  #waiting = '';
  /** The first half of a character, whose second half is to come. */
  #half = '';
  #length = 0;
  #bytes = 0;
  #isCut = false;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;
  /** The write that is to come, and what begins it now. */
  #next: { readonly written: Promise<void>; begin(): void } | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(id: string, store: OutputStore, options: WriterOptions, closed: () => void) {
    this.id = id;
    this.#store = store;
    this.#options = options;
    this.#closed = closed;
    this.#beats = setInterval(() => void this.#writeSoon().catch(() => {}), beat).unref();
  }

  async append(text: string): Promise<boolean> {
    if (this.#hasEnded) throw new Error('This output has ended; nothing can be added to it.');
    if (this.#isCut) return false;
    const given = this.#half + text;
    this.#half = /^[\uD800-\uDBFF]/.exec(given.slice(-1))?.[0] ?? '';
    this.#take(cleaned(given.slice(0, given.length - this.#half.length)));
    const written = this.#writeSoon();
    if (this.#waiting.length >= mostWrite) this.#next?.begin();
    await written;
    return !this.#isCut;
  }

  async end(state: 'ended' | 'failed' | 'interrupted' = 'ended'): Promise<void> {
    if (this.#hasEnded) return;
    this.#take(cleaned(this.#half));
    this.#hasEnded = true;
    clearInterval(this.#beats);
    this.#closed();
    const last = this.#flushing.catch(() => {}).then(() => this.#write({ state, keep: this.#options.keep }));
    this.#flushing = last;
    this.#next?.begin();
    await last;
  }

  #take(text: string): void {
    if (this.#isCut) return;
    const bytes = Buffer.byteLength(text);
    const room = this.#options.limit - this.#bytes;
    this.#isCut = bytes > room;
    const taken = this.#isCut ? upTo(text, room) : text;
    this.#bytes += Math.min(bytes, room);
    this.#waiting += taken;
  }

  /** One write for all that gathers meanwhile. */
  #writeSoon(): Promise<void> {
    if (this.#next) return this.#next.written;
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    this.#timer = setTimeout(begin, gathering);
    const written = promise.then(() => {
      clearTimeout(this.#timer);
      this.#next = undefined;
      this.#flushing = this.#flushing.catch(() => {}).then(() => (this.#hasEnded ? undefined : this.#write()));
      return this.#flushing;
    });
    this.#next = { written, begin };
    return written;
  }

  /** What could not be written is written with what comes next. */
  async #write(ended?: { state: 'ended' | 'failed' | 'interrupted'; keep: number }): Promise<void> {
    do {
      const text = wholeUpTo(this.#waiting, mostWrite);
      const isLast = text.length === this.#waiting.length;
      const added = { start: this.#length, text, isCut: this.#isCut, ...(ended && isLast && { ended }) };
      if (!(await this.#store.add(this.id, added))) throw new Error(`The output ${this.id} was removed.`);
      this.#length += text.length;
      this.#waiting = this.#waiting.slice(text.length);
    } while (this.#waiting !== '' && (ended || this.#waiting.length >= mostWrite));
  }
}

/** Text that both databases keep: without NUL and halves of characters. */
const cleaned = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** As many whole characters as fit into so many bytes. */
const upTo = (text: string, bytes: number): string =>
  Buffer.from(text)
    .subarray(0, Math.max(0, bytes))
    .toString()
    .replace(/\uFFFD+$/, '');
