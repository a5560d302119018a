import { assertNotMade, checkRulePath, ruleFields, ruleResource as ruleParts, weighLast } from '#plugin';
import { f, Invalid, table } from '#resource';

const pages = ['route', 'menu', 'nav', 'nav_user_menu'] as const;

/** Pages, menus and buttons of members (protocol §4.3). Those of tables and plugins make themselves; changes to them stay. */
const userRule = table('user_rule', {
  pid: f.parent({ label: { 'zh-cn': '上级规则', en: 'Parent' } }),
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
  ...ruleFields(pages, 'account/profile'),
  no_login_valid: f.bool({
    label: { 'zh-cn': '未登录有效', en: 'Without signing in' },
    help: { 'zh-cn': '访客也可以看到', en: 'Visible to visitors' },
    when: { type: ['route', 'nav', 'button'] },
  }),
});

declare module '#resource' {
  interface Tables {
    user_rule: typeof userRule;
  }
}

export const ruleResource = userRule.resource({
  ...ruleParts,
  path: 'user/rule',
  label: { 'zh-cn': '会员菜单', en: 'Member menu' },
  rowLabel: { 'zh-cn': '会员菜单', en: 'member menu entry' },
  dashboard: false,
  menu: { weigh: 94 },
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
  // Those that are gone grant nothing, so nobody is offered them; groups keep theirs for when the table is back.
  rows: { read: () => ({ gone: { ne: 1 } }) },
  check: checkRulePath,
  hooks: {
    async beforeSave({ next, prev, context }) {
      if (!prev && typeof next.weigh !== 'number') next.weigh = await weighLast(context.table('user_rule'));
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
    beforeDelete: ({ rows, context }) => assertNotMade(rows, context),
  },
});

const isPage = (type: string | null | undefined): boolean => (pages as readonly unknown[]).includes(type);
