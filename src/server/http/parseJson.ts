/** Levels of nesting of a body; a list of filters needs three. */
const deepest = 32;

/** Why a body cannot be taken. */
export class UnreadableBody extends Error {}

/**
 * Reads a JSON body: an object, nested no deeper than 32 levels, no key twice in one object. What it costs grows with the
 * length of the text only.
 */
export function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  checkShape(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableBody('no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnreadableBody('no object');
  return value as Record<string, unknown>;
}

/** A string with what follows it up to a colon, or a bracket. */
const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;

function checkShape(text: string): void {
  const keys: (Set<string> | undefined)[] = [];
  for (const [found, colon] of text.matchAll(token)) {
    if (found === '{' || found === '[') {
      if (keys.push(found === '{' ? new Set() : undefined) > deepest) throw new UnreadableBody('too deep');
    } else if (found === '}' || found === ']') keys.pop();
    else if (colon !== undefined) once(keys.at(-1), found.slice(0, -colon.length));
  }
}

function once(keys: Set<string> | undefined, key: string): void {
  if (!keys) return;
  // The same key can be written in two ways with escapes.
  const name = key.includes('\\') ? readKey(key) : key;
  if (keys.has(name)) throw new UnreadableBody('a key twice');
  keys.add(name);
}

function readKey(text: string): string {
  try {
    return `"${JSON.parse(text) as string}"`;
  } catch {
    throw new UnreadableBody('no JSON');
  }
}
