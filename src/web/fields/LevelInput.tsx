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
      name={relation.api}
      depth={depth}
      path={id === undefined ? [] : path}
      load={(above) =>
        request.get<LevelOption[]>('/admin/ajax/getProject', { type, pid: above.at(-1), level: above.length + 1 })
      }
      onPath={(chosen) => props.onChange?.(chosen.length > 0 ? Number(chosen.at(-1)) : null)}
    />
  );
}

/** The ids from the top down to this row. */
async function pathTo(request: Request, { api }: RelationManifest, id: number, depth: number): Promise<string[]> {
  const path: string[] = [];
  for (let next: number | undefined = id; next && path.length < depth;) {
    const { options = [], list = options } = await request.get<{
      options?: readonly RelatedRow[];
      list?: readonly RelatedRow[];
    }>(`${api}select`, { select: true, initKey: 'id', initValue: [next] });
    path.unshift(String(next));
    const pid: unknown = list[0]?.['pid'];
    next = typeof pid === 'number' ? pid : undefined;
  }
  return path;
}
