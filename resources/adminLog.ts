import { f, table } from '#resource';

/** What administrators did: the server writes it, nobody changes it. */
export const adminLog = table('admin_log', {
  admin_id: f.belongsTo('admin', {
    onDelete: 'null',
    readonly: true,
    label: { 'zh-cn': '管理员', en: 'Administrator' },
  }),
  username: f.text({ readonly: true, search: true, index: true, label: { 'zh-cn': '用户名', en: 'Username' } }),
  /** Who was signed in as this administrator: id and name. */
  actor_id: f.int({ readonly: true, default: 0, label: { 'zh-cn': '实际操作人 ID', en: 'Actually by (ID)' } }),
  actor: f.text({ readonly: true, index: true, label: { 'zh-cn': '实际操作人', en: 'Actually by' } }),
  title: f.text({
    readonly: true,
    search: true,
    translated: { en: 'title_en' },
    render: 'activity',
    label: { 'zh-cn': '内容', en: 'Action' },
  }),
  title_en: f.text({ readonly: true, filter: false, search: true }),
  url: f.text({ readonly: true, max: 1500, label: { 'zh-cn': '地址', en: 'Address' } }),
  data: f.json({ asText: true, readonly: true, label: { 'zh-cn': '数据', en: 'Data' } }),
  /** What was done to which record; told as a sentence, as far as who reads it may know. */
  facts: f.json({ readonly: true, filter: false }),
  ip: f.text({ readonly: true, max: 50, pinyin: false, label: 'IP' }),
  useragent: f.text({
    readonly: true,
    max: 255,
    pinyin: false,
    render: 'browser',
    width: 180,
    label: { 'zh-cn': '浏览器', en: 'Browser' },
  }),
});

declare module '#resource' {
  interface Tables {
    admin_log: typeof adminLog;
  }
}

export default adminLog.resource({
  path: 'auth/adminLog',
  label: { 'zh-cn': '管理员日志', en: 'Activity log' },
  icon: 'fa fa-history',
  dashboard: false,
  menu: { weigh: 96 },
  title: 'title',
  aliases: { createtime: 'create_time' },
  actions: ['index', 'del', 'export'],
  list: { columns: ['title', 'create_time', 'username', 'ip', 'useragent'], sort: '-create_time' },
  access: { title_en: { read: () => false }, facts: { read: () => false } },
  rows: { read: (caller) => caller.super || { admin_id: caller.id }, write: (caller) => caller.super },
});
