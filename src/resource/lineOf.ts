/**
 * The line of a resource file that an error of `modelOf` or `checkRelations` speaks of, counted from 1: where the first of
 * the words `near` stands, else the rarest of those that the message has in quotes.
 */
export function lineOf(message: string, source: string, near: readonly string[] = []): number | undefined {
  const at = near.map((word) => source.indexOf(word)).find((place) => place >= 0);
  if (at !== undefined) return source.slice(0, at).split('\n').length;
  const quoted = [...message.matchAll(/"([^"]+)"/g)]
    .map((match) => placesOf(match[1]!, source))
    .filter((places) => places.length > 0);
  const rarest = quoted.sort((one, other) => one.length - other.length)[0];
  return rarest && source.slice(0, rarest[0]).split('\n').length;
}

function placesOf(word: string, source: string): number[] {
  const places: number[] = [];
  for (let at = source.indexOf(word); at >= 0; at = source.indexOf(word, at + 1)) {
    if (!isLetter(source[at - 1]) && !isLetter(source[at + word.length])) places.push(at);
  }
  return places;
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\w$]/.test(character);
