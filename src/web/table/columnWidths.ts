import { useMemo, useState } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import type { TreeRow } from './useRows.ts';
import { valueOf } from './valueOf.ts';

/** Pixels that a label gets on one line before it goes on to a second. */
const widestLabel = 200;
/** Pixels below which a column that wraps its values, or takes what is left, does not shrink. */
const leastWrapped = 320;
const leastTitle = 240;
/** The same of the title where not everything has its room. */
const leastTightTitle = 120;
/** Pixels between which a column is as wide as its values on the page; more where there is room that nothing else needs. */
const fitting = { least: 72, most: 240 } as const;
/** Pixels beside a value: padding, what letters may be wider than reckoned, and the frame of a label. */
const beside = { text: 22, label: 40 } as const;
/** Characters of a value that are looked at: more are cut in any case. */
const longestText = 120;
/** Rows of a page; of a long tree, those that are seen first. */
const measuredRows = 100;

interface Room {
  /** Left out for a column that gets what the others leave. */
  readonly width?: number;
  readonly minWidth?: number;
}

interface Wanted {
  /** Pixels that somebody has dragged a column to. */
  readonly widths: Readonly<Record<string, number>>;
  /** Pixels of the widest value on the page, by the name of the column. */
  readonly contents: ReadonlyMap<string, number>;
}

/** How close columns stand: their labels on two lines, and their values as their kinds need. */
interface Tightness {
  readonly label: boolean;
  readonly value: boolean;
}

/** From the tightest on. A label goes on to a second line only where nothing else gives way any more. */
const tightnesses: readonly Tightness[] = [
  { label: true, value: true },
  { label: false, value: true },
  { label: false, value: false },
];

/**
 * How wide the columns are: as wide as what they show or, where `room` pixels are not enough for all of them, as their kinds
 * need, with what is left shared by those that would be wider. So is what is left of more room than that.
 */
export function roomsOf(manifest: Manifest, fields: readonly FieldManifest[], wanted: Wanted, room: number): Room[] {
  const roomsIf = (tight: Tightness): Room[] =>
    fields.map((field, place) => {
      const own = wanted.widths[field.name];
      if (own !== undefined) return { width: own };
      const opensTree = place === 0 && manifest.traits.tree;
      return roomOf(manifest, field, { opensTree, tight, content: wanted.contents.get(field.name) });
    });
  const levels = tightnesses.map(roomsIf);
  const fits = levels.findLastIndex((level) => sumOf(level) <= room);
  if (fits === levels.length - 1) return widened(fields, levels[fits]!, wanted, room);
  const [tight, wide] = [levels[Math.max(fits, 0)]!, levels[Math.max(fits, 0) + 1]!];
  const share = fits < 0 ? 0 : (room - sumOf(tight)) / (sumOf(wide) - sumOf(tight));
  return tight.map(({ width, minWidth }, at) => {
    const more = Math.floor((pixelsIn(wide[at]!) - pixelsIn(tight[at]!)) * share) || 0;
    return width === undefined ? { minWidth: minWidth! + more } : { width: width + more };
  });
}

/** Nothing is cut beside empty space: what would be wider gets what is left, before the title has it. */
function widened(fields: readonly FieldManifest[], rooms: readonly Room[], wanted: Wanted, room: number): Room[] {
  const missing = fields.map(({ name, width }, at) =>
    width === undefined && wanted.widths[name] === undefined
      ? Math.max(0, (wanted.contents.get(name) ?? 0) + beside.text - pixelsIn(rooms[at]!))
      : 0,
  );
  const needed = missing.reduce((sum, pixels) => sum + pixels, 0);
  // Before the list is drawn nobody knows how much room it has.
  if (needed === 0 || !Number.isFinite(room)) return [...rooms];
  const share = Math.min(1, (room - sumOf(rooms)) / needed);
  return rooms.map((own, at) => ('width' in own ? { width: own.width! + Math.floor(missing[at]! * share) } : own));
}

const pixelsIn = ({ width, minWidth = 0 }: Room): number => width ?? minWidth;
const sumOf = (rooms: readonly Room[]): number => rooms.reduce((sum, room) => sum + pixelsIn(room), 0);

interface Around {
  readonly opensTree: boolean;
  readonly tight: Tightness;
  readonly content: number | undefined;
}

function roomOf(manifest: Manifest, field: FieldManifest, { opensTree, tight, content }: Around): Room {
  const { width, shows, wraps, textOf } = fieldViewOf(manifest.name, field);
  if (field.width !== undefined) return { width: field.width };
  if (wraps?.(field)) return { minWidth: leastWrapped };
  if (field.name === manifest.title) {
    // One with short values asks for no room that others could use.
    const wished = Math.min(leastTitle, (content ?? Infinity) + beside.label);
    return {
      minWidth: Math.round(tight.value ? leastTightTitle : Math.max(wished, leastTightTitle)) + (opensTree ? 80 : 0),
    };
  }
  const line = tight.label ? pixelsOnTwoLines(field.label) : pixelsOf(field.label);
  // A word of wide letters is wider than reckoned; arrows to sort by have room for that.
  const label = Math.min(line, widestLabel) + (field.sortable ? 24 : 10) + 24;
  const value = Math.min(Math.max(0, ...(shows?.(field) ?? []).map(pixelsOf)), widestLabel) + beside.label;
  const fit = Math.max(Math.min(content ?? 0, fitting.most) + beside.text, fitting.least);
  const usual = Math.max(width, shows ? value : 0);
  const needed = textOf && content !== undefined ? (tight.value ? Math.min(fit, usual) : fit) : usual;
  return { width: Math.round(Math.max(needed, label)) + (opensTree ? 80 : 0) };
}

/** Chinese characters are as wide as the line is high, Latin ones about half of it. */
export const pixelsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 14 : 7.6), 0);

/** The wider half of a label of several words that goes on to a second line. */
function pixelsOnTwoLines(label: string): number {
  const words = label.split(' ');
  const halves = words.map((_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')]);
  return Math.min(...halves.map((lines) => Math.max(...lines.map(pixelsOf))));
}

/**
 * Pixels of the widest value of each column, among those that rows on any page so far had: columns do not jump on the way
 * through the pages.
 */
export function useContentWidths(
  manifest: Manifest,
  shown: readonly string[],
  rows: readonly TreeRow[],
): ReadonlyMap<string, number> {
  const [widest] = useState(() => new Map<string, number>());
  return useMemo(() => {
    const few = rows.slice(0, measuredRows);
    const known = shown.flatMap((name) => {
      const field = manifest.fields[name];
      const { textOf } = field ? fieldViewOf(manifest.name, field) : {};
      if (!field || !textOf || few.length === 0) return [];
      const texts = few.map((row) => textOf({ field, row, value: valueOf(row, field) }).slice(0, longestText));
      const pixels = Math.max(widest.get(name) ?? 0, ...texts.map(pixelsOf));
      widest.set(name, pixels);
      return [[name, pixels] as const];
    });
    return new Map(known);
  }, [manifest, shown, rows, widest]);
}
