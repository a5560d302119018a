import { lookOf, type NumberLook } from './numberFormats.ts';
import { readXml } from './scanXml.ts';

/** Looks that are held; a workbook may have 64,000. */
const most = 100_000;
/** Characters of a format's code; Excel takes a quarter of that. */
const longestCode = 1000;

/** How numbers look in each of the styles to which cells refer by number. */
export async function readStyles(bytes: AsyncIterable<Buffer>): Promise<readonly NumberLook[]> {
  const codes = new Map<number, string>();
  const looks: NumberLook[] = [];
  let isCellStyle = false;
  await readXml(bytes, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isCellStyle = true;
      else if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      else if (name === 'xf' && isCellStyle) looks.push(lookOf(Number(numFmtId ?? 0), codes.get(Number(numFmtId))));
      if ((formatCode ?? '').length > longestCode || looks.length > most || codes.size > most)
        throw new RangeError('Too many styles.');
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return looks;
}
