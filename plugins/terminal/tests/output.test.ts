import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bare, plain, runsOf, styleAfter } from '../web/output/ansi.ts';
import { Finder, mostFound } from '../web/output/find.ts';
import { Lines } from '../web/output/lines.ts';
import type { TerminalMessage } from '../shared/protocol.ts';
import { controlsIn, piecesOf } from '../web/queue/messages.ts';

const e = '\u001B';
const texts = (lines: Lines, from = 0, to = lines.end): string[] => lines.slice(from, to).map(({ text }) => text);

const found = (lines: Lines, text: string): readonly number[] => {
  const finder = new Finder(lines, text);
  while (finder.step(1));
  return finder.found;
};

describe('a line with codes', () => {
  it.each<[string, unknown[]]>([
    ['plain', [['plain', {}]]],
    ['', [['', {}]]],
    [
      `${e}[31mred${e}[0m rest`,
      [
        ['red', { fg: 1 }],
        [' rest', {}],
      ],
    ],
    [
      `${e}[31mred${e}[m rest`,
      [
        ['red', { fg: 1 }],
        [' rest', {}],
      ],
    ],
    [`${e}[1;92;44mall`, [['all', { bold: true, fg: 10, bg: 4 }]]],
    [
      `${e}[38;5;196mcube${e}[39m.`,
      [
        ['cube', { fg: '#ff0000' }],
        ['.', { fg: undefined }],
      ],
    ],
    [`${e}[38;5;9mtheme`, [['theme', { fg: 9 }]]],
    [`${e}[38;5;244mgrey`, [['grey', { fg: '#808080' }]]],
    [`${e}[38;2;1;2;300mtrue`, [['true', { fg: '#0102ff' }]]],
    [`${e}[38:2:1:2:3mtrue`, [['true', { fg: '#010203' }]]],
    [
      `${e}[4mline${e}[24m.`,
      [
        ['line', { underline: true }],
        ['.', { underline: false }],
      ],
    ],
    [`${e}[2J${e}[Hgone`, [['gone', {}]]],
    [`${e}]0;title\u0007text`, [['text', {}]]],
    [`${e}]8;;http://a${e}\\link${e}]8;;${e}\\`, [['link', {}]]],
    [
      `a\u0000b\u0007c`,
      [
        ['a', {}],
        ['b', {}],
        ['c', {}],
      ],
    ],
    [`cut ${e}[3`, [['cut ', {}]]],
  ])('%j', (line, expected) => {
    expect(runsOf(line, plain).map(({ text, style }) => [text, style])).toEqual(expected);
  });

  it('has its styles as far as it is in sight, and all of its text', () => {
    const line = `${e}[31mred${e}[32mgreen${e}[33myellow${e}[34mblue`;
    const styled = (characters: number) => runsOf(line, plain, characters).map(({ text, style }) => [text, style]);
    const [red, green] = [
      ['red', { fg: 1 }],
      ['green', { fg: 2 }],
    ];
    expect(styled(3)).toEqual([red, ['greenyellowblue', {}]]);
    expect(styled(4)).toEqual([red, green, ['yellowblue', {}]]);
    expect(styled(18)).toEqual([red, green, ['yellow', { fg: 3 }], ['blue', { fg: 4 }]]);
  });

  it('shows the same text as it is searched in, whatever it is', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom(`${e}[31m`, `${e}[`, `${e}]`, ';', '\u0007', '1', 'm', `${e}c`));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const line = parts.join('').replaceAll('\n', '');
        for (const characters of [Infinity, 0, 3])
          expect(
            runsOf(line, plain, characters)
              .map(({ text }) => text)
              .join(''),
          ).toBe(bare(line));
      }),
    );
  });

  it('hands its style on to the next', () => {
    const lines = new Lines();
    lines.append(`${e}[32mgreen\nstill\n${e}[0mplain`);
    lines.append('more');
    expect(lines.slice(0, 4).map(({ style }) => style)).toEqual([{}, { fg: 2 }, { fg: 2 }, {}]);
    expect(styleAfter('no code', { fg: 2 })).toEqual({ fg: 2 });
  });
});

