/** Levels of nesting of a body; a list of filters needs three. */
const deepest = 32;
/** Keys of a body in all its objects, and brackets, texts and keys together: what a body costs beyond its length. */
const mostKeys = 10_000;
const mostMarks = 100_000;
/** Elements of all lists, and members of all objects. */
const mostElements = 300_000;

/** Why a body cannot be taken. */
export class UnreadableBody extends Error {}

/**
 * Reads a JSON body: an object, nested no deeper than 32 levels, of at most 10,000 keys and 300,000 elements, no key twice in
 * one object, no `__proto__`. What it costs grows with the length of the text only; a megabyte at worst some ten milliseconds.
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

/**
 * A bracket, a comma, or where a string begins. Strings are walked by hand: a pattern for them looks at an open one from every
 * quote anew.
 */
const mark = /["{}[\],]/g;
const colon = /\s*:/y;

function checkShape(text: string): void {
  const keys: (Set<string> | undefined)[] = [];
  let [known, marks, elements] = [0, 0, 0];
  for (let found = markAfter(text, 0); found; found = markAfter(text, found.next)) {
    const { sign, at } = found;
    if (sign === ',') {
      if ((elements += 1) > mostElements) throw new UnreadableBody('too many elements');
      continue;
    }
    if ((marks += 1) > mostMarks) throw new UnreadableBody('too many parts');
    if (sign === '{' || sign === '[') {
      if (keys.push(sign === '{' ? new Set() : undefined) > deepest) throw new UnreadableBody('too deep');
    } else if (sign !== '"') keys.pop();
    else {
      found.next = endOfString(text, at);
      colon.lastIndex = found.next;
      if (!colon.test(text)) continue;
      if ((known += 1) > mostKeys) throw new UnreadableBody('too many keys');
      once(keys.at(-1), text.slice(at, found.next));
    }
  }
}

function markAfter(text: string, from: number): { sign: string; at: number; next: number } | undefined {
  mark.lastIndex = from;
  const found = mark.exec(text);
  return found ? { sign: found[0], at: found.index, next: found.index + 1 } : undefined;
}

/** Position behind the closing quote: the first that an even number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slash = quote;
    while (text[slash - 1] === '\\') slash -= 1;
    if ((quote - slash) % 2 === 0) return quote + 1;
  }
  throw new UnreadableBody('no JSON');
}

function once(keys: Set<string> | undefined, key: string): void {
  if (!keys) return;
  // The same key can be written in two ways with escapes.
  const name = key.includes('\\') ? readKey(key) : key;
  if (keys.has(name)) throw new UnreadableBody('a key twice');
  if (name === '"__proto__"') throw new UnreadableBody('a forbidden key');
  keys.add(name);
}

function readKey(text: string): string {
  try {
    return `"${JSON.parse(text) as string}"`;
  } catch {
    throw new UnreadableBody('no JSON');
  }
}
