import { memo, type CSSProperties } from 'react';
import { runsOf, type Color, type Run, type Style } from './ansi.ts';

interface Props {
  readonly text: string;
  readonly style: Style;
  /** Marks what was found. */
  readonly pattern?: RegExp | undefined;
  readonly isCurrent: boolean;
  /** Characters that have their colours: those in sight. */
  readonly columns: number;
}

/** Characters of a line that are drawn; the download has all of them. */
const longest = 1000;

/** A line with its colours, and what was found in it. */
export const Line = memo(function Line({ text, style, pattern, isCurrent, columns }: Props) {
  const runs = runsOf(text.length > longest ? `${text.slice(0, longest)} …` : text, style, columns);
  const parts = pattern ? marked(runs, pattern) : runs;
  return (
    <div className={`terminal-line ${isCurrent ? 'is-current' : ''}`}>
      {parts.map((part, at) => {
        const [className, css] = [classOf(part), cssOf(part.style)];
        // An element for each piece would be several times the work in a flood.
        if (className === undefined && css === undefined) return part.text;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
          <span key={at} className={className} style={css}>
            {part.text}
          </span>
        );
      })}
      {'\n'}
    </div>
  );
});

interface Part extends Run {
  readonly isFound?: boolean;
}

/** Cuts the pieces where something found begins and ends: it may reach over several. */
function marked(runs: readonly Run[], pattern: RegExp): Part[] {
  const text = runs.map((run) => run.text).join('');
  const borders = [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => [index, index + found.length]);
  let at = 0;
  return runs.flatMap(({ text: whole, style }) => {
    const from = at;
    at += whole.length;
    const cuts = [from, ...borders.filter((border) => border > from && border < at), at];
    return cuts.slice(1).map((to, number) => {
      const begin = cuts[number]!;
      const isFound = borders.findLastIndex((border) => border <= begin) % 2 === 0;
      return { text: text.slice(begin, to), style, isFound };
    });
  });
}

function classOf({ style, isFound }: Part): string | undefined {
  const names = (['bold', 'dim', 'italic', 'underline', 'strike'] as const).filter((name) => style[name]);
  return [...names, ...(isFound ? ['is-found'] : [])].map((name) => `terminal-${name}`).join(' ') || undefined;
}

function cssOf({ fg, bg, inverse }: Style): CSSProperties | undefined {
  if (fg === undefined && bg === undefined && !inverse) return undefined;
  const [text, ground] = inverse ? [bg ?? 'ground', fg ?? 'text'] : [fg, bg];
  return {
    ...(text !== undefined && { color: ground === undefined ? readable(colorOf(text)) : colorOf(text) }),
    ...(ground !== undefined && { backgroundColor: colorOf(ground) }),
  };
}

const colorOf = (color: Color): string =>
  typeof color === 'string' && color.startsWith('#') ? color : `var(--terminal-${color})`;

/** Colours that a program has mixed itself are for a ground of its own: on ours they are as light or dark as can be read. */
const readable = (color: string): string =>
  color.startsWith('#')
    ? `oklch(from ${color} clamp(var(--terminal-darkest), l, var(--terminal-lightest)) c h)`
    : color;
