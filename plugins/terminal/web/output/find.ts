import { bare } from './ansi.ts';
import type { Lines } from './lines.ts';

/** Lines that are found; whoever has more needs another word. */
export const mostFound = 10_000;

/** The lines with a text, whatever its case: looked for a bit at a time, in those too that come meanwhile. */
export class Finder {
  readonly #lines: Lines;
  readonly pattern: RegExp;
  #next: number;
  #found: number[] = [];

  constructor(lines: Lines, text: string) {
    this.#lines = lines;
    this.pattern = new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu');
    this.#next = lines.first;
  }

  /** Numbers of the lines that are still there. */
  get found(): readonly number[] {
    if (this.#found[0]! < this.#lines.first) this.#found = this.#found.filter((number) => number >= this.#lines.first);
    return this.#found;
  }

  /** Goes on for about so many milliseconds; false when all is looked through. */
  step(milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    for (const { first, text } of this.#lines.pieces(this.#next)) {
      if (this.#found.length >= mostFound) return false;
      this.#look(first, text);
      if (performance.now() > end) return this.#next < this.#lines.end;
    }
    return false;
  }

  /** A piece with nothing in it at once, one with something line by line. */
  #look(first: number, text: string): void {
    const lines = text.split('\n');
    const from = Math.max(0, this.#next - first);
    if (this.#has(text))
      for (let at = from; at < lines.length && this.#found.length < mostFound; at += 1)
        if (this.#has(lines[at]!)) this.#found.push(first + at);
    this.#next = Math.max(this.#next, first + lines.length);
  }

  #has(text: string): boolean {
    this.pattern.lastIndex = 0;
    return this.pattern.test(bare(text));
  }
}
