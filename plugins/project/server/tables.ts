import { f, Invalid, Problem, table, type HookContext, type Resource } from '#resource';
import { visibleTo } from './visible.ts';

/** Levels of the project selector: projects, and the products in them (specification §9). */
const depth = 2;

const department = table('auth_department', {
  name: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '名称', en: 'Name' } }),
});

const project = table('auth_project', {
  pid: f.parent({ label: { 'zh-cn': '所属项目', en: 'In project' } }),
  name: f.text({ required: true, max: 100, search: true, label: { 'zh-cn': '名称', en: 'Name' } }),
  department_id: f.belongsTo('auth_department', {
    label: { 'zh-cn': '事业部', en: 'Department' },
    onDelete: 'restrict',
  }),
  admin_ids: f.belongsToMany('admin', {
    label: { 'zh-cn': '成员', en: 'Members' },
    help: {
      'zh-cn': '成员可以选择该项目及其下的产品，超级管理员可以选择所有项目。',
      en: 'These administrators can work on it and its products. Super administrators can work on everything.',
    },
  }),
  status: f.bool({
    default: 1,
    label: { 'zh-cn': '启用', en: 'Active' },
    help: { 'zh-cn': '停用后不能再选择。', en: 'Can’t be chosen while it is off.' },
  }),
});

/** Which project each administrator works on. */
const choice = table('auth_project_choice', {
  admin_id: f.belongsTo('admin', { required: true, unique: true, onDelete: 'cascade' }),
  project_id: f.belongsTo('auth_project', { required: true, onDelete: 'cascade' }),
});

declare module '#resource' {
  interface Tables {
    auth_department: typeof department;
    auth_project: typeof project;
    auth_project_choice: typeof choice;
  }
}

/** `siteDepartment`: the number of the site's business department (specification §3), if it is set. */
export const resourcesOf = (siteDepartment: () => Promise<number | undefined>): readonly Resource[] => [
  project.resource({
    path: 'auth/project',
    label: { 'zh-cn': '项目与产品', en: 'Projects' },
    icon: 'fa fa-cubes',
    traits: { tree: true, sortable: true, history: true },
    levels: { type: 1, depth, active: 'status' },
    list: { columns: ['name', 'department.name', 'admin_ids', 'status', 'update_time'] },
    rows: { read: visibleTo },
    hooks: {
      async beforeSave({ next, prev, context }) {
        const pid = prev?.pid ?? null;
        if (next.pid !== undefined && next.pid !== pid && pid !== null) await assertBelongs(context, pid);
        if (next.pid && next.pid !== pid) await assertFits(context, next.pid, prev?.id);
        // Products are of the department of their project.
        if (prev === null && !next.pid && !next.department_id) {
          const own = await siteDepartment();
          if (own !== undefined && (await context.table('auth_department').get(own))) next.department_id = own;
        }
      },
    },
  }),
  department.resource({
    path: 'auth/department',
    label: { 'zh-cn': '事业部', en: 'Departments' },
    rowLabel: { 'zh-cn': '事业部', en: 'department' },
    icon: 'fa fa-sitemap',
    traits: { tree: true, sortable: true },
    levels: { type: 2, depth: 3 },
    hooks: {
      async beforeDelete({ rows }) {
        const own = await siteDepartment();
        if (rows.some(({ id }) => id === own)) throw new Problem('project:siteDepartment');
      },
    },
  }),
  choice.resource({ page: false }),
];

/** Refuses to take a product out of a project to somebody who only belongs to the product: they could not put it back. */
async function assertBelongs({ caller, table: rows }: HookContext, pid: number): Promise<void> {
  if (caller.realm === 'system' || caller.super) return;
  const above = await rows('auth_project').get(pid);
  if (!above?.admin_ids.includes(caller.id)) throw new Invalid({ pid: { key: 'project:notYours' } });
}

/** Refuses a place below a product, and one below a project for what has products itself. */
async function assertFits(context: HookContext, pid: number, id: number | undefined): Promise<void> {
  const projects = context.table('auth_project');
  const above = await projects.get(pid);
  const below = id === undefined ? 0 : await projects.count({ pid: id });
  if ((above && above.pid !== null) || below > 0) throw new Invalid({ pid: { key: 'project:tooDeep' } });
}
