import { definePlugin, type PluginHost, type ServerPlugin } from '#plugin';
import { chosenBy, projectsOf, withProducts } from './server/choice.ts';
import { projectRoutes } from './server/routes.ts';
import { resourcesOf } from './server/tables.ts';
import { projectTrait } from './server/trait.ts';

const tables = ['auth_project', 'auth_project_choice'] as const;

/** Projects and products, and which of them an administrator works on. */
export function project(): ServerPlugin {
  let host: PluginHost;
  return definePlugin({
    name: 'project',
    version: '1.0.0',
    label: { 'zh-cn': '项目与产品', en: 'Projects' },
    description: {
      'zh-cn': '管理项目与产品。管理员在页面顶部选择当前项目，表格随之只显示该项目的数据。',
      en: 'Projects and products. Administrators choose one at the top of the page, and tables show only its records.',
    },
    icon: 'fa fa-cubes',
    resources: resourcesOf(async () => numberIn((await host.settings('basics')).business_department_id)),
    traits: { project: projectTrait },
    attributes: [
      {
        name: 'project',
        tables,
        async find({ caller, rows }) {
          return (await chosenBy(rows, caller, await projectsOf(rows, caller)))?.id;
        },
      },
      {
        name: 'projects',
        tables,
        async find({ caller, rows }) {
          const projects = await projectsOf(rows, caller);
          const chosen = await chosenBy(rows, caller, projects);
          if (chosen) return withProducts(chosen, projects);
          return caller.super ? null : projects.map(({ id }) => id);
        },
      },
    ],
    routes: projectRoutes(() => host),
    start(given) {
      host = given;
    },
  });
}

/** The setting is a text: other installations may have other numbers there. */
const numberIn = (text: string | null): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

export default project();
