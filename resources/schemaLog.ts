import { f, Problem, table } from '#resource';

/** What became of the database's tables: the server writes it whenever the files want others, and nobody changes it. */
const schemaLog = table('schema_log', {
  state: f.enum(
    {
      planned: { 'zh-cn': '待执行', en: 'Planned', color: 'blue' },
      applied: { 'zh-cn': '已执行', en: 'Applied', color: 'green' },
      refused: { 'zh-cn': '已拒绝', en: 'Refused', color: 'red' },
    },
    { readonly: true, index: true, required: true, label: { 'zh-cn': '状态', en: 'Status' } },
  ),
  change: f.text({
    readonly: true,
    search: true,
    max: 65_535,
    wrap: true,
    translated: { en: 'change_en' },
    label: { 'zh-cn': '变更', en: 'Change' },
  }),
  change_en: f.text({ readonly: true, filter: false, search: true, max: 65_535 }),
});

declare module '#resource' {
  interface Tables {
    schema_log: typeof schemaLog;
  }
}

function refuse(): never {
  throw new Problem('auth:logSealed');
}

export default schemaLog.resource({
  path: 'crud/log',
  label: { 'zh-cn': '数据表变更', en: 'Schema changes' },
  icon: 'fa fa-database',
  dashboard: false,
  menu: { weigh: 40, directory: { label: { 'zh-cn': '数据表', en: 'Tables' }, icon: 'fa fa-database', weigh: 60 } },
  remark: {
    'zh-cn': '资源文件或插件变动后对数据表所做的变更。若其中有变更被拒绝，则全部不执行。',
    en: 'How tables changed after their resource files or plugins did. If one change is refused, none is applied.',
  },
  title: 'change',
  actions: ['index'],
  list: { columns: ['create_time', 'state', 'change'], filters: ['state', 'create_time'], sort: '-id' },
  access: { change_en: { read: () => false } },
  // Refusals show values of any table.
  rows: { read: (caller) => caller.super, write: () => false, add: () => false },
  hooks: { beforeSave: refuse, beforeDelete: refuse },
});
