import { expect, it } from 'vitest';
import type { FieldManifest, Manifest } from '../../src/resource/manifest.ts';
import { roomsOf } from '../../src/web/table/columnWidths.ts';
import '../../src/web/fields/index.ts';

const text = (name: string, label = 'Word') =>
  ({ name, label, kind: 'text', type: 'string', options: {}, sortable: false }) as unknown as FieldManifest;
const fields = [text('title'), text('agent'), text('note')];
const manifest = { name: 'visit', title: 'title', traits: {} } as unknown as Manifest;
const contents = new Map([
  ['agent', 500],
  ['note', 40],
]);
const widths = (room: number, own: Readonly<Record<string, number>> = {}) =>
  roomsOf(manifest, fields, { widths: own, contents }, room).map(({ width, minWidth }) => width ?? minWidth);

it('cuts no value while there is room that the title does not need', () => {
  expect(widths(1200)).toEqual([240, 522, 72]);
  // There is less than it would need: it gets all of that.
  expect(widths(700)).toEqual([240, 388, 72]);
  expect(widths(574)).toEqual([240, 262, 72]);
  // A title that needs less leaves it to the others.
  contents.set('title', 60);
  expect(widths(600)).toEqual([120, 408, 72]);
  contents.delete('title');
});

it('leaves a column as wide as somebody has dragged it, or as its file says', () => {
  expect(widths(1200, { agent: 100 })).toEqual([240, 100, 72]);
  const [title, agent, note] = fields;
  const rooms = roomsOf(manifest, [title!, { ...agent!, width: 130 }, note!], { widths: {}, contents }, 1200);
  expect(rooms[1]).toEqual({ width: 130 });
});

it('sets a label of several words on two lines where there is not room for all columns', () => {
  const long = [text('title'), text('count', 'Number of redeemed codes')];
  const roomFor = (room: number) =>
    roomsOf(manifest, long, { widths: {}, contents: new Map([['count', 20]]) }, room)[1]!.width!;
  expect(roomFor(1000)).toBeGreaterThan(200);
  expect(roomFor(250)).toBeLessThan(150);
});

it('cuts down values before it sets labels on two lines', () => {
  const both = [text('title'), { ...text('agent', 'Number of codes'), sortable: true }, text('note')];
  const known = new Map([
    ['agent', 20],
    ['note', 400],
  ]);
  const at = (room: number) => roomsOf(manifest, both, { widths: {}, contents: known }, room).map((each) => each.width);
  expect(at(1000)).toEqual([undefined, 162, 422]);
  expect(at(500)).toEqual([undefined, 162, 173]);
  expect(at(380)[1]).toBeLessThan(162);
});
