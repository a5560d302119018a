/** Characters of a row of the database, of what whoever reads gets at once, and of what is written in one transaction. */
export const [mostChunk, mostRead, mostWrite] = [32_768, 65_536, 524_288];

/** The beginning of a text: whole characters, so many units at most. */
export const wholeUpTo = (text: string, most: number): string => {
  if (text.length <= most) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1]!) ? most - 1 : most);
};

/** A text in pieces of whole characters, and where each begins. */
export function* piecesOf(text: string, most: number, start: number): Generator<{ start: number; text: string }> {
  for (let at = 0; at < text.length;) {
    const piece = wholeUpTo(at === 0 ? text : text.slice(at, at + most + 1), most);
    yield { start: start + at, text: piece };
    at += piece.length;
  }
}

/**
 * What comes first of a text that begins there: up to the same places for all who follow, so that what is made of it for one is
 * there for the others.
 */
export function portionOf(text: string, start: number): string {
  const portion = wholeUpTo(text, mostRead - (start % mostRead));
  // A character stands across such a place.
  return portion === '' ? wholeUpTo(text, mostRead) : portion;
}

/** All of it, one portion after the other. */
export function* portionsOf(text: string, start: number): Generator<string> {
  for (let at = 0; at < text.length;) {
    const portion = portionOf(at === 0 ? text : text.slice(at, at + mostRead + 1), start + at);
    yield portion;
    at += portion.length;
  }
}
