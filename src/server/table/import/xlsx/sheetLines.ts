import { Problem } from '#resource';
import { mostLines } from '../newImport.ts';
import { mostColumns, type Line } from '../storedImport.ts';
import { numberText, type Epoch } from './numberText.ts';
import type { NumberLook } from './numberFormats.ts';
import { scanXml } from './scanXml.ts';
import { TextOfItem, withMore } from './textOfItem.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly texts: readonly string[];
  readonly looks: readonly NumberLook[];
  readonly epoch: Epoch;
}

/** One more than an import takes, so that it sees where there are too many. */
const mostCells = mostColumns + 1;
/** Rows of a sheet, with those that are empty; it can have some more in Excel. */
const mostRows = 2 * mostLines;
/** Characters of one line, however many cells it has. */
const longestLine = 1_000_000;

/** The lines of a sheet by their numbers in it, empty ones left out. */
export async function* sheetLines(bytes: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<Line> {
  const reader = new SheetReader(context);
  for await (const _chunk of scanXml(bytes, reader)) yield* reader.taken();
}

class SheetReader {
  readonly #context: SheetContext;
  #lines: Line[] = [];
  #number = 0;
  #rows = 0;
  #cells: string[] = [];
  #size = 0;
  #at = -1;
  #type: string | undefined;
  #style = 0;
  #raw = '';
  #isValue = false;
  /** A formula whose result is not in the file: as good as an empty cell, and yet none. */
  #isOpenFormula = false;
  #item: TextOfItem | undefined;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Lines that are whole by now, once. */
  taken(): readonly Line[] {
    return this.#lines.splice(0);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'f') this.#isOpenFormula = true;
    else if (name === 'v') [this.#isValue, this.#isOpenFormula] = [true, false];
    else if (name === 'is') this.#item = new TextOfItem();
    else this.#item?.open(name);
  }

  text(text: string): void {
    if (this.#isValue) this.#raw = withMore(this.#raw, text);
    else this.#item?.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else this.#item?.close(name);
  }

  /** Rows and cells without a place of their own stand after the one before. What follows goes by the numbers of rows. */
  #openRow({ r }: Readonly<Record<string, string>>): void {
    const number = Number(r);
    const next = Number.isSafeInteger(number) && number > 0 ? number : this.#number + 1;
    if (next <= this.#number || !Number.isSafeInteger(next)) throw new RangeError('The numbers of rows do not rise.');
    this.#number = next;
    this.#rows += 1;
    if (this.#rows > mostRows) throw new RangeError('The sheet has too many rows.');
    [this.#cells, this.#size, this.#at] = [[], 0, -1];
  }

  #openCell({ r, t = 'n', s }: Readonly<Record<string, string>>): void {
    this.#at = columnOf(r) ?? this.#at + 1;
    [this.#type, this.#style, this.#raw, this.#item] = [t, Number(s ?? 0), '', undefined];
    this.#isOpenFormula = false;
  }

  #closeCell(): void {
    if (this.#isOpenFormula) throw new Problem('import:openFormula', { line: this.#number });
    const text = this.#cellText();
    if (text === '' || this.#at >= mostCells) return;
    while (this.#cells.length < this.#at) this.#cells.push('');
    this.#cells[this.#at] = text;
    this.#size += text.length;
    if (this.#size > longestLine) throw new RangeError('A line is too long.');
  }

  #closeRow(): void {
    if (this.#cells.some((cell) => cell.trim() !== '')) this.#lines.push([this.#number, this.#cells]);
  }

  #cellText(): string {
    const { texts, looks, epoch } = this.#context;
    if (this.#type === 's') return textAt(texts, this.#raw.trim());
    if (this.#type === 'inlineStr') return this.#item?.value ?? '';
    if (this.#type === 'd') return dateText(this.#raw);
    // Texts that a formula gives, errors such as `#N/A`, and 1 and 0 for true and false.
    if (this.#type !== 'n') return this.#raw;
    return numberText(this.#raw, looks[this.#style] ?? 'number', epoch);
  }
}

/** The text with this number in the workbook's list; of a cell without a number, none. */
function textAt(texts: readonly string[], number: string): string {
  if (number === '') return '';
  const text = /^\d+$/.test(number) ? texts[Number(number)] : undefined;
  if (text === undefined) throw new RangeError(`There is no text ${number}.`);
  return text;
}

/** `2026-02-03T04:05:06` as fields read it; a day without a time stays one. */
const dateText = (text: string): string => text.replace('T', ' ').replace(/(?: 00:00:00)?(?:\.\d+)?Z?$/, '');

/** 0 for `A1`, 26 for `AA1`. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0) - 1;
}
