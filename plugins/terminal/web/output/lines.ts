import { bare, plain, styleAfter, type Style } from './ansi.ts';

export interface StyledLine {
  readonly text: string;
  /** What holds at its beginning. */
  readonly style: Style;
}

/** Lines of a block: a million small texts would take three times the memory. */
const blockSize = 1024;
/** Blocks that the browser keeps; a list of more pixels than 10,000,000 has no end in some browsers. */
const mostBlocks = 488;

/** A text of one block, and what holds at its beginning. */
interface Block {
  readonly text: string;
  readonly style: Style;
}

/** Output as it grows, line by line. The first lines go when there are half a million; the server has them. */
export class Lines {
  readonly #blocks: Block[] = [];
  #newest: StyledLine[] = [];
  #style = plain;
  #first = 0;
  readonly #listeners = new Set<() => void>();
  /** The block that was read last, line by line. */
  #read: { readonly block: Block; readonly lines: readonly StyledLine[] } | undefined;

  /** Numbers of the first line that is there, and behind the last one; they stay the same when earlier lines go. */
  get first(): number {
    return this.#first;
  }
  get end(): number {
    return this.#first + this.#blocks.length * blockSize + this.#newest.length;
  }

  /** Adds the lines of a message. */
  append(message: string): void {
    if (message.includes('\n')) for (const line of message.replace(/\r?\n$/, '').split('\n')) this.#add(line);
    else this.#add(message);
    for (const listener of this.#listeners) listener();
  }

  /** The lines from one number to before another, as far as they are there. */
  slice(from: number, to: number): StyledLine[] {
    const found: StyledLine[] = [];
    for (let number = Math.max(from, this.#first); number < Math.min(to, this.end); number += 1)
      found.push(this.#line(number));
    return found;
  }

  /** The last lines without their codes. */
  last(count: number): string[] {
    return this.slice(this.end - count, this.end).map(({ text }) => bare(text));
  }

  /** All that is there, piece by piece: some thousand lines each. */
  *pieces(from = this.#first): Generator<{ readonly first: number; readonly text: string }> {
    const size = this.#blocks.length * blockSize;
    for (let at = Math.max(0, Math.floor((from - this.#first) / blockSize)); at < this.#blocks.length; at += 1)
      yield { first: this.#first + at * blockSize, text: this.#blocks[at]!.text };
    if (this.#newest.length > 0)
      yield { first: this.#first + size, text: this.#newest.map(({ text }) => text).join('\n') };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #add(line: string): void {
    const text = lastState(line);
    this.#newest.push({ text, style: this.#style });
    this.#style = styleAfter(text, this.#style);
    if (this.#newest.length < blockSize) return;
    this.#blocks.push({ text: this.#newest.map((each) => each.text).join('\n'), style: this.#newest[0]!.style });
    this.#newest = [];
    if (this.#blocks.length <= mostBlocks) return;
    this.#blocks.shift();
    this.#first += blockSize;
  }

  #line(number: number): StyledLine {
    const at = number - this.#first;
    const block = this.#blocks[Math.floor(at / blockSize)];
    if (!block) return this.#newest[at - this.#blocks.length * blockSize]!;
    if (this.#read?.block !== block) this.#read = { block, lines: linesOf(block) };
    return this.#read.lines[at % blockSize]!;
  }
}

/** What is left of a line that was written over: progress is one line. */
function lastState(line: string): string {
  if (!line.includes('\r')) return line;
  const text = line.replace(/\r+$/, '');
  return text.slice(text.lastIndexOf('\r') + 1);
}

function linesOf({ text, style }: Block): StyledLine[] {
  let now = style;
  return text.split('\n').map((line) => {
    const styled = { text: line, style: now };
    now = styleAfter(line, now);
    return styled;
  });
}
