import { Problem } from '#resource';

/** How the characters of a file are written. Only GB 18030 is a guess: nothing in a file says so. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Bytes by which the charset is told, from the first on that is more than ASCII. */
const sample = 65_536;

/**
 * The text of a file, without its byte order mark: UTF-8, UTF-16 with a mark, or what the Chinese Excel writes. Throws a
 * `Problem` for every other. `told` learns which it is.
 */
export async function* textsOf(
  bytes: AsyncIterable<Uint8Array>,
  told: (charset: Charset) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let waiting = Buffer.alloc(0);
  let isStart = true;
  const choose = (): TextDecoder => {
    const charset = charsetOf(waiting, isStart);
    told(charset);
    return (decoder = new TextDecoder(charset, { fatal: true }));
  };
  for await (const part of bytes) {
    if (decoder) {
      yield* decoded(decoder, part);
      continue;
    }
    waiting = Buffer.concat([waiting, part]);
    const from = waiting.findIndex((byte) => byte > 0x7f);
    if (from >= 0 && waiting.length - from < sample) continue;
    // What is ASCII is the same in all of them.
    yield* decoded(from < 0 ? ascii() : choose(), waiting);
    [waiting, isStart] = [Buffer.alloc(0), false];
  }
  yield* decoded(decoder ?? choose(), waiting);
  yield* decoded(decoder!);
}

const ascii = (): TextDecoder => new TextDecoder('utf-8', { fatal: true });

function* decoded(decoder: TextDecoder, part?: Uint8Array): Generator<string> {
  const text = textIn(decoder, part);
  if (text !== '') yield text;
}

function textIn(decoder: TextDecoder, part: Uint8Array | undefined): string {
  try {
    const text = part ? decoder.decode(part, { stream: true }) : decoder.decode();
    if (text.includes('\0')) throw new TypeError('NUL');
    return text;
  } catch {
    throw new Problem('import:unreadable');
  }
}

function charsetOf(bytes: Buffer, isStart: boolean): Charset {
  if (isStart && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (isStart && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return looksChinese(bytes) ? 'gb18030' : 'utf-8';
}

/**
 * Whether it is far from UTF-8, of which a single character may be broken, and its bytes go in pairs as those of Chinese do:
 * an accented letter of a Latin charset mostly stands alone.
 */
function looksChinese(bytes: Buffer): boolean {
  const [broken, whole] = [/\uFFFD/g, /[^\p{ASCII}\uFFFD]/gu].map(
    (wanted) => bytes.toString().match(wanted)?.length ?? 0,
  );
  if (broken! <= whole!) return false;
  let pairs = 0;
  let high = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at]! <= 0x7f) continue;
    pairs += 1;
    at += 1;
    if ((bytes[at] ?? 0) >= 0xa1) high += 1;
  }
  return high * 2 > pairs;
}
