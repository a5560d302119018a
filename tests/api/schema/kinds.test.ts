import { expect, it } from 'vitest';
import { f, table, type AnyField, type Resource } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { refusalOf, startVersion } from '../../support/versions.ts';

const items = { draft: 'Draft', live: 'Live' };
const note = (value: AnyField): Resource => table('note', { value }).resource();

eachDatabase((_name, open) => {
  it.each<[string, AnyField, unknown, AnyField, unknown]>([
    ['int to money', f.int(), 7, f.money(), '7.00'],
    ['int to percent', f.int(), 7, f.percent(), 7],
    ['int to decimal', f.int(), 7, f.decimal(), 7],
    ['int to text', f.int(), -7, f.text(), '-7'],
    ['whole money to int', f.money(), '5.00', f.int(), 5],
    ['money to text', f.money(), '5.25', f.text(), '5.25'],
    ['money to decimal', f.money(), '5.25', f.decimal({ scale: 4 }), 5.25],
    ['percent to text', f.percent(), 12.5, f.text(), '12.5'],
    ['whole percent to int', f.percent(), 12, f.int(), 12],
    ['decimal to text', f.decimal(), 1.25, f.text(), '1.25'],
    ['decimal to more decimals', f.decimal({ scale: 1 }), 1.5, f.decimal({ scale: 3 }), 1.5],
    ['decimal to fewer decimals', f.decimal({ scale: 3 }), 1.25, f.decimal({ scale: 2 }), 1.25],
    ['datetime to text', f.datetime(), 1_704_135_845, f.text(), '2024-01-01T19:04:05Z'],
    ['text to datetime', f.text(), '2024-01-01T19:04:05Z', f.datetime(), 1_704_135_845],
    ['text to int', f.text(), '12', f.int(), 12],
    ['text to money', f.text(), '12.5', f.money(), '12.50'],
    ['text to e-mail', f.text(), 'a@Example.com', f.email(), 'a@example.com'],
    ['text to tags', f.text(), 'red, blue', f.tags(), ['red, blue']],
    ['one tag to text', f.tags(), ['red'], f.text(), 'red'],
    ['image to images', f.image(), '/a.png', f.images(), ['/a.png']],
    ['enums to tags', f.enums(items), ['live'], f.tags(), ['live']],
    ['enum to text', f.enum(items), 'live', f.text(), 'live'],
    ['text to enum', f.text(), 'live', f.enum(items), 'live'],
    ['bool to int', f.bool(), 1, f.int(), 1],
    ['int to bool', f.int(), 0, f.bool(), 0],
    ['text to rich text', f.textarea(), 'a < b\n<script>', f.richText(), '<p>a &lt; b<br />&lt;script&gt;</p>'],
    ['list to JSON', f.tags(), ['a', 'b'], f.json(), ['a', 'b']],
    ['year to int', f.year(), 1999, f.int(), 1999],
    ['mobile of the mainland to any', f.mobile(), '13800138000', f.mobile({ international: true }), '+8613800138000'],
    ['date to text', f.date(), '2024-02-29', f.text(), '2024-02-29'],
  ])('keeps what a value means: %s', async (_change, from, before, to, after) => {
    const database = await open();
    const first = await startVersion(database, [note(from)]);
    await first.add('note', { value: before });
    await first.add('note', {});
    const second = await startVersion(database, [note(to)]);
    expect((await second.rows('note', 'value'))[0]).toEqual({ value: after });
    const empty = (await second.rows('note', 'value'))[1]!['value'];
    expect(empty === null || empty === 0 || JSON.stringify(empty) === '[]').toBe(true);
    expect((await second.add('note', { value: after }))['value']).toEqual(after);
    expect((await startVersion(database, [note(to)])).log).toEqual([]);
  });

  it.each<[string, AnyField, unknown, AnyField, RegExp]>([
    ['decimals that would be cut', f.decimal({ scale: 3 }), 1.125, f.decimal({ scale: 2 }), /id 1: 1\.125/],
    ['cents of an int', f.money(), '5.25', f.int(), /f\.money.*f\.int.*1 of 1 rows.*"5\.25"/],
    ['a percentage that is not whole', f.percent(), 12.5, f.int(), /f\.percent.*f\.int.*12\.5/],
    ['a text that is no number', f.text(), '12 kg', f.int(), /f\.text.*f\.int.*"12 kg"/],
    ['a code with a leading zero', f.text(), '007', f.int(), /"007"/],
    ['a moment without a zone', f.text(), '2024-01-02 03:04:05', f.datetime(), /f\.datetime/],
    ['a number as a moment', f.int(), 7, f.datetime(), /f\.int.*f\.datetime/],
    ['a moment as a number', f.datetime(), 1_704_135_845, f.int(), /f\.datetime.*f\.int/],
    ['a moment as a day', f.datetime(), 1_704_135_845, f.date(), /f\.datetime.*f\.date/],
    ['several words in one', f.tags(), ['a', 'b'], f.text(), /f\.tags.*f\.text.*\["a","b"\]/],
    ['HTML as text', f.richText(), '<p>x</p>', f.text(), /f\.richText.*f\.text/],
    ['a choice that is gone', f.enum(items), 'live', f.enum({ draft: 'Draft' }), /f\.enum.*"live"/],
    ['a place that is deeper', f.area(), ['44', '4403', '440305'], f.area({ level: 2 }), /f\.area/],
    ['a hash as text', f.password(), 'secret', f.text(), /f\.password/],
    ['a text as a password', f.text(), 'secret', f.password(), /f\.password/],
    ['a number as a row', f.int(), 1, f.parent(), /f\.int.*f\.parent/],
    ['a foreign number', f.mobile({ international: true }), '+14155552671', f.mobile(), /f\.mobile/],
  ])('refuses %s', async (_change, from, before, to, message) => {
    const database = await open();
    const first = await startVersion(database, [note(from)]);
    await first.add('note', { value: before });
    const refusal = await refusalOf(database, [note(to)]);
    expect(refusal).toMatch(message);
    expect(refusal).toMatch(/note\.value/);
    expect(refusal).not.toMatch(/(?:from|to) (?:integer|text|bigint)\b/);
  });
});
