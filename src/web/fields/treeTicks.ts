interface Branch {
  readonly id: number;
  readonly children?: readonly Branch[];
}

/** Which rows of a tree show a full tick when these ids are chosen: a parent only if everything below it is. */
export function ticksOf(roots: readonly Branch[], chosen: readonly number[]): number[] {
  const ids = new Set(chosen);
  const ticks: number[] = [];
  const full = (branch: Branch): boolean => {
    const below = branch.children ?? [];
    const inside = below.map(full);
    const ticked = below.length === 0 ? ids.has(branch.id) : inside.every(Boolean);
    if (ticked) ticks.push(branch.id);
    return ticked;
  };
  roots.forEach(full);
  return ticks;
}

/** The ticked ids and those of every row above one, in ascending order. */
export function withParents(roots: readonly Branch[], ticks: readonly number[]): number[] {
  const ticked = new Set(ticks);
  const chosen = new Set(ticks);
  const holds = (branch: Branch): boolean => {
    const below = (branch.children ?? []).map(holds);
    const any = ticked.has(branch.id) || below.some(Boolean);
    if (any) chosen.add(branch.id);
    return any;
  };
  roots.forEach(holds);
  return [...chosen].sort((one, other) => one - other);
}
