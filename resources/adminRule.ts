import { assertNotMade, checkRulePath, ruleFields, ruleResource, weighLast } from '#plugin';
import { f, Invalid, table } from '#resource';

/** Menu directories, menus and buttons. They make themselves from the tables; what an administrator changes stays changed. */
export const adminRule = table('admin_rule', {
  pid: f.parent({ label: { 'zh-cn': '上级菜单规则', en: 'Parent' } }),
  type: f.enum(
    {
      menu_dir: { 'zh-cn': '菜单目录', en: 'Directory' },
      menu: { 'zh-cn': '菜单项', en: 'Menu item', color: 'blue' },
      button: { 'zh-cn': '页面按钮', en: 'Button', color: 'green' },
    },
    { default: 'menu', label: { 'zh-cn': '规则类型', en: 'Type' } },
  ),
  ...ruleFields(['menu'], 'content/article/edit'),
  keepalive: f.bool({ default: 1, label: { 'zh-cn': '缓存页面', en: 'Keep alive' }, when: { type: 'menu' } }),
});

declare module '#resource' {
  interface Tables {
    admin_rule: typeof adminRule;
  }
}

export default adminRule.resource({
  ...ruleResource,
  path: 'auth/rule',
  label: { 'zh-cn': '菜单规则', en: 'Menu entries' },
  rowLabel: { 'zh-cn': '菜单规则', en: 'menu entry' },
  dashboard: false,
  menu: {
    weigh: 97,
    directory: { label: { 'zh-cn': '权限管理', en: 'Access control' }, icon: 'fa fa-group', weigh: 100 },
  },
  // As clients of the protocol know it that have menu rules.
  otherPath: 'auth/menu',
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
  // Those that are gone grant nothing, so nobody is offered them; groups keep theirs for when the table is back.
  // Each is what everybody has in the menu and what rights are called: who could change one would change it for those
  // above them too, so that takes the right over all of them.
  rows: {
    read: (caller) => (caller.super ? { gone: { ne: 1 } } : { id: { in: caller.rules } }),
    write: (caller) => caller.super,
  },
  check: checkRulePath,
  hooks: {
    async beforeSave({ next, prev, context }) {
      const { caller } = context;
      if (!prev && typeof next.weigh !== 'number') next.weigh = await weighLast(context.table('admin_rule'));
      // The page on which it could be switched on again.
      if (prev && next.status !== 1 && caller.realm !== 'system' && /^auth(?:\/rule(?:\/\w+)?)?$/.test(prev.name))
        throw new Invalid({ status: { key: 'auth:ruleNeeded' } });
    },
    beforeDelete: ({ rows, context }) => assertNotMade(rows, context),
  },
});
