import { useQuery } from '@tanstack/react-query';
import type { LevelsManifest, RelationManifest } from '#resource';
import { useRequest, type Request } from '../http/useRequest.ts';
import { LevelCascader, type LevelOption } from './LevelCascader.tsx';
import type { RelatedRow } from './useRelated.ts';
import { selectProps, isBlank, type InputProps } from './view.ts';

/** A row of a tree with `levels`. */
export function LevelInput(props: InputProps) {
  const request = useRequest();
  const relation = props.field.relation!;
  // Rows of what is not active any more are looked for all the same.
  const isFilter = props.table === undefined;
  const { type, depth } = relation.levels as LevelsManifest;
  const id = isBlank(props.value) || props.value === 0 ? undefined : Number(props.value);
  const { data: path } = useQuery({
    queryKey: ['path', relation.api, id],
    enabled: id !== undefined && relation.selectable,
    queryFn: () => pathTo(request, relation, id!, depth),
    staleTime: 60_000,
  });
  return (
    <LevelCascader
      {...selectProps(props)}
      disabled={props.disabled || !relation.selectable}
      name={isFilter ? `${relation.api} filter` : relation.api}
      depth={depth}
      path={id === undefined ? [] : path}
      load={async (above) => {
        const query = { type, pid: above.at(-1), level: above.length + 1 };
        const options = await request.get<LevelOption[]>('/admin/ajax/getProject', query);
        return isFilter ? options.map((option) => ({ ...option, disabled: false })) : options;
      }}
      find={(word) => pathsAbove(request, relation, word, depth)}
      onPath={(chosen) => props.onChange?.(chosen.length > 0 ? Number(chosen.at(-1)) : null)}
    />
  );
}

/** Rows that are looked for by a word, at most. */
const mostFound = 20;

/** The ids above the rows that the word finds. */
async function pathsAbove(
  request: Request,
  relation: RelationManifest,
  word: string,
  depth: number,
): Promise<readonly string[][]> {
  const asked = { select: true, isTree: false, quick_search: word, limit: mostFound };
  const { list } = await request.get<{ list: readonly RelatedRow[] }>(`${relation.api}select`, asked);
  const above = new Set(list.flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : [])));
  return Promise.all([...above].map((id) => pathTo(request, relation, id, depth)));
}

/** The ids from the top that the person sees down to this row. */
async function pathTo(request: Request, { api }: RelationManifest, id: number, depth: number): Promise<string[]> {
  const path: string[] = [];
  for (let next: number | undefined = id; next && path.length < depth;) {
    const { options = [], list = options } = await request.get<{
      options?: readonly RelatedRow[];
      list?: readonly RelatedRow[];
    }>(`${api}select`, { select: true, initKey: 'id', initValue: [next] });
    if (list.length === 0 && path.length > 0) break;
    path.unshift(String(next));
    const pid: unknown = list[0]?.['pid'];
    next = typeof pid === 'number' ? pid : undefined;
  }
  return path;
}
