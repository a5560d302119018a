/**
 * Signs that are put in order around one letter: marks, and the two of half-width Japanese that become marks. More of them than
 * any language has, 30 as in Unicode's stream-safe text, are left out, since to put them in order takes their square.
 */
const excess = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/** A text in one of the ways in which it can be written (NFKC): `Ａ` and `A` are the same. Takes time that grows with its length. */
export const normalized = (text: string): string => text.replaceAll(excess, '$1').normalize('NFKC');
