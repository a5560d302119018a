import { action, f, table } from '#resource';

/** Jobs that were tried as often as they may be. The server adds them; administrators run them again, or take them away. */
const failedJob = table('failed_job', {
  job: f.text({ readonly: true, index: true, filter: true, label: { 'zh-cn': '任务', en: 'Job' } }),
  job_id: f.text({ readonly: true, unique: true, label: { 'zh-cn': '任务编号', en: 'Job ID' } }),
  error: f.text({
    readonly: true,
    search: true,
    max: 65_535,
    translated: { en: 'error_en' },
    label: { 'zh-cn': '错误', en: 'Error' },
  }),
  error_en: f.text({ readonly: true, filter: false, search: true, max: 65_535 }),
  attempts: f.int({ readonly: true, default: 0, label: { 'zh-cn': '尝试次数', en: 'Tries' } }),
  // May hold what is nobody's business; the job gets it again.
  data: f.json({ max: 2_000_000, readonly: true, label: { 'zh-cn': '数据', en: 'Data' } }),
});

declare module '#resource' {
  interface Tables {
    failed_job: typeof failedJob;
  }
}

export default failedJob.resource({
  path: 'routine/failedJob',
  label: { 'zh-cn': '失败任务', en: 'Failed jobs' },
  icon: 'fa fa-exclamation-circle',
  dashboard: false,
  menu: { weigh: 10 },
  remark: {
    'zh-cn': '达到最大尝试次数后仍失败的任务，保留 30 天。重试会再次运行任务，并移除该记录。',
    en: 'Jobs that failed on their last attempt, kept for 30 days. Trying again runs a job once more and removes it from this list.',
  },
  title: 'job',
  list: {
    empty: { 'zh-cn': '没有失败的任务', en: 'No failed jobs' },
    columns: ['job', 'error', 'attempts', 'create_time'],
    filters: ['job', 'create_time'],
    sort: '-create_time',
  },
  rows: { read: (caller) => caller.super, add: () => false },
  access: { data: { read: () => false, write: () => false }, error_en: { read: () => false } },
  actions: {
    add: false,
    edit: false,
    retry: action({
      label: { 'zh-cn': '重试', en: 'Retry' },
      icon: 'fa fa-repeat',
      done: { 'zh-cn': '已重新加入队列', en: 'Added to the queue again' },
      async handler({ rows, table, context }) {
        for (const { id } of rows) {
          const { job, data } = (await table.get(id))!;
          await context.enqueue({ name: job! }, data);
          await table.del([id]);
        }
      },
    }),
  },
});
