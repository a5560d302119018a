/** How one person has arranged the parts of the dashboard, by their names. */
export interface Arrangement {
  /** Those that were moved stand in this order; parts that it does not name come where they stand by themselves. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const noArrangement: Arrangement = { order: [], hidden: [] };
export const isArranged = ({ order, hidden }: Arrangement): boolean => order.length + hidden.length > 0;

/** What the server has kept, as far as it can be read. */
export function soundArrangement(stored: unknown): Arrangement {
  const { order, hidden } = (stored ?? {}) as { order?: unknown; hidden?: unknown };
  return { order: namesOf(order), hidden: namesOf(hidden) };
}

/** All parts in the person's order. A part that came later stands behind the one that it follows by itself. */
export function inOrder<T extends { readonly name: string }>(
  parts: readonly T[],
  { order }: Arrangement,
): readonly T[] {
  const known = new Set(order);
  const arranged = order.flatMap((name) => parts.find((part) => part.name === name) ?? []);
  for (const [at, part] of parts.entries()) {
    if (known.has(part.name)) continue;
    const before = parts[at - 1];
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, part);
  }
  return arranged;
}

/** With a part in the place of another. `names` are all parts in their order by now. */
export function withMoved(arrangement: Arrangement, names: readonly string[], name: string, to: string): Arrangement {
  const order = names.filter((each) => each !== name);
  order.splice(names.indexOf(to), 0, name);
  return { ...arrangement, order };
}

export function withShown(arrangement: Arrangement, name: string, isShown: boolean): Arrangement {
  const others = arrangement.hidden.filter((each) => each !== name);
  return { ...arrangement, hidden: isShown ? others : [...others, name] };
}

/** As many names as a dashboard could have, each once. */
const namesOf = (stored: unknown): readonly string[] =>
  Array.isArray(stored)
    ? [...new Set((stored as unknown[]).filter((name): name is string => typeof name === 'string'))].slice(0, 200)
    : [];
