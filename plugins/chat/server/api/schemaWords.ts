import type { Json } from '#resource';

/** What JSON schemas and tools call their own parts. A word of these within another one, such as “script”, is nobody's. */
const vocabulary = new Set(
  (
    'type function name description parameters strict json_schema schema text json_object ' +
    'object array string number integer boolean null ' +
    'properties required additionalProperties patternProperties propertyNames minProperties maxProperties ' +
    'items prefixItems minItems maxItems uniqueItems contains enum const default title examples format pattern ' +
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'anyOf allOf oneOf not if then else $ref $defs $schema $id definitions'
  ).split(' '),
);

/** All that a member has written in tools or in a format: names, descriptions, keys and values. */
export function wordsInSchema(given: Json): string {
  const words: string[] = [];
  addWords(given, words);
  return words.join('\n');
}

function addWords(given: Json, words: string[]): void {
  const add = (word: string): void => void (vocabulary.has(word) || words.push(word));
  if (typeof given !== 'object' || given === null) add(String(given));
  else if (Array.isArray(given)) for (const each of given) addWords(each as Json, words);
  else
    for (const [key, value] of Object.entries(given)) {
      add(key);
      addWords(value as Json, words);
    }
}
