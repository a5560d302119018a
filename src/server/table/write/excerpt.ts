/** Characters of one value that history keeps; of a longer one it keeps what has changed, with some of what stands around it. */
const mostKept = 2000;
const around = 60;

/** A value before and after, as history keeps it. `cut` says that it is not all of it. */
export interface Excerpt {
  readonly before: unknown;
  readonly after: unknown;
  readonly cut?: true;
}

/** The change of a value within bounds that do not depend on how long the value is. A text stays a text, a list a list. */
export function excerptOf(before: unknown, after: unknown, longest = mostKept): Excerpt {
  if (lengthOf(before) <= longest && lengthOf(after) <= longest) return { before, after };
  if ([before, after].every((each) => each === null || Array.isArray(each)))
    return { ...listExcerpt(before as Items, after as Items, longest), cut: true };
  return { ...textExcerpt(textOf(before), textOf(after), longest), cut: true };
}

type Items = readonly unknown[] | null;
type Text = string | null;

const textOf = (value: unknown): Text => (value === null || typeof value === 'string' ? value : JSON.stringify(value));
/** Of a text or a list; numbers and truth values are never long. */
const lengthOf = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'object' ? (textOf(value)?.length ?? 0) : 0;

function textExcerpt(before: Text, after: Text, longest: number): { before: Text; after: Text } {
  const start = sameAtStart(before ?? '', after ?? '');
  const end = sameAtEnd(before ?? '', after ?? '', start);
  const part = (text: Text): Text =>
    text === null
      ? null
      : piece(text, Math.max(0, start - around), Math.min(text.length, text.length - end + around), longest);
  return { before: part(before), after: part(after) };
}

function sameAtStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.codePointAt(at) === other.codePointAt(at)) at += 1;
  return at;
}

function sameAtEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

/** A piece of the text with marks where it is cut, and no half of a character at its ends. */
function piece(text: string, from: number, to: number, longest: number): string {
  const until = Math.min(to, from + longest);
  const part = text.slice(from, until).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${part}${until < text.length ? '…' : ''}`;
}

/** Items that went, and items that came. */
function listExcerpt(before: Items, after: Items, longest: number): { before: Items; after: Items } {
  const without = (items: Items, others: Items): Items => {
    const known = new Set((others ?? []).map((item) => JSON.stringify(item)));
    return (
      items &&
      first(
        items.filter((item) => !known.has(JSON.stringify(item))),
        longest,
      )
    );
  };
  return { before: without(before, after), after: without(after, before) };
}

function first(items: readonly unknown[], longest: number): readonly unknown[] {
  let length = 0;
  return items.filter((item) => (length += lengthOf(item)) <= longest);
}
