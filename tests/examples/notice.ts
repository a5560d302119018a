import { action, f, Invalid, table } from '#resource';
import { archivable } from './archivable.ts';

const notice = table('notice', {
  title: f.text({ label: { 'zh-cn': '标题', en: 'Title' }, required: true, max: 120, search: true }),
  status: f.enum(
    { draft: { 'zh-cn': '草稿', en: 'Draft' }, live: { 'zh-cn': '已发布', en: 'Live', color: 'green' } },
    { label: { 'zh-cn': '状态', en: 'Status' }, default: 'draft', readonly: true },
  ),
  channel: f.text({ label: { 'zh-cn': '渠道', en: 'Channel' }, readonly: true }),
});

declare module '#resource' {
  interface Tables {
    notice: typeof notice;
  }
}

export default notice.resource({
  path: 'content/notice',
  label: { 'zh-cn': '公告', en: 'Notices' },
  traits: { trash: true, history: true, archivable },
  list: { columns: ['title', 'status', 'channel', 'update_time'] },
  actions: {
    // The node `content/notice/publish`, `POST …/content.notice/publish`, and a button in each row and above the list.
    publish: action({
      label: { 'zh-cn': '发布', en: 'Publish' },
      icon: 'fa fa-bullhorn',
      form: { channel: f.text({ label: { 'zh-cn': '渠道', en: 'Channel' }, required: true, max: 20 }) },
      done: { 'zh-cn': '已发布', en: 'Published' },
      async handler({ rows, values, table }) {
        // Shown at the field; whatever is thrown undoes all that the action has done.
        if (values.channel === 'nowhere') throw new Invalid({ channel: { key: 'validate:noSuchRow' } });
        for (const { id } of rows) await table.edit(id, { status: 'live', channel: values.channel });
      },
    }),
  },
});
