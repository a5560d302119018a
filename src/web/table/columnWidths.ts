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
/** Pixels between which a column is as wide as its values on the page; more is for those who drag it. */
const fitting = { least: 72, most: 240 } as const;
/** Pixels beside a value: padding, what letters may be wider than reckoned, and the frame of a label. */
const beside = { text: 22, label: 40 } as const;
/** Characters of a value that are looked at: more are cut in any case. */
const longestText = 60;
/** Rows of a page; of a long tree, those that are seen first. */
const measuredRows = 100;

interface Room {
  /** Left out for a column that gets what the others leave. */
  readonly width?: number;
  readonly minWidth?: number;
}

/** How wide a column is until somebody drags it. `content`: pixels of the widest value on the page, where it is known. */
export function roomOf(manifest: Manifest, field: FieldManifest, opensTree: boolean, content?: number): Room {
  const { width, shows, wraps, textOf } = fieldViewOf(manifest.name, field);
  if (field.width !== undefined) return { width: field.width };
  if (wraps?.(field)) return { minWidth: leastWrapped };
  if (field.name === manifest.title) return { minWidth: leastTitle + (opensTree ? 80 : 0) };
  const label = Math.min(pixelsOf(field.label), widestLabel) + (field.sortable ? 24 : 0) + 24;
  const value = Math.min(Math.max(0, ...(shows?.(field) ?? []).map(pixelsOf)), widestLabel) + beside.label;
  const fit = Math.max((content ?? 0) + beside.text, fitting.least);
  const needed = textOf && content !== undefined ? fit : Math.max(width, shows ? value : 0);
  return { width: Math.round(Math.max(needed, label)) + (opensTree ? 80 : 0) };
}

/** Chinese characters are as wide as the line is high, Latin ones about half of it. */
const pixelsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 14 : 7.6), 0);

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
      return [[name, Math.min(pixels, fitting.most)] as const];
    });
    return new Map(known);
  }, [manifest, shown, rows, widest]);
}
