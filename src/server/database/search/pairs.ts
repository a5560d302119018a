/** ASCII characters that FTS5's tokenizer takes for separators stand in the private use area at this offset. */
const moved = 0xe000;
/** A character of that area that occurs in a text is written as this one and its neighbour two blocks further. */
const escape = '\ue0ff';

/**
 * A text as the search index reads it: every two neighbouring characters as one word, and the last character alone, so
 * that any part of it of two characters or more is a row of words, and any single character begins one. Small and
 * capital ASCII letters are told apart by nobody: the tokenizer folds them.
 */
export function pairsOf(text: string): string {
  let pairs = '';
  let before = '';
  for (const character of text) {
    const encoded = encode(character);
    if (before) pairs += `${before}${encoded} `;
    before = encoded;
  }
  return pairs + before;
}

/** The search for a word in FTS5's language, in these columns: rows that it does not find do not contain the word. */
export function matchOf(columns: readonly string[], word: string): string {
  const terms = [...new Set(pairsOf(word).split(' '))];
  // The last character alone is a word of its own only at the end of a text; its pair is there in any case.
  const pairs = terms.length > 1 ? terms.filter((term) => term !== encode([...word].at(-1)!)) : terms;
  const within = `{${columns.map((column) => `"${column}"`).join(' ')}}`;
  return pairs.length === 1 && [...word].length === 1
    ? `${within} : "${pairs[0]}" *`
    : pairs.map((pair) => `${within} : "${pair}"`).join(' AND ');
}

function encode(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 127) return code >= moved && code <= 0xe0ff ? escape + String.fromCharCode(code + 0x200) : character;
  const isWord = (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
  return isWord ? character : String.fromCharCode(moved + code);
}
