import { parse, type CsvError, type Parser } from 'csv-parse';
import { setImmediate } from 'node:timers/promises';
import { Problem } from '#resource';
import { textsOf, type Charset } from './charset.ts';
import { mostLines } from './newImport.ts';
import type { Line } from './storedImport.ts';

/** Characters of one line, however many cells it has. */
const longestLine = 1_000_000;
/** Lines of a file, with those that are empty. */
const mostRecords = 2 * mostLines;
/** Lines after which others have their turn: of empty ones nobody waits for anything. */
const atOnce = 1000;
const delimiters = [',', ';', '\t'] as const;

/**
 * The lines of a CSV file, the header first, empty ones left out; separated by commas, semicolons or tabs, as its first line
 * is. Throws a `Problem` that names the line where it is no such file.
 */
export async function* csvLines(
  bytes: AsyncIterable<Uint8Array>,
  told: (charset: Charset) => void,
): AsyncGenerator<Line> {
  const texts = textsOf(bytes, told);
  const first = await texts.next();
  if (first.done) return;
  const parser = parse({
    delimiter: delimiterOf(first.value),
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: longestLine,
  });
  // A broken file ends both.
  void (async () => {
    try {
      for (let text: string | undefined = first.value; text !== undefined;) {
        if (!parser.write(text)) await drained(parser);
        const next: IteratorResult<string> = await texts.next();
        text = next.done ? undefined : next.value;
      }
      parser.end();
    } catch (error) {
      parser.destroy(error as Error);
    }
  })();
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number > mostRecords) throw new Problem('import:tooManyLines', { limit: mostLines });
      if (number % atOnce === 0) await setImmediate();
      if (cells.some((cell) => cell.trim() !== '')) yield [number, cells];
    }
  } catch (error) {
    throw problemOf(error, number + 1);
  } finally {
    parser.destroy();
    await texts.return(undefined);
  }
}

/** Settles when the parser takes more, or nothing any more. */
function drained(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      parser.off('drain', done).off('close', done);
      resolve();
    };
    parser.on('drain', done).on('close', done);
  });
}

function problemOf(error: unknown, line: number): unknown {
  if ((error as Partial<CsvError>).code === 'CSV_MAX_RECORD_SIZE') return new Problem('import:longLine', { line });
  return /^(?:CSV_|INVALID_)/.test(String((error as Partial<CsvError>).code))
    ? new Problem('import:brokenLine', { line })
    : error;
}

/** What separates the cells of the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const line = text.replaceAll(/"[^"]*"?/g, '').split(/[\r\n]/, 1)[0]!;
  const counts = delimiters.map((each) => line.split(each).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}
