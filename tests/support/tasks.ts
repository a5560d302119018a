import { f, table, type Resource } from '#resource';

const task = table('task', { name: f.text({ required: true }), done: f.bool() });
declare module '#resource' {
  interface Tables {
    task: typeof task;
  }
}

/** A table with a number beside its menu entry, in a directory with a name. */
export const tasks: readonly Resource[] = [
  task.resource({
    path: 'work/task',
    label: { 'zh-cn': '任务', en: 'Tasks' },
    menu: { badge: { done: 0 }, directory: { label: { 'zh-cn': '工作', en: 'Work' } } },
  }),
];
