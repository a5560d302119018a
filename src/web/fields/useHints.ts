import type { RelationManifest } from '#resource';
import { useChosen, type RelatedRow } from './useRelated.ts';

/**
 * What tells those of these rows apart that have the same name, by their ids. An answer says it of its own rows: of those that
 * came with several answers it is asked.
 */
export function useHints(
  relation: RelationManifest,
  ids: readonly number[],
  nameOf: (id: number) => string,
  rows: readonly RelatedRow[],
): ReadonlyMap<number, string> {
  const twins = [...Map.groupBy(ids, nameOf).values()].filter(({ length }) => length > 1);
  const known = hintsIn(rows);
  const asked = twins.filter((each) => each.some((id) => !known.has(id))).flat();
  const told = hintsIn(useChosen(relation, asked));
  return new Map(twins.flat().map((id) => [id, known.get(id) ?? told.get(id) ?? `#${id}`]));
}

const hintsIn = (rows: readonly RelatedRow[]): ReadonlyMap<number, string> =>
  new Map(rows.flatMap(({ id, _hint: hint }) => (hint === undefined ? [] : [[id, hint] as const])));
