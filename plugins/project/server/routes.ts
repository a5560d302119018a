import type { AttributeSearch, PluginHost, PluginRoute } from '#plugin';
import { Invalid, numberIn, Problem, type TableName } from '#resource';
import { chosenBy, projectsOf, type Project } from './choice.ts';

/** `getProject` and `setProject` of specification §7: what an administrator may work on, and what they have chosen. */
export const projectRoutes = (host: () => PluginHost): PluginRoute[] => [
  {
    method: 'GET',
    url: '/admin/auth.project/getProject',
    node: 'signed-in',
    async handler({ caller, query }) {
      assertType(query['type']);
      const rows: AttributeSearch['rows'] = (name) => host().rows(name, host().system);
      const projects = await projectsOf(rows, caller);
      const chosen = await chosenBy(rows, caller, projects);
      const path = chosen ? pathTo(chosen, projects) : [];
      const level = numberIn(query, 'lv') ?? 1;
      if (level !== 1 && level !== 2) throw new Problem('project:noLevel');
      // Products of the project that is named, else of the chosen one.
      const named = numberIn(query, 'pid');
      if (named && !projects.some(({ id }) => id === named)) throw new Problem('project:notYours');
      const above = named || path[0];
      const tops = projects.filter(({ pid }) => !projects.some(({ id }) => id === pid));
      const word = wordIn(query['quick_search'] ?? query['quickSearch']);
      const below = level === 1 ? tops : projects.filter(({ pid }) => pid === above);
      const found = projects.filter(({ name }) => name.toLowerCase().includes(word));
      const shown =
        word === '' ? below.map((each) => optionOf(each, projects)) : found.map((each) => foundOf(each, projects));
      // Who acts as somebody sees what they see, and changes nothing of it.
      const fixed = caller.actor !== undefined;
      return { list: shown, chosen: path, ...(fixed && { fixed }) };
    },
  },
  {
    method: 'POST',
    url: '/admin/auth.project/setProject',
    node: 'signed-in',
    ownAccount: true,
    title: { 'zh-cn': '切换项目', en: 'Choose a project' },
    async handler({ caller, body }) {
      assertType(body['type']);
      await host().transaction(caller, async (transaction) => {
        const rows = <N extends TableName>(name: N) => transaction.rows(name, host().system);
        const wanted = idIn(body['set_id']);
        const choices = rows('auth_project_choice');
        const [before] = await choices.list({ admin_id: caller.id });
        if (wanted === 0) {
          if (before) await choices.del([before.id]);
          return;
        }
        const projects = await projectsOf(rows, transaction.caller);
        const project = projects.find(({ id }) => id === wanted);
        // What is somebody else's answers like what is not there.
        if (!project) throw new Invalid({ set_id: { key: 'project:notYours' } });
        if (project.status === 0) throw new Invalid({ set_id: { key: 'project:inactive' } });
        const level = pathTo(project, projects).length;
        if ((numberIn(body, 'lv') ?? level) !== level)
          throw new Invalid({ lv: { key: 'project:otherLevel', params: { level } } });
        if (before) await choices.edit(before.id, { project_id: project.id });
        else await choices.add({ admin_id: caller.id, project_id: project.id });
      });
    },
  },
];

/** Projects have the number 1 among what is chosen by level, `levels` of their table. */
function assertType(type: unknown): void {
  if (type !== undefined && type !== '' && type !== '1' && type !== 1) throw new Problem('project:noType');
}

/** 0 for none; undefined for what is no id. Nothing at all is refused: a choice is taken back only by who says so. */
function idIn(input: unknown): number | undefined {
  if (input === undefined || input === null || input === '')
    throw new Invalid({ set_id: { key: 'validate:required' } }, { set_id: { key: 'project:choose' } });
  if (typeof input === 'number') return input;
  return typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : undefined;
}

const optionOf = ({ id, name, status }: Project, projects: readonly Project[]) => ({
  value: id,
  label: name,
  disabled: status === 0,
  leaf: !projects.some(({ pid }) => pid === id),
});

/** With the ids from the top that the person sees down to it: it may stand on any level. */
const foundOf = (project: Project, projects: readonly Project[]) => ({
  ...optionOf(project, projects),
  path: pathTo(project, projects),
});

function wordIn(input: unknown): string {
  if (input === undefined) return '';
  if (typeof input !== 'string') throw new Problem('rows:wrongSearch');
  return input.trim().toLowerCase();
}

/** The ids from the top that the person sees down to this one. */
function pathTo(project: Project, projects: readonly Project[]): number[] {
  const above = projects.find(({ id }) => id === project.pid);
  return above ? [above.id, project.id] : [project.id];
}
