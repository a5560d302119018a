const units = ['b', 'kb', 'mb', 'gb', 'tb'] as const;
const step = 1024;

/** Bytes as people read them: `1.50 mb` (specification §9: b to tb, step 1024, two decimals). */
export function sizeText(bytes: number): string {
  let unit = 0;
  let size = bytes;
  // 1,048,575 bytes are a megabyte, not 1024.00 kb.
  while (unit < units.length - 1 && Number(size.toFixed(2)) >= step) {
    size /= step;
    unit += 1;
  }
  return `${size.toFixed(2)} ${units[unit]}`;
}
