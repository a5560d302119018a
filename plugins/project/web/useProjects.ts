import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { http, useTableChanges, type LevelOption } from '#web';

interface Answer {
  readonly list: readonly (LevelOption & { /** Of what a word finds. */ readonly path?: readonly number[] })[];
  /** From the top down. */
  readonly chosen: readonly number[];
  /** It cannot be changed: somebody else is signed in as this person. */
  readonly fixed?: true;
}

const ask = (query: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
  http.get('/admin/auth.project/getProject', query);

/** What stands for all projects in a list of them. */
const all = '0';

/** Every project under this name, and the projects; or the products of the project that the path ends with. */
export async function loadBelow([project]: readonly string[], allProjects: string): Promise<readonly LevelOption[]> {
  if (project !== undefined) return (await ask({ lv: 2, pid: project })).list;
  return [{ value: all, label: allProjects, leaf: true }, ...(await ask()).list];
}

/** The projects that what the word finds is in. */
export async function findAbove(word: string): Promise<readonly (readonly string[])[]> {
  const { list } = await ask({ quick_search: word });
  return list.map(({ path = [] }) => path.slice(0, -1).map(String)).filter(({ length }) => length > 0);
}

/** What somebody may work on, what they have chosen, and how to choose something else. */
export function useProjects() {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const { data } = useQuery({
    queryKey: ['project', 'chosen'],
    queryFn: () => ask(),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
  useTableChanges('auth/project', () => {
    setRound(round + 1);
    void client.invalidateQueries({ queryKey: ['project', 'chosen'] });
  });
  return {
    hasAny: data !== undefined && data.list.length > 0,
    isFixed: data?.fixed === true,
    path: (data?.chosen ?? []).map(String),
    /** Another one whenever the projects may have changed. */
    round,
    async choose(path: readonly string[]): Promise<void> {
      await http.post('/admin/auth.project/setProject', { set_id: Number(path.at(-1) ?? all), type: 1 });
      // Every list, figure and form may show other rows now.
      await client.invalidateQueries();
    },
  };
}
