import { describe, expect, it } from 'vitest';
import { isTypeAllowed } from '../shared/checks.ts';
import { displayName } from '../shared/displayName.ts';
import { safeSuffix, servedType, sniff } from '../server/sniff.ts';

const text = (value: string): Uint8Array => Buffer.from(value);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
const program = Buffer.concat([
  Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff', 'latin1'),
  Buffer.alloc(200),
]);
const usual = 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3,xls,xlsx,doc,docx,txt';

describe('what a file is by its content', () => {
  it('takes words for words, though files of other kinds begin with the same letters', async () => {
    for (const word of ['BMW builds cars', 'PKI is about keys', 'ID3 names songs', 'RIFF and chunks of it, WAVE'])
      expect(await sniff(text(word), 'a.txt'), word).toMatchObject({ type: 'text/plain', suffix: 'txt' });
  });
  const cases: readonly (readonly [string, string, Uint8Array, { suffix: string; served: string; usual: boolean }])[] =
    [
      ['a picture', 'a.png', png, { suffix: 'png', served: 'image/png', usual: true }],
      ['a picture with a wrong suffix', 'a.jpg', png, { suffix: 'png', served: 'image/png', usual: true }],
      ['a picture with two suffixes', 'a.php.jpg', png, { suffix: 'png', served: 'image/png', usual: true }],
      [
        'a page',
        'a.jpg',
        text('<!DOCTYPE html><script>1</script>'),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      [
        'a page behind spaces and a mark',
        'a.txt',
        text('\uFEFF \n<HTML>'),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      [
        'a drawing with a script',
        'a.png',
        text('<svg xmlns="x"><script/></svg>'),
        { suffix: 'svg', served: 'image/svg+xml', usual: false },
      ],
      [
        'an XML drawing',
        'a.png',
        text('<?xml version="1.0"?><svg/>'),
        { suffix: 'svg', served: 'image/svg+xml', usual: false },
      ],
      [
        'PHP',
        'a.jpg',
        text('<?php system($_GET[0]);'),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      [
        'PHP behind words',
        'a.txt',
        text('GIF <?php system($_GET[0]);'),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      [
        'a script',
        'a.txt',
        text('#!/bin/sh\nrm -rf /'),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      [
        'a script by its name',
        'a.js',
        text('alert(1)'),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      ['a program', 'a.jpg', program, { suffix: 'bin', served: 'application/octet-stream', usual: false }],
      ['text', 'a.txt', text('你好'), { suffix: 'txt', served: 'text/plain', usual: true }],
      [
        'old Chinese text',
        'a.txt',
        Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
        { suffix: 'txt', served: 'text/plain', usual: true },
      ],
      ['text that says it is a picture', 'a.jpg', text('hello'), { suffix: 'txt', served: 'text/plain', usual: true }],
      [
        'bytes that say they are text',
        'a.txt',
        Buffer.from([1, 0, 2, 0, 255]),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      [
        'bytes that say they are a picture',
        'a.jpg',
        Buffer.from([1, 0, 2, 0, 255]),
        { suffix: 'bin', served: 'application/octet-stream', usual: false },
      ],
      ['a PDF', 'a.pdf', text('%PDF-1.7\n'), { suffix: 'pdf', served: 'application/pdf', usual: false }],
    ];
  it.each(cases)('%s: %s', async (_what, name, bytes, expected) => {
    const kind = await sniff(bytes, name);
    expect({
      suffix: safeSuffix(kind),
      served: servedType(kind.type),
      usual: isTypeAllowed(usual, kind.suffixes, kind.type),
    }).toEqual(expected);
  });

  const comment = `<!-- ${'x'.repeat(20_000)} -->`;
  it.each([
    ['a comment', `${comment}<svg/>`, 'image/svg+xml'],
    ['a declaration and comments', `<?xml version="1.0"?>\n${comment}\n<!-- <html> --><svg\n>`, 'image/svg+xml'],
    ['a type', '<!DOCTYPE svg PUBLIC "x" "y">\n<svg:svg xmlns:svg="x"/>', 'image/svg+xml'],
    ['a type with entities', `<!DOCTYPE svg [ <!ENTITY a "b"> ${comment} ] >${comment}<svg>`, 'image/svg+xml'],
    ['a comment and a page', `${comment}<html><svg></svg></html>`, 'text/html'],
    ['a page with a drawing in it', '<!doctype html><body><svg></svg>', 'text/html'],
    ['a declaration and a page', `<?xml version="1.0"?>${comment}<html xmlns="x">`, 'text/html'],
    ['a declaration and data', `<?xml version="1.0"?>${comment}<data><svg/></data>`, 'text/xml'],
    ['a comment and PHP', `${comment}<?php system(1);`, 'text/x-php'],
    ['a comment that has ended at once', '<!--><script>1</script> --><svg/>', 'text/html'],
    ['a comment that does not end', '<!-- <svg/>', 'text/html'],
    ['a type that does not end', '<!DOCTYPE svg [[]]', 'text/html'],
    ['very many comments', '<!---->'.repeat(9000), 'text/html'],
  ])('sees what stands behind %s', async (_what, given, type) => {
    for (const before of ['', '\uFEFF \n'])
      expect((await sniff(text(before + given), 'a.txt')).type, given.slice(0, 50)).toBe(type);
  });

  it('takes any bytes where all are taken, and those of a suffix that nobody knows where it is named', async () => {
    const kind = await sniff(Buffer.from([1, 0, 2, 0, 255]), 'a.xyz');
    expect(isTypeAllowed('*', kind.suffixes, kind.type)).toBe(true);
    expect(isTypeAllowed('.xyz', kind.suffixes, kind.type)).toBe(true);
    expect(isTypeAllowed('jpg', kind.suffixes, kind.type)).toBe(false);
  });
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
  ['a\0b.txt', 'ab.txt'],
  ['name. . .', 'name'],
  ['  two   words.txt ', 'two words.txt'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['', 'file'],
  ['///', 'file'],
  ['\u202E', 'file'],
  [`${'\u202E'.repeat(500)}.txt`, 'file.txt'],
  [' .txt', 'file.txt'],
  ['.htaccess', '.htaccess'],
  [`${'长'.repeat(500)}.txt`, `${'长'.repeat(96)}.txt`],
  [`${'\u05D0'.repeat(500)}`, '\u05D0'.repeat(100)],
  // What is cut off leaves no space before the dot.
  [`${'a'.repeat(95)} ${'b'.repeat(9)}.txt`, `${'a'.repeat(95)}.txt`],
])('the name %j is shown as %j', (given, shown) => {
  expect(displayName(given)).toBe(shown);
});

it('a name gets the suffix of the content behind another one', () => {
  expect(displayName('a.jpg.php', ['jpg', 'jpeg'], 'jpg')).toBe('a.jpg.php.jpg');
  expect(displayName('a.JPEG', ['jpg', 'jpeg'], 'jpg')).toBe('a.JPEG');
  expect(displayName('\u202E.txt', ['txt'], 'txt')).toBe('file.txt');
  expect(displayName('.TXT', ['txt'], 'txt')).toBe('file.TXT');
  expect(displayName('.htaccess', ['txt'], 'txt')).toBe('.htaccess.txt');
  expect([...displayName(`${'x'.repeat(300)}.png`, ['jpg'], 'jpg')]).toHaveLength(100);
});

it.each([
  ['dots', '. '],
  ['accents', '\u0323\u0301'],
])('a name without end holds nobody up: %s', (_what, each) => {
  const began = performance.now();
  expect(displayName(`a${each.repeat(100_000)}.txt`, ['txt'], 'txt')).toMatch(/^.{96}\.txt$/);
  expect(performance.now() - began).toBeLessThan(3000);
});
