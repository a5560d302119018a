import type { OutputWriter } from '#plugin';

/** Characters of an output that are kept from its beginning, and of a longer one from its end. */
const kept = { head: 8_388_608, tail: 131_072 } as const;
/** Characters that wait to be written before the program has to wait. */
const mostWaiting = 1_048_576;

/** The output of a run as it is stored: all of it, or its beginning and its end with a mark between them. */
export class RunOutput {
  readonly #writer: OutputWriter;
  readonly #marks: { cut(): string; left(characters: number): string };
  #length = 0;
  #waiting = 0;
  #tail = '';
  #left = 0;
  isCut = false;

  /** `marks` are whole lines: that there was too much, and how much was left out. */
  constructor(writer: OutputWriter, marks: { cut(): string; left(characters: number): string }) {
    this.#writer = writer;
    this.#marks = marks;
  }

  /** Characters that are stored. */
  get length(): number {
    return this.#length;
  }

  /** The last lines of an output that is too long, so many at most: they are stored at its end only. */
  lastLines(most: number): string[] {
    if (this.#tail === '') return [];
    let from = this.#tail.length;
    for (let count = 0; count <= most && from > 0; count += 1) from = this.#tail.lastIndexOf('\n', from - 1);
    return this.#tail.slice(from + 1, -1).split('\n');
  }

  async add(lines: string): Promise<void> {
    if (!this.isCut && this.#length + lines.length <= kept.head) return this.#append(lines);
    if (!this.isCut) {
      this.isCut = true;
      await this.#append(this.#marks.cut());
    }
    this.#tail += lines;
    if (this.#tail.length > kept.tail * 2) this.#shorten();
  }

  /** What was left out is marked, then come the last lines. */
  async end(lines: string, state: 'ended' | 'failed'): Promise<void> {
    if (this.isCut) {
      this.#shorten();
      if (this.#left > 0) await this.#append(this.#marks.left(this.#left));
      await this.#append(this.#tail);
    }
    await this.#append(lines);
    await this.#writer.end(state);
  }

  /** Keeps whole lines. */
  #shorten(): void {
    if (this.#tail.length <= kept.tail) return;
    const from = this.#tail.indexOf('\n', this.#tail.length - kept.tail) + 1;
    this.#left += from;
    this.#tail = this.#tail.slice(from);
  }

  async #append(text: string): Promise<void> {
    if (text === '') return;
    this.#length += text.length;
    this.#waiting += text.length;
    const written = this.#writer.append(text).then(
      () => void (this.#waiting -= text.length),
      // The program goes on; its output may have been removed. What failed is written with what comes next.
      () => void (this.#waiting -= text.length),
    );
    if (this.#waiting > mostWaiting) await written;
  }
}
