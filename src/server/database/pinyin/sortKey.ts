import { readFileSync } from 'node:fs';

/** Characters (code points) of a text that decide: with four bytes each they fit into every index. */
export const longestKey = 600;
/** The code points among which Chinese characters change places. */
const [first, last] = [0x3400, 0x9fff];
/** Hexagrams stand between the two blocks of characters, and sort before both. */
const [firstHexagram, lastHexagram] = [0x4dc0, 0x4dff];
const blockSize = 64;

/**
 * What a text sorts by, by its bytes: each Chinese character is the one in whose place it stands by pinyin, Latin letters are
 * small, and all else is what it is. The triggers of both databases make the same, where others than the gate write.
 */
export function sortKey(text: string): string {
  const places = placesOf();
  const decides = text.length > longestKey ? [...text].slice(0, longestKey).join('') : text;
  let key = '';
  for (let at = 0; at < decides.length; at += 1) {
    const code = decides.charCodeAt(at);
    if (code >= first && code <= last) key += places[code - first];
    else key += code > 64 && code < 91 ? String.fromCharCode(code + 32) : decides[at];
  }
  return key;
}

/** The same by blocks of code points, for the databases. */
export function placesByBlock(): { readonly block: number; readonly places: string }[] {
  const places = placesOf();
  return Array.from({ length: places.length / blockSize }, (_, at) => ({
    block: first / blockSize + at,
    places: places.slice(at * blockSize, (at + 1) * blockSize).join(''),
  }));
}

let known: string[] | undefined;

/** From the first of the code points on, the character in whose place each stands. */
function placesOf(): readonly string[] {
  if (known) return known;
  const { order } = JSON.parse(readFileSync(new URL('./order.json', import.meta.url), 'utf8')) as { order: string[] };
  const hexagrams = lastHexagram - firstHexagram + 1;
  const places = Array.from({ length: last - first + 1 }, () => '');
  for (let at = 0; at < hexagrams; at += 1) places[firstHexagram - first + at] = String.fromCharCode(first + at);
  for (const [at, character] of [...order.join('')].entries())
    places[character.charCodeAt(0) - first] = String.fromCharCode(first + hexagrams + at);
  return (known = places);
}
