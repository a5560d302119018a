import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineReader, longestLine } from '../server/lineReader.ts';

const read = (...chunks: readonly (string | Uint8Array)[]): string => {
  const reader = new LineReader();
  return chunks.map((each) => reader.write(Buffer.from(each as string))).join('') + reader.end();
};

it.each<[string, readonly (string | Uint8Array)[], string]>([
  ['lines, the last without a break', ['a\nb\n\nc'], 'a\nb\n\nc\n'],
  [
    'characters across the borders of chunks',
    [Buffer.from('世').subarray(0, 1), Buffer.from('世界').subarray(1)],
    '世界\n',
  ],
  ['what is no UTF-8', [Uint8Array.of(0xff, 0x61, 0x0a)], '\uFFFDa\n'],
  ['colours as they are', ['\u001b[1;32mok\u001b[0m\n'], '\u001b[1;32mok\u001b[0m\n'],
  ['colours across the borders of chunks', ['\u001b', '[3', '1mred\n'], '\u001b[31mred\n'],
  ['no title', ['\u001b]0;title\u0007a\n'], 'a\n'],
  ['no title that ends in two characters', ['\u001b]0;ti\u001b', '\\a\n'], 'a\n'],
  ['the words of a link without its address', ['\u001b]8;;http://evil\u001b\\words\u001b]8;;\u001b\\\n'], 'words\n'],
  ['no moves of the cursor', ['a\u001b[2J\u001b[1;1Hb\u001b[?25l\n'], 'ab\n'],
  ['no codes of one character', ['\u009b31mred\u009b5A\n'], '\u001b[31mred\n'],
  ['no control characters', ['a\u0000\u0007\u0008b\u007f\n'], 'ab\n'],
  ['the texts of a binary file', ['a\0\0\u0085\u0080\r\r\0\rb\u007f\0\r\n\0\0c\u009c\0\n'], 'b\nc\n'],
  ['a line after a sequence that never ends', ['\u001b[12\nnext\n'], '\nnext\n'],
  ['a line after a text that never ends', ['\u001b]0;title\nnext\n'], '\nnext\n'],
  ['progress as one line', ['10%\r50%', '\r\u001b[K100%\ndone\n'], '100%\ndone\n'],
  ['progress that a break follows', ['10%\r\r\n'], '10%\n'],
  ['breaks as Windows has them', ['a\r', '\nb\r\n'], 'a\nb\n'],
  [
    'a line that is too long, bounded',
    ['x'.repeat(longestLine), 'y'.repeat(10), '\nz\n'],
    `${'x'.repeat(longestLine)}… (+10)\nz\n`,
  ],
])('reads %s', (_what, chunks, expected) => {
  expect(read(...chunks)).toBe(expected);
  // The same in single bytes.
  const bytes = Buffer.concat(chunks.map((each) => Buffer.from(each as string)));
  expect(read(...[...bytes].map((byte) => Uint8Array.of(byte)))).toBe(expected);
});

it.each<[string, readonly string[], string]>([
  ['a question', ['a\nname? '], 'name? '],
  [
    'with its colours and no other codes',
    ['a\n\u001b[31mna\u001b]0;title\u0007me\u001b[2K? \u001b[0'],
    '\u001b[31mname? ',
  ],
  ['progress', ['10%\r50%', '\r', '70%\r'], '70%'],
  ['more of it with each chunk', ['.', '.', '.'], '...'],
  ['nothing of a line that has ended', ['name? ', 'me\n'], ''],
  ['nothing where only colours were set', ['a\n\u001b[0m\u001b[1;32m'], ''],
  ['a bounded beginning', ['x'.repeat(longestLine + 5)], 'x'.repeat(longestLine)],
])('knows the line that is not ended: %s', (_what, chunks, expected) => {
  const reader = new LineReader();
  for (const chunk of chunks) reader.write(Buffer.from(chunk));
  expect(reader.unfinished).toBe(expected);
  reader.end();
  expect(reader.unfinished).toBe('');
});

it('reads many lines at once as it does one by one', () => {
  const lengths = [0, 1, longestLine - 1, longestLine, 3, longestLine + 1, longestLine * 3, 0, 0, 7];
  const lines = [...lengths, ...lengths].map((length, at) => String(at % 10).repeat(length));
  const bounded = lines.map((line) =>
    line.length > longestLine ? `${line.slice(0, longestLine)}… (+${line.length - longestLine})` : line,
  );
  expect(read(`${lines.join('\n')}\n`) === `${bounded.join('\n')}\n`).toBe(true);
});

it('bounds long lines among others, and what is one escape code for ever', () => {
  const long = `${'a'.repeat(longestLine + 5)}\n`;
  expect(read(`1\n${long}2\n`)).toBe(`1\n${'a'.repeat(longestLine)}… (+5)\n2\n`);
  expect(read(`\u001b]${'t'.repeat(100_000)}\nb\n`).length).toBeLessThan(100_000);
});

it('reads the same however the bytes are cut', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '\n',
      '\r',
      '\t',
      '\u0000',
      '\u001b[31m',
      '\u001b[',
      '\u001b',
      '[1;2',
      'm',
      'K',
      '\u009b',
      '世界🌍',
      'x'.repeat(9000),
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.array(fc.nat(200)), (parts, sizes) => {
      const bytes = Buffer.from(parts.join(''));
      const chunks: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes.length > 0 ? 1 + sizes[turn % sizes.length]! : bytes.length;
        chunks.push(bytes.subarray(at, (at += size)));
      }
      expect(read(...chunks)).toBe(read(...[...bytes].map((byte) => Uint8Array.of(byte))));
    }),
  );
});
