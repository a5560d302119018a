/** What to write instead of `wrong`: the known word nearest to it, or all of them when none is near. */
export function suggestion(wrong: string, known: Iterable<string>): string {
  const words = [...known];
  const meant = nearest(wrong, words);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return words.length > 0 ? `There are: ${words.join(', ')}.` : 'There are none.';
}

/** The word that was probably meant; undefined when none is near. */
export function nearest(wrong: string, known: Iterable<string>): string | undefined {
  const first = [...known]
    .map((word) => ({ word, steps: stepsBetween(wrong, word) }))
    .sort((one, other) => one.steps - other.steps)[0];
  return first && first.steps <= Math.max(1, Math.ceil(wrong.length / 3)) ? first.word : undefined;
}

/** How many letters must change, come or go to turn one word into the other. */
export function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = row[j - 1]! + (one[i - 1]!.toLowerCase() === other[j - 1]!.toLowerCase() ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
