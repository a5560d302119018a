import { SaxesParser } from 'saxes';

/** What is told of an element. Names come without the prefix of their namespace, those of attributes too. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Characters between two tags, and of one tag. */
const longestPiece = 1_000_000;
/** Elements within one another; those of a workbook are fewer than ten. */
const deepest = 100;
/** Elements in all: an import of a million rows with 25 columns has that many. */
const mostElements = 50_000_000;

/**
 * Reads XML as it comes; each step is over when a chunk has been told of. Throws where it is none, its pieces are too long, or
 * too many elements are open.
 */
export async function* scanXml(
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  most: number = mostElements,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [pending, depth, elements] = [0, 0, 0];
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    depth += 1;
    elements += 1;
    if (elements > most) throw new RangeError('The XML has too many elements.');
    if (depth > deepest) throw new RangeError('Too many elements of the XML are open.');
    handlers.open?.(local(name), withLocalNames(attributes));
  });
  parser.on('closetag', ({ name }) => {
    pending = 0;
    depth -= 1;
    handlers.close?.(local(name));
  });
  const text = handlers.text?.bind(handlers);
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  for await (const chunk of bytes) {
    const part = decoder.decode(chunk, { stream: true });
    pending += part.length;
    parser.write(part);
    if (pending > longestPiece) throw new RangeError('A piece of the XML is too long.');
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** Reads all of it. */
export async function readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const steps = scanXml(bytes, handlers);
  while (!(await steps.next()).done);
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function withLocalNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let renamed: Record<string, string> | undefined;
  for (const name in attributes) {
    if (!name.includes(':') || name.startsWith('xmlns')) continue;
    renamed ??= { ...attributes };
    renamed[local(name)] ??= attributes[name]!;
  }
  return renamed ?? attributes;
}
