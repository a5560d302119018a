import { describe, expect, it } from 'vitest';
import { sizeText } from '#resource';
import { fillSavename, placeholders, type SavenameValues } from '../shared/savename.ts';

const values: SavenameValues = {
  topic: 'news',
  name: 'My summer holiday photo.JPG',
  suffix: 'jpg',
  sha1: 'a'.repeat(40),
  now: Date.UTC(2027, 0, 5, 6, 7, 8) / 1000,
  random: (length) => 'r'.repeat(length),
};

describe('the template of file names', () => {
  it('knows every placeholder of the specification', () => {
    const template = `/${placeholders.map((name) => `{${name}}`).join('/')}`;
    const [, topic, year, mon, day, hour, min, sec, ...others] = fillSavename(template, values).split('/');
    expect([topic, year, mon, day]).toEqual(['news', '2027', '01', '05']);
    expect([hour, min, sec].join(':')).toMatch(/^\d\d:07:08$/);
    expect(others).toEqual(['r'.repeat(8), 'r'.repeat(32), 'Mysummerholiday', 'jpg', 'jpg', 'a'.repeat(40)]);
    expect(fillSavename('/x/n{.suffix}', values)).toBe('/x/n.jpg');
    expect(fillSavename('/x/n{suffix}', values)).toBe('/x/njpg');
  });

  it.each([
    ['../../../etc/passwd', '/storage/passwd.jpg'],
    ['..', '/storage/jpg'],
    ['a/../b.txt', '/storage/b.jpg'],
    ['C:\\x\\y.txt', '/storage/y.jpg'],
    ['.htaccess', '/storage/htaccess.jpg'],
    ['a\0b%2e%2e.txt', '/storage/ab2e2e.jpg'],
    ['长长的中文文件名字一共有二十个字左右.png', '/storage/长长的中文文件名字一共有二十个.jpg'],
    ['😀👍🏽.png', '/storage/jpg'],
    ['a\u202Egpj.exe', '/storage/agpj.jpg'],
    ['<b onclick=1>?&#.gif', '/storage/bonclick1.jpg'],
  ])('leaves no folder by the name %j', (name, expected) => {
    expect(fillSavename('/storage/{filename}{.suffix}', { ...values, name })).toBe(expected);
  });

  it('begins no part with a sign that belongs to a letter, and joins it to the one before', () => {
    expect(fillSavename('/storage/{filename}{.suffix}', { ...values, name: '\u0301a.jpg' })).toBe('/storage/a.jpg');
    expect(fillSavename('/storage/e{filename}', { ...values, name: '\u0301a.jpg' })).toBe('/storage/\u00e9a');
  });

  it('leaves no folder by any other value', () => {
    const hostile = { ...values, topic: '../x', suffix: '../php', sha1: '../../x' };
    expect(fillSavename('/storage/{topic}/{filesha1}{.suffix}', hostile)).toBe('/storage/default/php');
    expect(fillSavename('/storage/{topic}/{filesha1}', hostile)).toBe(`/storage/default/${'r'.repeat(8)}`);
    expect(fillSavename('/storage/{filename}/x', { ...values, name: '...' })).toBe(`/storage/${'r'.repeat(8)}/x`);
  });
});

it.each([
  [0, '0.00 b'],
  [1023, '1023.00 b'],
  [1024, '1.00 kb'],
  [1_048_575, '1.00 mb'],
  [10_485_760, '10.00 mb'],
  [1_610_612_736, '1.50 gb'],
  [1_099_511_627_776, '1.00 tb'],
  [2_199_023_255_552_000, '2000.00 tb'],
])('%i bytes are %s', (bytes, shown) => {
  expect(sizeText(bytes)).toBe(shown);
});
