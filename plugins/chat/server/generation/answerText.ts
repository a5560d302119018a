import { longestAnswer } from '../tables/message.ts';
import { cleaned } from './cleaned.ts';
import type { Generation } from './generation.ts';

/** A part of an answer, up to the offset `next`. */
interface TextPart {
  readonly next: number;
  readonly text: string;
}

/** What has come of an answer: as the growing log has it, and a moment earlier. */
export class AnswerText {
  readonly #writer: Generation['writer'];
  #text: string;
  #hasEnded = false;
  #changed = Promise.withResolvers<void>();

  constructor({ writer, before }: Generation) {
    this.#writer = writer;
    this.#text = before;
  }

  get whole(): string {
    return this.#text;
  }

  /**
   * False when it has become too long: so much of it may wait for the database, at the most, which keeps no provider waiting.
   */
  add(text: string): boolean {
    this.#text += text;
    this.#tell();
    // Whoever follows reads the row in the end.
    this.#writer.append(text).catch(() => {});
    return this.#text.length < longestAnswer;
  }

  /** Nothing more will come. */
  end(): void {
    this.#hasEnded = true;
    this.#tell();
  }

  /** Parts from the offset on, until the end. Half a character waits for its other half. */
  async *follow(offset: number, signal: AbortSignal): AsyncGenerator<TextPart> {
    const gone = Promise.withResolvers<void>();
    const leave = (): void => gone.resolve();
    signal.addEventListener('abort', leave);
    try {
      for (let at = offset; !signal.aborted;) {
        const [hasEnded, changed] = [this.#hasEnded, this.#changed.promise];
        const given = this.#text.slice(at);
        const text = cleaned(hasEnded ? given : given.replace(/[\uD800-\uDBFF]$/, ''));
        if (text !== '') yield { next: (at += text.length), text };
        if (hasEnded) return;
        await Promise.race([changed, gone.promise]);
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #tell(): void {
    const changed = this.#changed;
    this.#changed = Promise.withResolvers();
    changed.resolve();
  }
}
