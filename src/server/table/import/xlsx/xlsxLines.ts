import type { FileHandle } from 'node:fs/promises';
import type { QueuePlace } from '#plugin';
import { Problem } from '#resource';
import type { Line } from '../storedImport.ts';
import { readSharedStrings } from './sharedStrings.ts';
import { readStyles } from './readStyles.ts';
import { readWorkbook } from './readWorkbook.ts';
import { sheetLines } from './sheetLines.ts';
import { temporaryFile } from './temporaryFile.ts';
import { ZipParts } from './zipParts.ts';

/** How a ZIP file begins, and a workbook of Excel before 2007 or one with a password. */
export const starts = { zip: Buffer.from('504b0304', 'hex'), old: Buffer.from('d0cf11e0', 'hex') } as const;

/**
 * The lines of the first sheet of an Excel workbook that is not hidden, its cells as people read them, the header first. It is
 * read when its turn comes in the queue of `place`: each workbook holds its texts in memory.
 */
export async function* xlsxLines(
  bytes: AsyncIterable<Uint8Array>,
  place: QueuePlace,
  signal?: AbortSignal,
): AsyncGenerator<Line> {
  // Where its parts are stands at its end.
  const file = await temporaryFile(bytes);
  // Whoever has hung up wants no more of it: what reads on fails.
  const close = (): void => void file.close();
  signal?.addEventListener('abort', close);
  if (signal?.aborted) close();
  let release: (() => void) | undefined;
  try {
    release = await acquire(place);
    yield* linesOf(file);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('import:brokenWorkbook');
  } finally {
    release?.();
    signal?.removeEventListener('abort', close);
    await file.close();
  }
}

/** Waits for a permit; what it resolves to gives it back. */
const acquire = (place: QueuePlace): Promise<() => void> =>
  new Promise((resolve, reject) => {
    place.run(() => new Promise<void>((release) => resolve(release))).catch(reject);
  });

async function* linesOf(file: FileHandle): AsyncGenerator<Line> {
  const parts = await ZipParts.of(file);
  const { sheet, sharedStrings, styles, epoch } = await readWorkbook(parts);
  const texts = sharedStrings === undefined ? [] : await readSharedStrings(await parts.open(sharedStrings));
  const looks = styles === undefined ? [] : await readStyles(await parts.open(styles));
  yield* sheetLines(await parts.open(sheet), { texts, looks, epoch });
}
