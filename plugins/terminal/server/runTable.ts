import { f, table } from '#resource';

const outcomes = {
  running: { 'zh-cn': '执行中', en: 'Running', color: 'blue' },
  success: { 'zh-cn': '成功', en: 'Succeeded', color: 'green' },
  failed: { 'zh-cn': '失败', en: 'Failed', color: 'red' },
  cancelled: { 'zh-cn': '已取消', en: 'Cancelled', color: 'orange' },
  timeout: { 'zh-cn': '超时', en: 'Timed out', color: 'orange' },
  interrupted: { 'zh-cn': '被中断', en: 'Interrupted', color: 'orange' },
} as const;

/** Commands that were run: who, what, and how it ended. Their outputs are growing logs. */
const terminalRun = table('terminal_run', {
  uuid: f.text({ required: true, max: 64, unique: true, label: { 'zh-cn': '任务编号', en: 'Task ID' } }),
  command: f.text({ required: true, max: 80, search: true, label: { 'zh-cn': '命令', en: 'Command' } }),
  params: f.json({ label: { 'zh-cn': '参数', en: 'Parameters' } }),
  admin_id: f.belongsTo('admin', { onDelete: 'null', label: { 'zh-cn': '管理员', en: 'Administrator' } }),
  outcome: f.enum(outcomes, { default: 'running', index: true, label: { 'zh-cn': '结果', en: 'Outcome' } }),
  exit_code: f.int({ label: { 'zh-cn': '退出码', en: 'Exit code' } }),
  end_time: f.timestamp({ label: { 'zh-cn': '结束时间', en: 'Ended' } }),
  length: f.int({ default: 0, label: { 'zh-cn': '输出字符数', en: 'Characters of output' } }),
  is_cut: f.bool({ label: { 'zh-cn': '输出已截断', en: 'Output cut' } }),
  /** Id of its growing log, and of the instance that runs it. */
  output: f.text({ required: true, max: 64 }),
  instance: f.text({ required: true, max: 64, index: true }),
});

declare module '#resource' {
  interface Tables {
    terminal_run: typeof terminalRun;
  }
}

const hidden = { read: () => false, write: () => false };

/** Permission nodes of the terminal, which belong to the page of its runs. */
export const runPath = 'terminal/run';
export const runLabel = { 'zh-cn': '命令记录', en: 'Commands run' } as const;

export const runResource = terminalRun.resource({
  path: runPath,
  label: runLabel,
  title: 'command',
  icon: 'fa fa-terminal',
  dashboard: false,
  menu: { weigh: 85 },
  actions: ['index'],
  // What was run is told to whoever ran it, and to super administrators.
  rows: { read: (caller) => caller.super || (caller.realm === 'admin' && { admin_id: caller.id }) },
  access: { output: hidden, instance: hidden },
  list: {
    empty: { 'zh-cn': '还没有运行过命令', en: 'No commands have been run yet' },
    columns: ['create_time', 'command', 'params', 'admin.username', 'outcome', 'exit_code', 'end_time', 'is_cut'],
    filters: ['create_time', 'admin_id', 'outcome'],
    sort: '-id',
  },
});
