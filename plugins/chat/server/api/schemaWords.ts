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
export const wordsInSchema = (given: Json): string =>
  [...leaves(given)].filter((each) => !vocabulary.has(each)).join('\n');

function* leaves(given: Json): Generator<string> {
  if (typeof given !== 'object' || given === null) return yield String(given);
  for (const [key, value] of Object.entries(given)) {
    if (!Array.isArray(given)) yield key;
    yield* leaves(value as Json);
  }
}
