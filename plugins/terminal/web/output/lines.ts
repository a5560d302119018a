import { bare, plain, styleAfter, type Style } from './ansi.ts';

export interface StyledLine {
  readonly text: string;
  /** What holds at its beginning. */
  readonly style: Style;
}

/** Lines of a block: a million small texts would take three times the memory. */
const blockSize = 1024;
/** Characters after which a block is full too: whoever reads one of its lines, or searches in it, goes through all of them. */
const blockLength = 65_536;
/** Lines that the browser keeps at least; a list of more pixels than 10,000,000 has no end in some browsers. */
const mostLines = 488 * blockSize;

/** A text of one block, the number of its first line, and what holds at its beginning. */
interface Block {
  readonly first: number;
  readonly text: string;
  readonly style: Style;
}

/** Output as it grows, line by line. The first lines go when there are half a million; the server has them. */
export class Lines {
  readonly #blocks: Block[] = [];
  #newest: StyledLine[] = [];
  /** Characters of the newest. */
  #length = 0;
  #style = plain;
  #live: readonly StyledLine[] = [];
  /** Number of the first of the newest. */
  #next = 0;
  readonly #listeners = new Set<() => void>();
  /** The block that was read last, line by line. */
  #read: { readonly block: Block; readonly lines: readonly StyledLine[] } | undefined;

  /** Numbers of the first line that is there, and behind the last one; they stay the same when earlier lines go. */
  get first(): number {
    return this.#blocks[0]?.first ?? this.#next;
  }
  get end(): number {
    return this.#next + this.#newest.length;
  }

  /** What stands behind the last line and may yet change; it has no number, and is not found, copied or kept. */
  get live(): readonly StyledLine[] {
    return this.#live;
  }

  /** Until the next lines. */
  showLive(text: string): void {
    if (text === '' && this.#live.length === 0) return;
    this.#live = text === '' ? [] : styled(text, this.#style);
    for (const listener of this.#listeners) listener();
  }

  /** Adds the lines of a message. */
  append(message: string): void {
    this.#live = [];
    if (message.includes('\n')) for (const line of message.replace(/\r?\n$/, '').split('\n')) this.#add(line);
    else this.#add(message);
    for (const listener of this.#listeners) listener();
  }

  /** The lines from one number to before another, as far as they are there. */
  slice(from: number, to: number): StyledLine[] {
    const found: StyledLine[] = [];
    for (let number = Math.max(from, this.first); number < Math.min(to, this.end); number += 1)
      found.push(this.#line(number));
    return found;
  }

  /** The last lines without their codes, of each as many characters at most. */
  last(count: number, characters = Infinity): string[] {
    const from = Math.max(this.first, this.end - count);
    const found = [...this.pieces(from)].flatMap(({ first, text }) =>
      text.split('\n').slice(Math.max(0, from - first)),
    );
    // Codes take room too: of a line that is mostly codes less is left.
    return found.map((line) => bare(line.slice(0, characters * 4)).slice(0, characters));
  }

  /** All that is there, or what has lines from a number on, piece by piece: some thousand lines each at most. */
  *pieces(from = this.first): Generator<{ readonly first: number; readonly text: string }> {
    for (let at = Math.max(0, this.#blockAt(from)); at < this.#blocks.length; at += 1) yield this.#blocks[at]!;
    if (this.#newest.length > 0) yield { first: this.#next, text: this.#newest.map(({ text }) => text).join('\n') };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #add(line: string): void {
    const text = lastState(line);
    this.#newest.push({ text, style: this.#style });
    this.#length += text.length;
    this.#style = styleAfter(text, this.#style);
    if (this.#newest.length < blockSize && this.#length < blockLength) return;
    const { style } = this.#newest[0]!;
    this.#blocks.push({ first: this.#next, text: this.#newest.map((each) => each.text).join('\n'), style });
    this.#next = this.end;
    this.#newest = [];
    this.#length = 0;
    while (this.#next - (this.#blocks[1]?.first ?? this.#next) >= mostLines) this.#blocks.shift();
  }

  #line(number: number): StyledLine {
    if (number >= this.#next) return this.#newest[number - this.#next]!;
    const block = this.#blocks[this.#blockAt(number)]!;
    if (this.#read?.block !== block) this.#read = { block, lines: styled(block.text, block.style) };
    return this.#read.lines[number - block.first]!;
  }

  /** Where the block with the line stands; behind the last one for those of the newest. */
  #blockAt(number: number): number {
    if (number >= this.#next) return this.#blocks.length;
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#blocks[middle]!.first <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** What is left of a line that was written over: progress is one line. */
function lastState(line: string): string {
  if (!line.includes('\r')) return line;
  const text = line.replace(/\r+$/, '');
  return text.slice(text.lastIndexOf('\r') + 1);
}

function styled(text: string, style: Style): StyledLine[] {
  let now = style;
  return text.split('\n').map((line) => {
    const found = { text: line, style: now };
    now = styleAfter(line, now);
    return found;
  });
}
