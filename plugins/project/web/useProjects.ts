import { useQuery, useQueryClient } from '@tanstack/react-query';
import { http, type LevelOption } from '#web';

interface Answer {
  readonly list: readonly LevelOption[];
  /** From the top down. */
  readonly chosen: readonly number[];
}

const ask = (query: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
  http.get('/admin/auth.project/getProject', query);

/** The projects, or the products of the project that the path ends with. */
export const loadBelow = async ([project]: readonly string[]): Promise<readonly LevelOption[]> =>
  (await ask(project === undefined ? {} : { lv: 2, pid: project })).list;

/** What somebody may work on, what they have chosen, and how to choose something else. */
export function useProjects() {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: ['project', 'chosen'], queryFn: () => ask(), staleTime: 60_000 });
  return {
    hasAny: data !== undefined && data.list.length > 0,
    path: (data?.chosen ?? []).map(String),
    async choose(path: readonly string[]): Promise<void> {
      await http.post('/admin/auth.project/setProject', { set_id: Number(path.at(-1) ?? 0), type: 1 });
      // Every list, figure and form may show other rows now.
      await client.invalidateQueries();
    },
  };
}
