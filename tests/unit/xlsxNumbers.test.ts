import { describe, expect, it } from 'vitest';
import { lookOf, type NumberLook } from '../../src/server/table/import/xlsx/numberFormats.ts';
import { numberText, type Epoch } from '../../src/server/table/import/xlsx/numberText.ts';

describe('the look of a number by its format', () => {
  const looks: readonly (readonly [number, string | undefined, NumberLook])[] = [
    [0, undefined, 'number'],
    [2, undefined, 'number'],
    [9, undefined, 'percent'],
    [14, undefined, 'moment'],
    [20, undefined, 'time'],
    [22, undefined, 'moment'],
    [47, undefined, 'time'],
    [58, undefined, 'moment'],
    [200, '0.00%', 'percent'],
    [200, '0.00"%"', 'number'],
    [200, String.raw`0\%`, 'number'],
    [200, 'General', 'number'],
    [200, '#,##0.00 "yd"', 'number'],
    [200, '[Red]#,##0;[Blue]-#,##0', 'number'],
    [200, '[$¥-804]#,##0.00', 'number'],
    [200, 'yyyy"年"m"月"d"日"', 'moment'],
    [200, '[$-409]d-mmm-yy', 'moment'],
    [200, 'mmm', 'moment'],
    [200, 'h:mm', 'time'],
    [46, undefined, 'span'],
    [200, '[h]:mm:ss', 'span'],
    [200, '[mm]:ss', 'span'],
    [200, 'yyyy-mm-dd hh:mm', 'moment'],
  ];
  for (const [id, code = '', look] of looks)
    it(`is ${look} with ${id} ${code}`, () => expect(lookOf(id, code || undefined)).toBe(look));
});

describe('the text of a number', () => {
  const texts: readonly (readonly [string, NumberLook, string, Epoch?])[] = [
    ['1', 'number', '1'],
    ['-5.2', 'number', '-5.2'],
    ['0.30000000000000004', 'number', '0.3'],
    ['1E+21', 'number', '1000000000000000000000'],
    ['1.5E-7', 'number', '0.00000015'],
    ['#N/A', 'number', '#N/A'],
    ['', 'number', ''],
    ['1e999', 'moment', '1e999'],
    ['1e300', 'moment', `1${'0'.repeat(300)}`],
    // As programs write them: no digit is lost.
    ['1234567890123456', 'number', '1234567890123456'],
    ['-6222021234567891234', 'number', '-6222021234567891234'],
    ['1.5', 'span', '36:00:00'],
    ['0.0000115740740740741', 'span', '00:00:01'],
    ['100.25', 'span', '2406:00:00'],
    ['-1', 'span', '-1'],
    ['0.125', 'percent', '12.5%'],
    ['0.07', 'percent', '7%'],
    ['46056', 'moment', '2026-02-03'],
    ['46056', 'time', '2026-02-03'],
    ['45245.259259259256', 'moment', '2023-11-15 06:13:20'],
    ['0.5', 'moment', '12:00:00'],
    ['0', 'time', '00:00:00'],
    ['0', 'moment', '0'],
    ['-1', 'moment', '-1'],
    ['1', 'moment', '1900-01-01'],
    ['59', 'moment', '1900-02-28'],
    ['61', 'moment', '1900-03-01'],
    ['2958465', 'moment', '9999-12-31'],
    ['2958466', 'moment', '2958466'],
    ['44594', 'moment', '2026-02-03', 1904],
    ['1', 'moment', '1904-01-02', 1904],
    // Within half a second of the next day.
    ['46056.999999', 'moment', '2026-02-04'],
  ];
  for (const [raw, look, text, epoch = 1900] of texts)
    it(`of ${raw} as ${look} is ${text}`, () => expect(numberText(raw, look, epoch)).toBe(text));
});
