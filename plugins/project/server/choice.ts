import type { AttributeSearch } from '#plugin';
import type { Caller } from '#resource';
import { visibleTo } from './visible.ts';

/** A row of the selector that the caller belongs to. */
export interface Project {
  readonly id: number;
  readonly pid: number | null;
  readonly name: string;
  readonly status: 0 | 1;
}
type Rows = AttributeSearch['rows'];
type Member = Pick<Caller, 'id' | 'super'>;

/** What somebody belongs to, in the order of the list. */
export async function projectsOf(rows: Rows, caller: Member): Promise<readonly Project[]> {
  const where = visibleTo(caller);
  return rows('auth_project').list(where === true ? {} : where, { sort: '-weigh' });
}

/** What somebody has chosen, as long as they belong to it and it is active; undefined for all. */
export async function chosenBy(rows: Rows, caller: Member, projects: readonly Project[]): Promise<Project | undefined> {
  const [choice] = await rows('auth_project_choice').list({ admin_id: caller.id }, { limit: 1 });
  return projects.find(({ id, status }) => id === choice?.project_id && status === 1);
}

/** The project, and the products in it. */
export const withProducts = ({ id }: Project, projects: readonly Project[]): readonly number[] => [
  id,
  ...projects.filter(({ pid }) => pid === id).map((product) => product.id),
];
