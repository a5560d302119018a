import { definePlugin, job, type JobRun } from '#plugin';
import { f, table } from '#resource';

const approval = table('approval', {
  title: f.text({ required: true, search: true }),
  admin_id: f.belongsTo('admin', { required: true, label: { 'zh-cn': '申请人', en: 'Asked by' } }),
  approved: f.bool(),
});

declare module '#resource' {
  interface Tables {
    approval: typeof approval;
  }
}

/** Tells who asked: outside of the transaction that approves, and only once that is on the disk. */
const tell = job<{ readonly id: number }>({
  name: 'tell',
  async run({ data, host }: JobRun<{ readonly id: number }>) {
    const row = await host.rows('approval', host.system).get(data.id);
    if (!row) return;
    await host.notify(
      { realm: 'admin', id: row.admin_id },
      {
        title: { 'zh-cn': '您的申请已通过', en: 'Your request was approved' },
        body: row.title,
        link: '/admin/office/approval',
        data: { approval: row.id },
      },
    );
  },
});

export default definePlugin({
  name: 'approval',
  // Brings the bell into every area.
  notices: true,
  jobs: [tell],
  resources: [
    approval.resource({
      path: 'office/approval',
      label: { 'zh-cn': '申请', en: 'Requests' },
      hooks: {
        async afterSave({ row, prev, context }) {
          if (row.approved && !prev?.approved) await context.enqueue(tell, { id: row.id });
        },
      },
    }),
  ],
});
