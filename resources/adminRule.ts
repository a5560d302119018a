import { f, Invalid, Problem, table, textShown } from '#resource';

/**
 * Segments between slashes. The first must not be that of a page which is always there; none may lead elsewhere or be
 * a name that every object has.
 */
const pagePath =
  '(?!(?:login|loading|iframe)(?:/|$))(?!(?:[^/]*/)*(?:\\.{1,2}|__proto__|constructor|prototype)(?:/|$))[\\w.\\-]+(?:/[\\w.\\-]+)*';
const isPagePath = new RegExp(`^(?:${pagePath})$`, 'u');

/** Menu directories, menus and buttons. They make themselves from the tables; what an administrator changes stays changed. */
export const adminRule = table('admin_rule', {
  pid: f.parent({ label: { 'zh-cn': '上级菜单规则', en: 'Parent' } }),
  title: f.text({
    required: true,
    max: 100,
    search: true,
    translated: { en: 'made_title_en', of: 'made_title' },
    label: { 'zh-cn': '标题', en: 'Title' },
  }),
  type: f.enum(
    {
      menu_dir: { 'zh-cn': '菜单目录', en: 'Directory' },
      menu: { 'zh-cn': '菜单项', en: 'Menu item', color: 'blue' },
      button: { 'zh-cn': '页面按钮', en: 'Button', color: 'green' },
    },
    { default: 'menu', label: { 'zh-cn': '规则类型', en: 'Type' } },
  ),
  name: f.text({
    required: true,
    unique: true,
    max: 150,
    search: true,
    pattern: '[A-Za-z][\\w/.?=&-]*',
    label: { 'zh-cn': '规则名称', en: 'Name' },
    help: { 'zh-cn': '权限节点，如 content/article/edit', en: 'The permission node, such as content/article/edit' },
  }),
  path: f.text({
    max: 200,
    pattern: pagePath,
    label: { 'zh-cn': '路由路径', en: 'Route path' },
    when: { type: ['menu_dir', 'menu'] },
  }),
  icon: f.icon({ label: { 'zh-cn': '图标', en: 'Icon' }, when: { type: ['menu_dir', 'menu'] } }),
  menu_type: f.enum(
    { tab: { 'zh-cn': '选项卡', en: 'Tab' }, link: { 'zh-cn': '链接', en: 'Link' }, iframe: 'Iframe' },
    { default: 'tab', label: { 'zh-cn': '菜单类型', en: 'Opens as' }, when: { type: 'menu' } },
  ),
  url: f.url({ label: { 'zh-cn': '链接地址', en: 'Address' }, when: { menu_type: ['link', 'iframe'] } }),
  component: f.text({ max: 200, label: { 'zh-cn': '组件路径', en: 'Component' }, when: { type: 'menu' } }),
  keepalive: f.bool({ default: 1, label: { 'zh-cn': '缓存页面', en: 'Keep alive' }, when: { type: 'menu' } }),
  extend: f.enum(
    {
      none: { 'zh-cn': '无', en: 'None' },
      add_rules_only: { 'zh-cn': '只添加为路由', en: 'Route only' },
      add_menu_only: { 'zh-cn': '只添加为菜单', en: 'Menu only' },
    },
    { default: 'none', label: { 'zh-cn': '扩展属性', en: 'Extension' }, when: { type: 'menu' } },
  ),
  remark: f.textarea({ max: 255, label: { 'zh-cn': '备注', en: 'Remark' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  weigh: f.weigh({ label: { 'zh-cn': '权重', en: 'Weight' } }),
  /** The title that the rule was made with; while they are the same, everybody sees it in their own language. */
  made_title: f.text({ readonly: true, filter: false }),
  made_title_en: f.text({ readonly: true, filter: false, search: true }),
  /** Set while the table or plugin that the rule was made from is not there. */
  gone: f.bool({ readonly: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    admin_rule: typeof adminRule;
  }
}

export default adminRule.resource({
  path: 'auth/rule',
  label: { 'zh-cn': '菜单规则', en: 'Menu entries' },
  icon: 'fa fa-list-alt',
  menu: {
    weigh: 97,
    directory: { label: { 'zh-cn': '权限管理', en: 'Access control' }, icon: 'fa fa-group', weigh: 100 },
  },
  title: 'title',
  choices: ['type', 'name'],
  // As clients of the protocol know it that have menu rules.
  otherPath: 'auth/menu',
  aliases: { createtime: 'create_time', updatetime: 'update_time' },
  traits: { tree: true, sortable: true },
  list: { columns: ['title', 'icon', 'name', 'type', 'status', 'update_time'] },
  form: {
    layout: [
      ['type', 'pid'],
      'title',
      'name',
      ['path', 'icon'],
      ['menu_type', 'extend'],
      'url',
      'component',
      ['keepalive', 'status'],
      'remark',
    ],
    width: 720,
  },
  access: { made_title: { read: () => false }, made_title_en: { read: () => false }, gone: { read: () => false } },
  // Those that are gone grant nothing, so nobody is offered them; groups keep theirs for when the table is back.
  // Each is what everybody has in the menu and what rights are called: who could change one would change it for those
  // above them too, so that takes the right over all of them.
  rows: {
    read: (caller) => (caller.super ? { gone: { ne: 1 } } : { id: { in: caller.rules } }),
    write: (caller) => caller.super,
  },
  // A rule without a path of its own has its name for one.
  check: ({ next: { type, path, name } }) =>
    type !== 'button' && path === null && !isPagePath.test(name) ? { path: { key: 'validate:pattern' } } : undefined,
  hooks: {
    async beforeSave({ next, prev, context }) {
      const { caller } = context;
      // A new entry stands behind those that are there.
      if (!prev && typeof next.weigh !== 'number') {
        const [last] = await context.table('admin_rule').list({}, { sort: 'weigh', limit: 1 });
        next.weigh = Math.min(0, last?.weigh ?? 0) - 1;
      }
      // The page on which it could be switched on again.
      if (prev && next.status !== 1 && caller.realm !== 'system' && /^auth(?:\/rule(?:\/\w+)?)?$/.test(prev.name))
        throw new Invalid({ status: { key: 'auth:ruleNeeded' } });
    },
    async beforeDelete({ rows, context }) {
      const made = rows.find((row) => row.made_title !== null && row.gone === 0);
      if (made && context.caller.realm !== 'system')
        throw new Problem('auth:ruleInUse', {
          title: textShown('title', adminRule.fields.title.options, made, context.caller.language),
        });
    },
  },
});
