import { f, table } from '#resource';

declare module '#resource' {
  interface Traits {
    /** Of the plugin `project`. */
    project?: true;
  }
  interface Tables {
    demo_task: typeof task;
  }
}

const task = table('demo_task', {
  name: f.text({ required: true, max: 100, search: true, label: { 'zh-cn': '任务', en: 'Task' } }),
  state: f.enum(
    {
      open: { 'zh-cn': '待办', en: 'To do' },
      doing: { 'zh-cn': '进行中', en: 'In progress', color: 'blue' },
      done: { 'zh-cn': '已完成', en: 'Done', color: 'green' },
    },
    { required: true, default: 'open', label: { 'zh-cn': '状态', en: 'Status' } },
  ),
  due: f.date({ label: { 'zh-cn': '截止日期', en: 'Due' } }),
});

/** What is to be done in each project: the list shows what belongs to the project that is chosen at the top of the page. */
export const tasks = task.resource({
  path: 'demo/task',
  title: 'name',
  label: { 'zh-cn': '项目任务', en: 'Project tasks' },
  rowLabel: { 'zh-cn': '任务', en: 'task' },
  icon: 'fa fa-check-square-o',
  menu: { weigh: 3 },
  traits: { project: true },
});
