import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RelationManifest } from '#resource';
import { useRequest } from '../http/useRequest.ts';

export type RelatedRow = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly children?: readonly RelatedRow[];
  /** What tells it from others of the same name in the answer. */
  readonly _hint?: string;
};
interface Answer {
  options?: readonly RelatedRow[];
  list?: readonly RelatedRow[];
  total?: number;
}

const pageSize = 10;

/**
 * Rows to choose from, page after page, found by a word. Not Refine's `useSelect`: it needs the right to the whole
 * list, and knows no trees.
 */
export function useChoices(relation: RelationManifest, word: string, enabled: boolean) {
  const request = useRequest();
  const query = useInfiniteQuery({
    queryKey: ['choices', relation.api, word],
    enabled: enabled && relation.selectable,
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      request.get<Answer>(`${relation.api}select`, {
        select: true,
        quick_search: word || undefined,
        page: pageParam,
        limit: pageSize,
      }),
    getNextPageParam: (last, pages) => (pages.length * pageSize < (last.total ?? 0) ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  return { ...query, rows: query.data?.pages.flatMap(rowsOf) ?? [] };
}

/** Exactly the rows of those ids, to show what is chosen already. */
export function useChosen(relation: RelationManifest, ids: readonly number[]) {
  const request = useRequest();
  const query = useQuery({
    queryKey: ['chosen', relation.api, ids],
    enabled: relation.selectable && ids.length > 0,
    queryFn: () => request.get<Answer>(`${relation.api}select`, { select: true, initKey: 'id', initValue: ids }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return query.data ? rowsOf(query.data) : [];
}

/** Every row of a tree. */
export function useTree(relation: RelationManifest, enabled = true) {
  const request = useRequest();
  return useQuery({
    queryKey: ['tree', relation.api],
    enabled: enabled && relation.selectable,
    queryFn: async () =>
      nest(rowsOf(await request.get<Answer>(`${relation.api}select`, { select: true, isTree: true, limit: 1000 }))),
    staleTime: 5_000,
  });
}

const rowsOf = ({ options, list }: Answer): readonly RelatedRow[] => options ?? list ?? [];

/** Puts rows that name their parent below it; rows that are nested already stay so. */
function nest(rows: readonly RelatedRow[]): readonly RelatedRow[] {
  if (rows.some((row) => row.children)) return rows;
  const children = Map.groupBy(rows, (row) => Number(row['pid'] ?? 0));
  const known = new Set(rows.map((row) => row.id));
  const below = (row: RelatedRow): RelatedRow => ({ ...row, children: (children.get(row.id) ?? []).map(below) });
  return rows.filter((row) => !known.has(Number(row['pid'] ?? 0))).map(below);
}

/** What names a row; the lines that select mode draws before the names of a tree are left out. */
export function titleOf(row: RelatedRow | undefined, title: string): string {
  const text = row?.[title] ?? row?.['title'] ?? row?.['name'] ?? row?.id ?? '';
  return String(text as string | number).replace(/^[\s\u00a0├└│─]+/, '');
}