describe('lines', () => {
  it.each<[string, string[]]>([
    ['one', ['one']],
    ['', ['']],
    ['one\ntwo', ['one', 'two']],
    ['one\ntwo\n', ['one', 'two']],
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['one\n\ntwo', ['one', '', 'two']],
    ['10%\r50%\r100%', ['100%']],
    ['10%\r50%\r', ['50%']],
  ])('of the message %j', (message, expected) => {
    const lines = new Lines();
    lines.append(message);
    expect(texts(lines)).toEqual(expected);
  });

  it('are the same however many there are, and across blocks', () => {
    const lines = new Lines();
    const expected = Array.from({ length: 5000 }, (_, at) => (at % 700 === 0 ? `${e}[3${at % 7}m${at}` : `${at}`));
    for (const line of expected) lines.append(line);
    expect(texts(lines)).toEqual(expected);
    expect(texts(lines, 1020, 1030)).toEqual(expected.slice(1020, 1030));
    expect(lines.last(3)).toEqual(['4997', '4998', '4999']);
    expect([...lines.pieces()].map(({ text }) => text).join('\n')).toBe(expected.join('\n'));
    const styles = lines.slice(0, 5000).map(({ style }) => style);
    let style = plain;
    for (const [at, line] of expected.entries()) {
      expect(styles[at]).toEqual(style);
      style = styleAfter(line, style);
    }
  });

  it('are the same where they are so long that a block has few of them', () => {
    const lines = new Lines();
    const expected = Array.from({ length: 300 }, (_, at) => `${e}[3${at % 7}m${at} ${'x'.repeat((at * 997) % 16_384)}`);
    for (const line of expected) lines.append(line);
    expect(texts(lines)).toEqual(expected);
    expect(texts(lines, 150, 152)).toEqual(expected.slice(150, 152));
    for (const { text } of lines.pieces()) expect(text.length).toBeLessThan(65_536 + 16_500);
    expect(lines.last(200, 8)).toEqual(expected.slice(100).map((line) => bare(line).slice(0, 8)));
    const [{ first, text } = { first: 0, text: '' }] = lines.pieces(200);
    expect(first).toBeLessThanOrEqual(200);
    expect(text.split('\n')[200 - first]).toBe(expected[200]);
  });

  it('keep half a million, and the numbers of those that are left', () => {
    const lines = new Lines();
    lines.append(Array.from({ length: 600_000 }, (_, at) => `${at}`).join('\n'));
    expect(lines.end).toBe(600_000);
    expect(lines.first).toBeGreaterThan(90_000);
    expect(lines.end - lines.first).toBeLessThanOrEqual(500_736);
    expect(texts(lines, lines.first, lines.first + 1)).toEqual([`${lines.first}`]);
    expect(texts(lines, 0, lines.first)).toEqual([]);
    expect(lines.last(1)).toEqual(['599999']);
  });

  it('show behind them what is not stored until the next come, and have nothing of it', () => {
    const lines = new Lines();
    lines.append(`${e}[32mgreen`);
    const told: (readonly string[])[] = [];
    lines.subscribe(() => told.push(lines.live.map(({ text }) => text)));
    lines.showLive(`10%\n${e}[0m20%`);
    expect(lines.live.map(({ style }) => style)).toEqual([{ fg: 2 }, { fg: 2 }]);
    lines.showLive('30%');
    expect([lines.end, texts(lines), lines.last(9)]).toEqual([1, [`${e}[32mgreen`], ['green']]);
    expect([...lines.pieces()]).toHaveLength(1);
    expect(found(lines, '30')).toEqual([]);
    lines.append('done');
    lines.showLive('');
    expect(told).toEqual([['10%', `${e}[0m20%`], ['30%'], []]);
    expect(texts(lines)).toEqual([`${e}[32mgreen`, 'done']);
  });

  it('tell that there are more', () => {
    const lines = new Lines();
    let told = 0;
    const stop = lines.subscribe(() => (told += 1));
    lines.append('a\nb');
    stop();
    lines.append('c');
    expect(told).toBe(1);
  });
});

