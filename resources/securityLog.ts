import { f, Problem, table } from '#resource';

/** What matters to who guards the site. The server adds entries; nobody changes or removes one, the server's own code among them. */
export const securityLog = table('security_log', {
  kind: f.enum(
    {
      sign_in: { 'zh-cn': '登录', en: 'Sign-in' },
      sign_out: { 'zh-cn': '退出登录', en: 'Sign-out' },
      act_as: { 'zh-cn': '以他人身份登录', en: 'Sign-in as others' },
      lock: { 'zh-cn': '锁定', en: 'Lock' },
      captcha: { 'zh-cn': '安全验证', en: 'Security check' },
      token_reuse: { 'zh-cn': '凭证重复使用', en: 'Session reused' },
      forbidden: { 'zh-cn': '越权访问', en: 'No permission' },
      address: { 'zh-cn': 'IP 拦截', en: 'Refused address' },
      account: { 'zh-cn': '管理员变更', en: 'Administrator changed' },
      group: { 'zh-cn': '角色组变更', en: 'Group changed' },
      rule: { 'zh-cn': '菜单规则变更', en: 'Menu entry changed' },
      password: { 'zh-cn': '密码变更', en: 'Password changed' },
      password_check: { 'zh-cn': '密码验证', en: 'Password check' },
      two_step: { 'zh-cn': '两步验证', en: 'Two-step sign-in' },
      settings: { 'zh-cn': '配置变更', en: 'Settings changed' },
      module: { 'zh-cn': '插件变更', en: 'Plugin changed' },
      plugin: { 'zh-cn': '插件事件', en: 'Plugin event' },
      cache: { 'zh-cn': '清除缓存', en: 'Caches cleared' },
      erasure: { 'zh-cn': '清除个人数据', en: 'Data erased' },
      export: { 'zh-cn': '数据导出', en: 'Records exported' },
      import: { 'zh-cn': '数据导入', en: 'Records imported' },
      log: { 'zh-cn': '日志清理', en: 'Log trimmed' },
    },
    { readonly: true, index: true, required: true, label: { 'zh-cn': '事件', en: 'Event' } },
  ),
  outcome: f.enum(
    {
      success: { 'zh-cn': '成功', en: 'Success', color: 'green' },
      failed: { 'zh-cn': '失败', en: 'Failed', color: 'orange' },
      refused: { 'zh-cn': '已拒绝', en: 'Refused', color: 'red' },
    },
    { readonly: true, required: true, label: { 'zh-cn': '结果', en: 'Outcome' } },
  ),
  admin_id: f.int({ readonly: true, default: 0, label: { 'zh-cn': '管理员 ID', en: 'Administrator ID' } }),
  username: f.text({
    readonly: true,
    max: 60,
    index: true,
    search: true,
    pinyin: false,
    label: { 'zh-cn': '用户名', en: 'Username' },
  }),
  /** Who was signed in as this administrator. */
  actor_id: f.int({ readonly: true, default: 0, label: { 'zh-cn': '实际操作人 ID', en: 'Actually by (ID)' } }),
  actor: f.text({
    readonly: true,
    max: 60,
    index: true,
    pinyin: false,
    label: { 'zh-cn': '实际操作人', en: 'Actually by' },
  }),
  /** What people call the target, as it was called then; entries from before there was this column have none. */
  title: f.text({
    readonly: true,
    search: true,
    translated: { en: 'title_en' },
    pinyin: false,
    label: { 'zh-cn': '对象', en: 'Subject' },
  }),
  title_en: f.text({ readonly: true, filter: false, search: true, pinyin: false }),
  target: f.text({
    readonly: true,
    max: 200,
    pinyin: false,
    label: { 'zh-cn': '技术标识', en: 'Technical reference' },
  }),
  times: f.int({ readonly: true, default: 1, label: { 'zh-cn': '次数', en: 'Times' } }),
  ip: f.text({
    readonly: true,
    max: 50,
    index: true,
    search: true,
    pinyin: false,
    label: { 'zh-cn': 'IP 地址', en: 'IP address' },
  }),
  useragent: f.text({
    readonly: true,
    max: 255,
    pinyin: false,
    render: 'browser',
    width: 180,
    label: { 'zh-cn': '浏览器', en: 'Browser' },
  }),
  request_id: f.text({
    readonly: true,
    max: 32,
    index: true,
    pinyin: false,
    label: { 'zh-cn': '请求编号', en: 'Request ID' },
  }),
  detail: f.json({ readonly: true, label: { 'zh-cn': '详情', en: 'Details' } }),
});

declare module '#resource' {
  interface Tables {
    security_log: typeof securityLog;
  }
}

function refuse(): never {
  throw new Problem('auth:logSealed');
}

export default securityLog.resource({
  path: 'auth/securityLog',
  label: { 'zh-cn': '安全日志', en: 'Security log' },
  icon: 'fa fa-shield',
  dashboard: false,
  menu: { weigh: 95 },
  remark: {
    'zh-cn':
      '一分钟内的相同事件，首次单独记录，其余合并为一条；“*”表示来自多处的同类事件。任何人都不能修改或删除记录。',
    en: 'When the same event repeats within a minute, the first gets its own entry and the rest share one; “*” means several people or places. Nobody can change or delete entries.',
  },
  title: 'title',
  actions: ['index', 'export'],
  list: {
    // The rest stands in each record.
    columns: ['create_time', 'kind', 'outcome', 'username', 'actor', 'title', 'ip', 'times'],
    filters: ['kind', 'outcome', 'username', 'actor', 'ip', 'title', 'target', 'request_id', 'create_time'],
    sort: '-create_time',
  },
  access: { title_en: { read: () => false } },
  rows: { read: (caller) => caller.super, write: () => false, add: () => false },
  hooks: { beforeSave: refuse, beforeDelete: refuse },
});
