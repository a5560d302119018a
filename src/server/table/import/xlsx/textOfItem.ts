/** Characters of one cell. */
const longestText = 1_000_000;

/** The text with what comes next of it; throws where a cell would have too much. */
export function withMore(text: string, more: string): string {
  if (text.length + more.length > longestText) throw new RangeError('A text is too long.');
  return text + more;
}

/** Collects what an item of text says: runs of it one after the other, without what tells how it is pronounced. */
export class TextOfItem {
  #value = '';
  #isText = false;
  #pronounced = 0;

  open(name: string): void {
    if (name === 'rPh') this.#pronounced += 1;
    else if (name === 't') this.#isText = this.#pronounced === 0;
  }

  text(text: string): void {
    if (this.#isText) this.#value = withMore(this.#value, text);
  }

  close(name: string): void {
    if (name === 'rPh') this.#pronounced -= 1;
    else if (name === 't') this.#isText = false;
  }

  /** With the characters that XML cannot hold, which workbooks write as `_x000D_`. */
  get value(): string {
    return this.#value.replaceAll(/_x([\da-f]{4})_/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}
