import { f, Invalid, Problem, table, textShown } from '#resource';

/**
 * Segments between slashes. The first must not be that of a page which is always there; none may lead elsewhere or be
 * a name that every object has.
 */
const pagePath =
  '(?!(?:login|loading|iframe)(?:/|$))(?!(?:[^/]*/)*(?:\\.{1,2}|__proto__|constructor|prototype)(?:/|$))[\\w.\\-]+(?:/[\\w.\\-]+)*';
const isPagePath = new RegExp(`^(?:${pagePath})$`, 'u');

const pages = ['route', 'menu', 'nav', 'nav_user_menu'] as const;

/** Pages, menus and buttons of members (protocol §4.3). Those of tables and plugins make themselves; changes to them stay. */
const userRule = table('user_rule', {
  pid: f.parent({ label: { 'zh-cn': '上级规则', en: 'Parent' } }),
  title: f.text({
    required: true,
    max: 100,
    search: true,
    translated: { en: 'made_title_en', of: 'made_title' },
    label: { 'zh-cn': '标题', en: 'Title' },
  }),
  type: f.enum(
    {
      route: { 'zh-cn': '普通路由', en: 'Page', color: 'cyan' },
      menu_dir: { 'zh-cn': '菜单目录', en: 'Directory' },
      menu: { 'zh-cn': '菜单项', en: 'Menu item', color: 'blue' },
      nav: { 'zh-cn': '顶栏菜单', en: 'Top bar item', color: 'purple' },
      nav_user_menu: { 'zh-cn': '会员下拉菜单', en: 'Avatar menu item', color: 'magenta' },
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
    help: { 'zh-cn': '权限节点，如 account/profile', en: 'The permission, such as account/profile' },
  }),
  path: f.text({
    max: 200,
    pattern: pagePath,
    label: { 'zh-cn': '路由路径', en: 'Route path' },
    when: { type: [...pages, 'menu_dir'] },
  }),
  icon: f.icon({ label: { 'zh-cn': '图标', en: 'Icon' }, when: { type: [...pages, 'menu_dir'] } }),
  menu_type: f.enum(
    { tab: { 'zh-cn': '页面', en: 'Page' }, link: { 'zh-cn': '链接', en: 'Link' }, iframe: 'Iframe' },
    { default: 'tab', label: { 'zh-cn': '打开方式', en: 'Opens as' }, when: { type: [...pages] } },
  ),
  url: f.url({ label: { 'zh-cn': '链接地址', en: 'Address' }, when: { menu_type: ['link', 'iframe'] } }),
  component: f.text({ max: 200, label: { 'zh-cn': '组件路径', en: 'Component' }, when: { type: [...pages] } }),
  extend: f.enum(
    {
      none: { 'zh-cn': '无', en: 'None' },
      add_rules_only: { 'zh-cn': '只添加为路由', en: 'Route only' },
      add_menu_only: { 'zh-cn': '只添加为菜单', en: 'Menu only' },
    },
    { default: 'none', label: { 'zh-cn': '扩展属性', en: 'Extension' }, when: { type: [...pages] } },
  ),
  no_login_valid: f.bool({
    label: { 'zh-cn': '未登录有效', en: 'Without signing in' },
    help: { 'zh-cn': '访客也可以看到', en: 'Visible to visitors' },
    when: { type: ['route', 'nav', 'button'] },
  }),
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
    user_rule: typeof userRule;
  }
}

export const ruleResource = userRule.resource({
  path: 'user/rule',
  label: { 'zh-cn': '会员菜单', en: 'Member menu' },
  icon: 'fa fa-list-alt',
  menu: { weigh: 94 },
  title: 'title',
  choices: ['type', 'name'],
  aliases: { createtime: 'create_time', updatetime: 'update_time' },
  traits: { tree: true, sortable: true },
  list: { columns: ['title', 'icon', 'name', 'type', 'no_login_valid', 'status', 'update_time'], inline: ['status'] },
  form: {
    layout: [
      ['type', 'pid'],
      'title',
      'name',
      ['path', 'icon'],
      ['menu_type', 'extend'],
      'url',
      'component',
      ['no_login_valid', 'status'],
      'remark',
    ],
    width: 720,
  },
  access: { made_title: { read: () => false }, made_title_en: { read: () => false }, gone: { read: () => false } },
  // Those that are gone grant nothing, so nobody is offered them; groups keep theirs for when the table is back.
  rows: { read: () => ({ gone: { ne: 1 } }) },
  // A rule without a path of its own has its name for one.
  check: ({ next: { type, path, name } }) =>
    type !== 'button' && (path ?? null) === null && !isPagePath.test(name)
      ? { path: { key: 'validate:pattern' } }
      : undefined,
  hooks: {
    async beforeSave({ next, prev, context }) {
      // A new entry stands behind those that are there.
      if (!prev && typeof next.weigh !== 'number') {
        const [last] = await context.table('user_rule').list({}, { sort: 'weigh', limit: 1 });
        next.weigh = Math.min(0, last?.weigh ?? 0) - 1;
      }
      if (next.menu_type !== 'tab' && next.menu_type !== undefined && !next.url && isPage(next.type))
        throw new Invalid({ url: { key: 'validate:required' } });
    },
    async afterSave({ row, prev, context }) {
      // Whoever owns the directory owns what is put into it (protocol §4.3).
      if (prev || row.pid === null) return;
      const groups = context.table('user_group');
      for (const group of await groups.list({ is_super: 0 }))
        if (group.rule_ids.includes(row.pid)) await groups.edit(group.id, { rule_ids: [...group.rule_ids, row.id] });
    },
    async beforeDelete({ rows, context }) {
      const made = rows.find((row) => row.made_title !== null && row.gone === 0);
      if (made && context.caller.realm !== 'system')
        throw new Problem('memberServer:ruleInUse', {
          title: textShown('title', userRule.fields.title.options, made, context.caller.language),
        });
    },
  },
});

const isPage = (type: string | null | undefined): boolean => (pages as readonly unknown[]).includes(type);
