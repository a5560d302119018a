/** Digits in groups of three, as in `1,234,567.5`. */
const grouped = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * A number as people type it, for a number to be read from: digits and signs in full width as an input method writes them, with a
 * currency or blanks around it, in groups of three, or with a comma where others have the point.
 */
export function typedNumber(text = ''): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/[^\w.,-]+/g, '');
  const isDecimal = !grouped.test(plain) && /^[^,.]*,[^,.]*$/.test(plain);
  return isDecimal ? plain.replace(',', '.') : plain.replaceAll(',', '');
}
