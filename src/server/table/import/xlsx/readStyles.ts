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
  const byFormat = new Map<number, NumberLook>();
  let isCellStyle = false;
  // The formats stand before the styles.
  const lookAs = (id: number): NumberLook => {
    const look = byFormat.get(id) ?? lookOf(id, codes.get(id));
    byFormat.set(id, look);
    return look;
  };
  await readXml(bytes, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isCellStyle = true;
      else if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      else if (name === 'xf' && isCellStyle) looks.push(lookAs(Number(numFmtId ?? 0)));
      if ((formatCode ?? '').length > longestCode || looks.length > most || codes.size > most)
        throw new RangeError('Too many styles.');
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return looks;
}
