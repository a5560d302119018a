import { Code, f, Invalid, longestViewName, Problem, table, type Row } from '#resource';

/** How many views one person may have of one table. */
const mostViews = 50;

/**
 * What somebody has made of a list, under a name: filters, order and columns. It is its owner's, of whatever realm;
 * administrators may share it. Each reader sees with it what they may see anyway.
 */
export const savedView = table('saved_view', {
  realm: f.text({ readonly: true, max: 40, index: true }),
  account_id: f.int({ readonly: true, index: true }),
  /** Of the table whose list it is: `content/article`. */
  path: f.text({ required: true, max: 120, index: true }),
  name: f.text({ required: true, max: longestViewName, label: { 'zh-cn': '视图名称', en: 'Name' } }),
  sharing: f.enum(
    {
      own: { 'zh-cn': '仅自己', en: 'Only me' },
      all: { 'zh-cn': '所有能查看此表的人', en: 'Everyone who can see this table' },
      groups: { 'zh-cn': '指定角色组', en: 'Certain groups' },
    },
    { default: 'own', required: true, label: { 'zh-cn': '可见范围', en: 'Shared with' } },
  ),
  group_ids: f.belongsToMany('admin_group', { limit: 100, label: { 'zh-cn': '角色组', en: 'Groups' } }),
  in_menu: f.bool({ label: { 'zh-cn': '显示在菜单中', en: 'Show in the menu' } }),
  /** A `ViewState`. */
  state: f.json({ required: true }),
});

declare module '#resource' {
  interface Tables {
    saved_view: typeof savedView;
  }
}

type ViewRow = Row<typeof savedView.fields>;

export default savedView.resource({
  page: false,
  everyRealm: true,
  rows: {
    read: (caller) => ({
      realm: caller.realm,
      or: [
        { account_id: caller.id },
        { sharing: 'all' },
        ...(caller.super ? [{ sharing: 'groups' as const }] : []),
        { sharing: 'groups', 'groups.id': { in: [...caller.groups] } },
      ],
    }),
    // Somebody has to be able to tidy up what others have shared.
    write: (caller) =>
      caller.super ? { or: [{ account_id: caller.id }, { sharing: { ne: 'own' } }] } : { account_id: caller.id },
    add: (caller) => ({ realm: caller.realm, account_id: caller.id }),
  },
  hooks: {
    async beforeSave({ next, prev, context: { caller, table: rows } }) {
      if (caller.realm === 'system') return;
      next.realm = prev?.realm ?? caller.realm;
      next.account_id = prev?.account_id ?? caller.id;
      if (next.sharing !== 'own' && caller.realm !== 'admin')
        throw new Problem('rows:forbidden', {}, { code: Code.forbidden });
      if (next.sharing !== 'groups') next.group_ids = [];
      else if ((next.group_ids ?? []).length === 0) throw new Invalid({ group_ids: { key: 'validate:required' } });
      const { realm, account_id: account, path, name } = next;
      const others = await rows('saved_view').list({ realm: realm!, account_id: account!, path: path! });
      assertRoom(
        others.filter(({ id }) => id !== prev?.id),
        name!,
        prev === null,
      );
    },
  },
});

function assertRoom(others: readonly ViewRow[], name: string, isNew: boolean): void {
  if (others.some((each) => each.name === name))
    throw new Invalid({ name: { key: 'rows:viewNameTaken', params: { name } } });
  if (isNew && others.length >= mostViews) throw new Problem('rows:tooManyViews', { count: mostViews });
}