describe('searching', () => {
  const of = (...messages: string[]): Lines => {
    const lines = new Lines();
    for (const message of messages) lines.append(message);
    return lines;
  };

  it.each<[string, number[]]>([
    ['error', [1, 3]],
    ['ERROR', [1, 3]],
    ['.', [2]],
    ['[31m', []],
    ['错误', [4]],
    ['nothing', []],
  ])('%s', (text, expected) => {
    const lines = of('start', `${e}[31mErr${e}[1mor${e}[0m`, 'a.b', 'an error, no more', '发生错误');
    expect(found(lines, text)).toEqual(expected);
  });

  it('goes on with what comes meanwhile, and counts no line twice', () => {
    const lines = of('x');
    const finder = new Finder(lines, 'x');
    finder.step(10);
    lines.append(Array.from({ length: 3000 }, () => 'x').join('\n'));
    finder.step(1000);
    expect(finder.found).toEqual(Array.from({ length: 3001 }, (_, at) => at));
  });

  it('gives way between long lines, and finds in all of them what is there', () => {
    const lines = of(
      Array.from({ length: 1000 }, (_, at) => `${'长x'.repeat(4000)}${at % 10 === 0 ? 'needle' : ''}`).join('\n'),
    );
    const finder = new Finder(lines, 'needle');
    expect(finder.step(0)).toBe(true);
    expect(finder.found).toEqual([0]);
    while (finder.step(1));
    expect(finder.found).toEqual(Array.from({ length: 100 }, (_, at) => at * 10));
  });

  it('ends at ten thousand', () => {
    expect(found(of(Array.from({ length: 20_000 }, () => 'x').join('\n')), 'x')).toHaveLength(mostFound);
  });

  it('forgets lines that are gone', () => {
    const lines = of('needle');
    const finder = new Finder(lines, 'needle');
    finder.step(10);
    expect(finder.found).toEqual([0]);
    lines.append(Array.from({ length: 600_000 }, () => '').join('\n'));
    expect(finder.found).toEqual([]);
  });
});

it.each([
  ['', 1],
  ['one line', 1],
  ['x'.repeat(200_000), 1],
  [Array.from({ length: 30_000 }, (_, at) => `line ${at}`).join('\n'), 5],
  [`${'x'.repeat(65_536)}\n`, 2],
])('takes a long message in pieces of whole lines', (text, count) => {
  const pieces = [...piecesOf(text)];
  expect(pieces.join('\n')).toBe(text);
  expect(pieces).toHaveLength(count);
});

it('shows what is not stored as long as the messages go on, and nothing of it behind the last', async () => {
  const lines = new Lines();
  const places: string[] = [];
  const message = (data: string, more: Partial<TerminalMessage> = {}, id = '') => ({
    id,
    event: 'message',
    data: JSON.stringify({ data, uuid: '', extend: '', key: '', ...more }),
  });
  const shown: string[][] = [];
  lines.subscribe(() => shown.push([...texts(lines), ...lines.live.map(({ text }) => `(${text})`)]));
  async function* events() {
    yield message('one', {}, '4');
    yield message('command-exec-success', { partial: true });
    yield message('two', {}, '8');
    yield message('three', { partial: true });
    yield message('command-exec-error', { control: true });
  }
  const controls: string[] = [];
  for await (const control of controlsIn(events(), lines, (id) => places.push(id))) controls.push(control);
  const two = ['one', 'two'];
  expect(shown).toEqual([['one'], ['one', '(command-exec-success)'], two, [...two, '(three)'], two]);
  expect(controls).toEqual(['command-exec-error']);
  expect(places).toEqual(['4', '8', '']);
});
