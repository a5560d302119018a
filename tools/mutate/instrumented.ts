import type { Mutant } from './mutants.ts';

/**
 * The source with all of these mutants in it, each behind a switch: `globalThis.mutant?.('id')` says that it is on. So
 * every mutant is compiled once, and a switch tells who came by.
 */
export function instrumented(source: string, mutants: readonly Mutant[]): string {
  const outermostFirst = mutants.toSorted(
    (one, other) => one.whole.start - other.whole.start || other.whole.end - one.whole.end,
  );
  return rendered(source, { start: 0, end: source.length }, outermostFirst);
}

type Range = Pick<Mutant, 'start' | 'end'>;

function rendered(source: string, { start, end }: Range, mutants: readonly Mutant[]): string {
  let [text, from, rest] = ['', start, mutants];
  while (rest.length > 0) {
    const { whole } = rest[0]!;
    const within = rest.filter((each) => each.whole.start < whole.end);
    const same = within.filter((each) => each.whole.end === whole.end && each.whole.start === whole.start);
    const inner = rendered(source, whole, within.slice(same.length));
    text += source.slice(from, whole.start) + same.reduceRight((sum, each) => switched(source, each, sum), inner);
    from = whole.end;
    rest = rest.slice(within.length);
  }
  return text + source.slice(from, end);
}

function switched(source: string, { id, start, end, after, whole }: Mutant, original: string): string {
  const isOn = `globalThis.mutant?.("${id}")`;
  const changed = source.slice(whole.start, start) + after + source.slice(end, whole.end);
  return whole.isStatement
    ? `{ if (${isOn}) ${changed} else ${original} }`
    : `(${isOn} ? (${changed}) : (${original}))`;
}
