import type { FileKind } from './fileKind.ts';

/** Texts that show themselves and nothing else. */
const plain: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
};
/** Texts that some program or browser runs, or reads as orders: taken only where the list names them. */
const source = new Set(
  'js mjs cjs jsx ts tsx vue css htm html xhtml shtml svg xml xsl xsd php phtml phar asp aspx jsp py rb pl sh bash zsh bat cmd ps1 vbs wsf hta reg sql yml yaml toml ini conf cfg htaccess url desktop lnk ics vcf tex rtf'.split(
    ' ',
  ),
);

/** What a text is; undefined for anything else. */
export function textKind(head: Uint8Array, claimed: string): FileKind | undefined {
  const text = decoded(head);
  if (text === undefined) return undefined;
  const markup = markupIn(text.trimStart());
  if (markup) return markup;
  // A few formats are texts and have a type of their own. Others only begin like a word, `BM` or `PK`, and have bytes that no text has.
  if (/^(?:%PDF-|\{\\rtf|%!PS|GIF8|-----BEGIN )/.test(text)) return undefined;
  if (source.has(claimed)) return { type: `text/x-${claimed}`, suffix: claimed, suffixes: [claimed] };
  const suffix = plain[claimed] === undefined ? 'txt' : claimed;
  return { type: plain[suffix]!, suffix, suffixes: [suffix] };
}

function markupIn(text: string): FileKind | undefined {
  const kind = (type: string, ...suffixes: readonly string[]): FileKind => ({ type, suffix: suffixes[0]!, suffixes });
  if (text.startsWith('#!')) return kind('text/x-shellscript', 'sh');
  const root = afterProlog(text);
  // Further below, a text may well be about PHP: it is never run, since it is kept and served as a text.
  if ([text, root].some((from) => /<\?(?:php|=)/i.test(from.slice(0, 4096)))) return kind('text/x-php', 'php');
  if (!text.startsWith('<')) return undefined;
  if (/^<(?:[\w-]{1,50}:)?svg[\s/>]/i.test(root)) return kind('image/svg+xml', 'svg');
  if (/^<\?xml/i.test(text) && !/^<html[\s/>]/i.test(root)) return kind('text/xml', 'xml');
  return kind('text/html', 'html', 'htm');
}

/** The text from its first element on: declarations, comments and the like before it may be as long as they like. */
function afterProlog(text: string): string {
  let rest = text;
  for (let end = endOfProlog(rest); end > 0; end = endOfProlog(rest)) rest = rest.slice(end).trimStart();
  return rest;
}

/** Where that ends which the text begins with; 0 when it is an element or words, or does not end. */
function endOfProlog(text: string): number {
  const after = (at: number, length: number): number => (at < 0 ? 0 : at + length);
  // A comment may end as soon as it has begun: `<!-->`.
  if (text.startsWith('<!--')) return after(text.indexOf('-->', 2), 3);
  if (text.startsWith('<?')) return /^<\?(?:php|=)/i.test(text) ? 0 : after(text.indexOf('?>'), 2);
  if (!/^<!doctype/i.test(text)) return 0;
  const end = text.indexOf('>');
  if (!text.slice(0, end).includes('[')) return after(end, 1);
  const { index, 0: closing } = /\]\s*>/.exec(text) ?? { index: -1, 0: '' };
  return after(index, closing.length);
}

/** UTF-8, UTF-16 with its mark, or an older encoding such as GB 18030: anything without the control characters of binaries. */
function decoded(head: Uint8Array): string | undefined {
  const mark =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : '';
  if (mark !== '' && head.length > 2) return new TextDecoder(mark).decode(head);
  // oxlint-disable-next-line no-control-regex -- what texts do not have is what is looked for
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(Buffer.from(head).toString('latin1'))) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return isOlder(head) ? Buffer.from(head).toString('latin1') : undefined;
  }
}

/** Whether the bytes beyond ASCII stand in pairs as GB 18030 and Big5 have them. */
function isOlder(head: Uint8Array): boolean {
  for (let at = 0; at < head.length - 1; at += 1) {
    if (head[at]! < 0x80) continue;
    const second = head[at + 1]!;
    if (head[at] === 0x80 || head[at] === 0xff || second < 0x30 || second === 0x7f || second === 0xff) return false;
    at += 1;
  }
  return true;
}
