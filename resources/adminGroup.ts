import { groupAccess, groupFields, ownedRules } from '#plugin';
import { f, Invalid, Problem, table, type HookContext } from '#resource';

/** Groups of administrators: a tree, each with the rules that its members own. */
export const adminGroup = table('admin_group', {
  pid: f.parent({ label: { 'zh-cn': '上级角色组', en: 'Parent group' } }),
  name: f.text({
    required: true,
    max: 100,
    search: true,
    translated: { en: 'made_name_en', of: 'made_name' },
    label: { 'zh-cn': '名称', en: 'Name' },
  }),
  is_super: f.bool({
    label: { 'zh-cn': '全部权限', en: 'All permissions' },
    help: { 'zh-cn': '组内管理员均为超级管理员', en: 'Its members are super administrators' },
  }),
  rule_ids: f.belongsToMany('admin_rule', ownedRules),
  ...groupFields,
});

declare module '#resource' {
  interface Tables {
    admin_group: typeof adminGroup;
  }
}

/** Somebody must be left who owns every right. */
export async function assertSuperLeft(
  context: HookContext,
  without: { groups?: readonly number[]; admins?: readonly number[] } = {},
): Promise<void> {
  const groups = await context.table('admin_group').list({ is_super: 1, status: 1 });
  const open = groups.map(({ id }) => id).filter((id) => !without.groups?.includes(id));
  const admins = await context.table('admin').list({ status: 1 });
  const isLeft = admins.some(
    ({ id, group_ids: ids }) => !without.admins?.includes(id) && ids.some((group) => open.includes(group)),
  );
  if (!isLeft) throw new Problem('auth:lastSuper');
}

export default adminGroup.resource({
  path: 'auth/group',
  label: { 'zh-cn': '角色组', en: 'Groups' },
  rowLabel: { 'zh-cn': '角色组', en: 'group' },
  icon: 'fa fa-users',
  menu: { weigh: 99 },
  remark: {
    'zh-cn': '上级角色组可以管理其所有下级角色组，并且只能授予自己拥有的权限。',
    en: 'A group manages all groups below it and can only grant permissions it has itself.',
  },
  traits: { tree: true, history: true },
  aliases: { createtime: 'create_time', updatetime: 'update_time' },
  list: { columns: ['name', 'is_super', 'rule_ids', 'status', 'update_time'], inline: ['status'] },
  form: { layout: [['name', 'pid'], ['is_super', 'status'], 'rule_ids'], width: 1080 },
  access: { is_super: { write: (caller) => caller.super }, ...groupAccess },
  rows: {
    read: (caller) => caller.super || { id: { in: [...caller.groups, ...caller.below.groups] } },
    write: (caller) => caller.super || { id: { in: caller.below.groups } },
    add: (caller) => caller.super || { pid: { in: [...caller.groups, ...caller.below.groups] } },
  },
  // Nobody deletes a group of their own.
  buttons: { del: (caller) => ({ id: { notIn: [...caller.groups] } }) },
  hooks: {
    beforeSave({ next, prev, context: { caller } }) {
      if (caller.realm === 'system' || caller.super) return;
      // A new group is below one's own, and stays there.
      const isBelow = [...caller.groups, ...caller.below.groups].includes(next.pid ?? 0);
      if (!isBelow) throw new Invalid({ pid: { key: 'auth:groupOutside' } });
      if (!prev && next.is_super === 1) throw new Problem('auth:lackRights');
    },
    async afterSave({ prev, context }) {
      if (prev && context.caller.realm !== 'system') await assertSuperLeft(context);
    },
    async beforeDelete({ rows, context }) {
      const ids = rows.map(({ id }) => id);
      if (ids.some((id) => context.caller.groups.includes(id))) throw new Problem('auth:ownGroup');
      const members = (await context.table('admin').list()).filter((admin) =>
        admin.group_ids.some((group) => ids.includes(group)),
      );
      const seen = members.filter(({ id }) => context.caller.super || context.caller.below.admins.includes(id));
      if (members.length > 0)
        throw seen.length > 0
          ? new Problem('auth:groupHasMembers', { count: seen.length })
          : new Problem('rows:inUseUnseen');
      await assertSuperLeft(context, { groups: ids });
    },
  },
});
