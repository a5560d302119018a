import { StringDecoder } from 'node:string_decoder';

/** Characters of one line; more are counted, and left out. */
export const longestLine = 16_384;
/** Characters of an escape sequence, after which it was none. */
const longestEscape = 4096;

/** What stays as it is: text, tabs, line breaks, and whole colours. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const kept = /(?:[\n\t\u0020-\u007e\u00a0-\uffff]+|\u001b\[[\d;:]{0,64}m)+/y;

/** What says nothing by itself, or nothing more the second time: binary files are full of it. */
const idle =
  // oxlint-disable-next-line no-control-regex -- as above
  /(?:[\0-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u008f\u0091-\u0097\u0099\u009a\u009c]+|\r(?=\r))+/y;

type State = 'ground' | 'escape' | 'sequence' | 'text';

/**
 * Makes lines of the bytes that a program prints: UTF-8 across the borders of chunks, colours kept and every other escape code
 * and control character removed, what a carriage return overwrites left out, each line bounded.
 */
export class LineReader {
  /** Other than a `TextDecoder`, it makes no text of two bytes a character where one is enough. */
  readonly #decoder = new StringDecoder('utf8');
  #line = '';
  /** Characters of the line that were left out. */
  #dropped = 0;
  #state: State = 'ground';
  #escape = '';
  /** The next character stands at the beginning of the line again. */
  #returned = false;
  /** Lines that are complete, joined as late as possible. */
  #lines = '';

  /** The lines that are complete now, each with its line break. */
  write(bytes: Buffer): string {
    return this.#take(this.#decoder.write(bytes));
  }

  /** What is left when there is no more to come. */
  end(): string {
    const before = this.#take(this.#decoder.end());
    this.#state = 'ground';
    if (this.#line === '' && this.#dropped === 0) return before;
    this.#endLine();
    return before + this.#taken();
  }

  /** The line that is not ended yet, as far as it has come: a question, or progress; empty where nothing of it can be seen. */
  get unfinished(): string {
    // oxlint-disable-next-line no-control-regex -- colours alone are nothing to see
    return /^(?:\u001b\[[\d;:]*m)*$/.test(this.#line) ? '' : this.#line;
  }

  #take(text: string): string {
    for (let at = 0; at < text.length;)
      at = this.#state === 'ground' ? this.#ground(text, at) : this.#inEscape(text, at);
    return this.#taken();
  }

  #taken(): string {
    const text = this.#lines;
    this.#lines = '';
    return text;
  }

  /** Takes what stays as it is, many lines at once. */
  #takeKept(text: string): void {
    const first = text.indexOf('\n');
    if (first < 0) return this.#add(text);
    const last = text.lastIndexOf('\n');
    this.#add(text.slice(0, first));
    this.#endLine();
    for (let from = first + 1; from <= last;) {
      // As many lines at once as are certainly short enough.
      const end = text.lastIndexOf('\n', from + longestLine);
      from = end < from ? this.#takeLong(text, from) : this.#takeShort(text, from, end);
    }
    this.#add(text.slice(last + 1));
  }

  #takeShort(text: string, from: number, end: number): number {
    this.#lines += text.slice(from, end + 1);
    return end + 1;
  }

  #takeLong(text: string, from: number): number {
    const end = text.indexOf('\n', from);
    this.#add(text.slice(from, end));
    this.#endLine();
    return end + 1;
  }

  /** What stays as it is, what does nothing, or one control character; returns where to go on. */
  #ground(text: string, at: number): number {
    kept.lastIndex = at;
    if (kept.test(text)) {
      this.#takeKept(text.slice(at, kept.lastIndex));
      return kept.lastIndex;
    }
    idle.lastIndex = at;
    if (idle.test(text)) return idle.lastIndex;
    this.#control(text[at]!);
    return at + 1;
  }

  #control(sign: string): void {
    if (sign === '\n') this.#endLine();
    else if (sign === '\t') this.#add(sign);
    else if (sign === '\r') this.#returned = true;
    else if (sign === '\u001b') this.#begin('escape');
    else if (sign === '\u009b') this.#begin('sequence');
    else if (/[\u0090\u0098\u009d-\u009f]/.test(sign)) this.#begin('text');
  }

  #begin(state: State): void {
    this.#state = state;
    this.#escape = '';
  }

  /** One character of an escape code; returns where to go on. */
  #inEscape(text: string, at: number): number {
    const sign = text[at]!;
    if (sign === '\n' || this.#escape.length > longestEscape) {
      this.#state = 'ground';
      return at;
    }
    if (this.#state === 'text') this.#inText(sign);
    else if (sign === '\u001b') this.#begin('escape');
    else if (this.#state === 'escape') this.#afterEscape(sign);
    else this.#inSequence(sign);
    return at + 1;
  }

  /** Titles, links and the like, up to their end. */
  #inText(sign: string): void {
    const ends = sign === '\u0007' || sign === '\u009c' || (sign === '\\' && this.#escape.endsWith('\u001b'));
    if (ends) this.#state = 'ground';
    else this.#escape += sign;
  }

  #afterEscape(sign: string): void {
    if (sign === '[') this.#begin('sequence');
    else if (/[\]PX^_]/.test(sign)) this.#begin('text');
    else if (/[\u0020-\u002f]/.test(sign)) this.#escape += sign;
    else this.#state = 'ground';
  }

  #inSequence(sign: string): void {
    if (!/[\u0040-\u007e]/.test(sign)) {
      this.#escape += sign;
      return;
    }
    if (sign === 'm' && /^[\d;:]{0,64}$/.test(this.#escape)) this.#add(`\u001b[${this.#escape}m`);
    this.#state = 'ground';
  }

  #add(text: string): void {
    if (text === '') return;
    if (this.#returned) {
      this.#returned = false;
      this.#line = '';
      this.#dropped = 0;
    }
    const room = longestLine - this.#line.length;
    if (text.length <= room) this.#line += text;
    else {
      this.#line += text.slice(0, Math.max(0, room));
      this.#dropped += text.length - Math.max(0, room);
    }
  }

  #endLine(): void {
    this.#lines += this.#dropped === 0 ? `${this.#line}\n` : `${this.#line}… (+${this.#dropped})\n`;
    this.#line = '';
    this.#dropped = 0;
    this.#returned = false;
  }
}
