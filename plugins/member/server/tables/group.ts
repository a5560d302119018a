import { groupAccess, groupFields, ownedRules } from '#plugin';
import { f, Problem, table } from '#resource';

/** Groups of members: what their members may see and do in the centre. */
const userGroup = table('user_group', {
  name: f.text({
    required: true,
    max: 50,
    search: true,
    unique: true,
    translated: { en: 'made_name_en', of: 'made_name' },
    label: { 'zh-cn': '名称', en: 'Name' },
  }),
  is_super: f.bool({
    label: { 'zh-cn': '全部权限', en: 'All permissions' },
    help: { 'zh-cn': '拥有全部会员权限，包括以后新增的', en: 'Has all member permissions, including future ones' },
  }),
  rule_ids: f.belongsToMany('user_rule', ownedRules),
  ...groupFields,
});

declare module '#resource' {
  interface Tables {
    user_group: typeof userGroup;
  }
}

export const groupResource = userGroup.resource({
  path: 'user/group',
  label: { 'zh-cn': '会员分组', en: 'Member groups' },
  rowLabel: { 'zh-cn': '会员分组', en: 'member group' },
  icon: 'fa fa-object-group',
  menu: { weigh: 98 },
  remark: {
    'zh-cn': '停用的分组不再给予会员任何权限，会员仍可登录。',
    en: 'A disabled group gives its members no permissions; they can still sign in.',
  },
  aliases: { createtime: 'create_time', updatetime: 'update_time' },
  traits: { history: true },
  list: { columns: ['name', 'is_super', 'rule_ids', 'status', 'update_time'], inline: ['status'] },
  form: { layout: ['name', ['is_super', 'status'], 'rule_ids'], width: 1080 },
  access: groupAccess,
  hooks: {
    async beforeDelete({ rows, context }) {
      const groups = rows.map(({ id }) => id);
      const count = await context.table('user').count({ group_id: { in: groups } });
      if (count > 0) throw new Problem('memberServer:groupHasMembers', { count });
    },
  },
});
